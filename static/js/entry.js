// The form of a hand: its next hand, and why a key cannot be tapped.
import { $, build, on, setHidden } from "./dom.js";
import { newKey } from "./queue.js";

// A chosen seat tapped again is chosen no more.
const chosen = new WeakMap();
const groupOf = (radio) => [...radio.form.elements].filter((e) => e.type === "radio" && e.name === radio.name);
export const rememberToggles = (root) => root.querySelectorAll("input[data-toggle]")
  .forEach((radio) => chosen.set(radio, radio.checked));

document.addEventListener("click", (event) => {
  const radio = event.target;
  if (!(radio instanceof HTMLInputElement) || !radio.matches("[data-toggle]")) return;
  if (chosen.get(radio)) {
    radio.checked = false;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }
  groupOf(radio).forEach((other) => chosen.set(other, other.checked));
});

// A sheet is started in the time zone of this phone, and on its day, which lasts until 6 in the morning.
export const showZone = (root) => root.querySelectorAll("input[data-zone]").forEach(({ form }) => {
  form.elements.zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  if (!form.elements.date || "returned" in form.dataset) return;
  const night = new Date();
  night.setHours(night.getHours() - 6);
  const day = new Date(Date.UTC(night.getFullYear(), night.getMonth(), night.getDate()));
  form.elements.date.defaultValue = day.toISOString().slice(0, 10);
});

// What looks otherwise once something in it is chosen or written: it has the class "has" then.
export const showChosen = () => document.querySelectorAll("[data-has]").forEach((part) => (
  part.classList.toggle("has", Boolean(part.querySelector(part.dataset.has)))));
on("input change renewed", showChosen);

// The entry of the next hand: when a hand that was entered waits, its form is for the one after it.

const DOUBLE_TAP_MS = 600;

let startedAt = -DOUBLE_TAP_MS;
let untouched = false;

export const nextEntry = () => $("form[data-act=next]");

// Whether nothing is entered yet. Until then the dock says what was just done.
export const isBlank = (form) => ![...form.elements].some((field) => (
  field.value && (field.checked || field.matches("[data-keypad], [data-stepper], .noting [type=text]"))));
const forgetDone = () => document.querySelectorAll(".just-done").forEach((line) => line.remove());
document.addEventListener("change", ({ target }) => {
  const form = target.closest?.("main form");
  if (form && !isBlank(form)) forgetDone();
});

// The second half of a double tap is not for the next hand.
export const hasJustStarted = () => untouched && performance.now() - startedAt < DOUBLE_TAP_MS;
document.addEventListener("change", (event) => { if (!event.target.matches?.("form")) untouched = false; });
export const forgetStart = (root) => { if (root === document) startedAt = -DOUBLE_TAP_MS; };
export const rememberStart = () => {
  const time = startedAt;
  return () => { startedAt = time; };
};

// The entry of the next hand is there, or its auction, and begins at its top.
export const beginEntry = () => {
  const turn = $("#turn");
  if (turn) {
    turn.inert = true;
    setTimeout(() => { turn.inert = false; }, DOUBLE_TAP_MS);
  }
  startedAt = performance.now();
  untouched = true;
  // Scrolling and focusing ask for a layout: one that the frame needs in any case.
  requestAnimationFrame(() => scrollTo({ top: 0 }));
};

// What the scripts of a game have made of the form is not so any more.
const renew = (form) => form.dispatchEvent(new Event("renewed", { bubbles: true }));

// Empties the form of a hand that waits, for the hand behind it. key: of the form, where the hand was entered on
// another.
export const startNextHand = (act, key = act.key) => {
  const form = nextEntry();
  if (form?.elements.key.value !== key) return;
  setHidden(form, "key", newKey());
  setHidden(form, "after", act.key);
  delete form.dataset.returned;
  delete form.dataset.follows;
  delete form.dataset.sent;
  form.querySelectorAll("input[type=radio]").forEach((radio) => { radio.checked = false; });
  form.querySelectorAll("input.text").forEach((field) => { field.value = ""; });
  form.querySelectorAll("details").forEach((part) => { part.open = false; });
  document.querySelectorAll("main > .notice, main > .error, form .error, #said > *")
    .forEach((message) => message.remove());
  forgetDone();
  const main = $("main");
  main.className = main.className.replace(/\b(told-off|leads-\d+)\b/g, "");
  renew(form);
  rememberToggles(form);
  beginEntry();
};

