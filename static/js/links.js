// Links without a network: a page that cannot be fetched is not opened, so that this one is not lost. The entry of the
// next hand, and from there the sheet, were fetched before they were asked for; a page that is left so is kept as it is.
import { $, addHead, parse } from "./dom.js";
import { isKept, keepPage } from "./kept.js";
import { ask, away } from "./network.js";
import { nextEntry, startNextHand } from "./next-hand.js";
import { leave, putUp, refresh, show, takeDown } from "./page.js";
import { base, isAlone } from "./place.js";
import { changed, onThisSheet } from "./queue.js";

// Whether the last link led nowhere.
export let lost = false;
export const setLost = (value) => {
  lost = value;
  changed();
};
let spare = null;
const left = new Map();
let here = location.pathname;

// What another phone wrote makes the one that is kept too old; it is fetched again when this phone is touched.
let due = false;

export const fetchSpare = async (root) => {
  // Nor is it asked for while something waits to be sent: both would be given a session, and only one is kept.
  due = root !== document || onThisSheet().length > 0;
  if (due) return;
  keepPage();
  const back = nextEntry() && !navigator.serviceWorker?.controller ? ", .bar > a.icon" : "";
  // When the bidding is over the next hand may be one that is entered as a result.
  const result = $("#auction #entry") ? ", .tabs a:not([aria-current])" : "";
  const address = !isAlone && $(`:is(a.go${back}${result})[href^='${base}/sheets/']`)?.href;
  const answer = address && !away ? await ask(address) : null;
  if (answer?.code !== 200) return;
  spare = { address, html: answer.html };
  left.clear();
  // While there is a network to fetch them by.
  addHead(parse(answer.html));
};

document.addEventListener("pointerdown", () => { if (due) fetchSpare(document); });

const follow = async (address) => {
  const reached = await ask(address);
  lost = !reached;
  if (reached) return leave(address);
  const path = new URL(address).pathname;
  if (spare?.address !== address && !left.has(path)) return await isKept(address) ? leave(address) : changed();
  lost = false;
  history.pushState(null, "", address);
  return turn(path);
};
const turn = (path) => {
  left.set(here, takeDown());
  here = path;
  if (left.has(path)) putUp(left.get(path));
  else {
    show(spare.html, { top: true });
    const [last] = onThisSheet().slice(-1);
    // On its form stands what was bid for the hand that waits.
    if (last?.page.endsWith("/auction")) startNextHand(last, nextEntry()?.elements.key.value);
  }
};

const online = () => !away && (isAlone || navigator.onLine);
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']:not([data-rows])");
  if (!link || online() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  follow(link.href);
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "get" || online()) return;
  event.preventDefault();
  follow(`${form.action}?${new URLSearchParams(new FormData(form))}`);
});
addEventListener("popstate", () => {
  const path = location.pathname;
  if (path !== here && !online() && left.has(path)) return turn(path);
  here = path;
  return refresh();
});
