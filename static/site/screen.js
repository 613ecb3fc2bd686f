// What the shell itself shows: how much has come, why it does not start, a line above the pages.
export const $ = (selector) => document.querySelector(selector);

export const show = (part, isShown) => { $(part).hidden = !isShown; };
export const say = (text, doing, work) => {
  show(".load", false);
  $(".said").textContent = text;
  show("#start .go", Boolean(doing));
  $("#start .go").textContent = doing;
  $("#start .go").onclick = work;
};
// A line above the pages, with what can be done.
export const tell = (text, doing, work) => {
  show("#tell", Boolean(text));
  $("#tell span").textContent = text ?? "";
  show("#tell button", Boolean(doing));
  $("#tell button").textContent = doing ?? "";
  $("#tell button").onclick = work;
};
// How far the app is with a file or a link, once that takes a while. Nothing is stored before it has answered.
let looks = null;
const cancel = () => location.reload();
export const showLooked = (steps) => {
  const line = () => tell(`Looking through what you brought: ${steps} hands and entries so far.`, "Cancel", cancel);
  if (steps === 0) looks = setTimeout(() => { looks = 0; line(); }, 1_000);
  else if (steps && looks === 0) line();
  else if (steps === null) {
    clearTimeout(looks);
    if (looks === 0) tell(null);
  }
};

const MB = 1_000_000;
const about = (seconds) => {
  if (seconds > 90) return `about ${Math.round(seconds / 60)} minutes`;
  return seconds < 2 ? "a moment" : `about ${Math.round(seconds)} seconds`;
};
const showLoad = (value, max, ...texts) => {
  show(".load", true);
  Object.assign($(".load progress"), { max, value });
  document.querySelectorAll(".amount span").forEach((part, at) => { part.textContent = texts[at]; });
};
export const showStarting = () => {
  showLoad(0, 1, "Starting", "");
  show(".soon", false);
};
export const showAmount = (here, all, since) => {
  const took = (performance.now() - since) / 1_000;
  const rest = took > 1 && here ? about((all - here) * took / here) : "";
  showLoad(here, all, `${Math.floor(here / MB)} of ${Math.ceil(all / MB)} MB`, rest);
};

// What is missing in this browser, as a sentence; "" for nothing.
export const lacks = () => {
  if (!isSecureContext) return "Scorer on the phone alone needs an address that begins with https.";
  const { caches, indexedDB, WebAssembly } = globalThis;
  if (!navigator.serviceWorker || !navigator.locks || !caches || !indexedDB || !WebAssembly) {
    return "This browser cannot keep Scorer, or a private window forbids it. "
      + "An up-to-date Safari, Chrome or Firefox can.";
  }
  return "";
};

// What stands on a page that was kept, while the app starts.
export const markStarting = (page, progress) => {
  const bar = Object.assign(page.createElement("progress"), { className: "shell-progress", max: 1, value: progress });
  bar.setAttribute("aria-label", "Starting");
  (page.querySelector(".running .go") ?? page.querySelector(".bar"))?.append(bar);
  const textContent = "Starting. What you tap now is not lost.";
  const note = Object.assign(page.createElement("p"), { className: "starting", textContent });
  note.setAttribute("role", "status");
  (page.querySelector(".running") ?? page.querySelector(".bar"))?.after(note);
};