// Without a network the page of a hand becomes that of a later one, as the server has said beforehand.

// A cell has its number in its ids, its value, its name for a screen reader and its text.
const addCell = (keys, number) => {
  const last = new RegExp(`([- ">])${number - 1}(["<])`, "g");
  const next = keys.lastElementChild.outerHTML.replace(last, `$1${number}$2`).replaceAll(' checked=""', "");
  keys.insertAdjacentHTML("beforeend", next);
};
const resize = (keys, cards) => {
  while (keys.children.length > cards + 1) keys.lastElementChild.remove();
  while (keys.children.length < cards + 1) addCell(keys, keys.children.length);
  const rows = Math.ceil((cards + 1) / 7);
  keys.className = `keys keys-${Math.ceil((cards + 1) / rows)}`;
};
const showCards = (form, cards) => {
  const word = cards === "1" ? "card" : "cards";
  $("#dealt").textContent = `${cards} ${word}`;
  form.querySelectorAll(".cards").forEach((number) => { number.textContent = cards; });
  form.querySelector(".at-first small").textContent = `${word} each`;
  form.querySelectorAll(".bidder .keys").forEach((keys) => resize(keys, Number(cards)));
  form.querySelectorAll("[data-stepper]").forEach((field) => { field.max = cards; });
};
const turnRows = (form, shift) => {
  const rows = [...form.querySelectorAll(".bidder")];
  // Less what they were turned before, which may be more: where a hand that waited was discarded.
  const step = (shift + rows.length - Number(form.dataset.turned)) % rows.length;
  form.dataset.turned = shift;
  if (step) rows[0].before(...rows.slice(step), ...rows.slice(0, step));
};

// deal: what is said of the hand, nothing where that is not known.
export const turnTo = (form, deal) => {
  form.dataset.turned ??= 0;
  if (deal?.dataset.cards) showCards(form, deal.dataset.cards);
  if (deal) turnRows(form, Number(deal.dataset.shift ?? 0));
  const mark = form.querySelector(".deals");
  const dealer = deal?.querySelector("bdi")?.textContent;
  const seats = [...form.querySelectorAll(".seat bdi")];
  const seat = seats.find(({ textContent }) => textContent === dealer);
  if (mark) mark.hidden = !seat;
  if (mark && seat) seat.parentElement.append(mark);
  renew(form);
};

// What is impossible says why when it is tapped or focused, and does nothing else.

const explain = (control) => {
  const place = document.getElementById("why");
  if (!place || !control.dataset.why) return;
  const link = build("a", { href: control.dataset.ruleAt }, control.dataset.rule ?? "");
  place.replaceChildren(`${control.dataset.why} `, ...control.dataset.rule ? [link] : []);
};

export const disableIncomplete = (root) => root.querySelectorAll(".go[data-incomplete]")
  .forEach((button) => button.setAttribute("aria-disabled", "true"));

document.addEventListener("click", (event) => {
  const control = event.target.closest?.("[aria-disabled=true]");
  if (!control) return;
  event.preventDefault();
  explain(control);
  if (!control.matches(".go")) return;
  if (control.form.matches(".htmx-request")) {
    // The answer to the last tap is still under way, and may let this one through.
    control.form.dataset.pressed = "yes";
    return;
  }
  const forecast = control.closest(".dock-inner")?.querySelector(".forecast");
  if (!forecast) return;
  forecast.classList.remove("nudged");
  requestAnimationFrame(() => forecast.classList.add("nudged"));
}, true);
document.addEventListener("htmx:afterSettle", (event) => {
  const { elt } = event.detail.requestConfig ?? {};
  if (!elt?.dataset.pressed) return;
  // Once the request is over: another one may follow it.
  setTimeout(() => {
    if (elt.matches(".htmx-request")) return;
    delete elt.dataset.pressed;
    elt.querySelector(".go").click();
  });
});
on("focusin", ({ target }) => { if (target.matches?.("[aria-disabled=true]")) explain(target); });
document.addEventListener("change", () => document.getElementById("why")?.replaceChildren());
