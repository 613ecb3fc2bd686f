// The entry of the next hand: when a hand that was entered waits, its form is for the one after it.
import { rememberToggles } from "./controls.js";
import { $, setHidden } from "./dom.js";
import { newKey } from "./queue.js";

const DOUBLE_TAP_MS = 600;

let startedAt = -DOUBLE_TAP_MS;
let untouched = false;

export const nextEntry = () => $("form[data-act=next]");

// Whether nothing is entered yet. Until then the felt says what was recorded.
export const isBlank = (form) => ![...form.elements].some((field) => (
  field.checked || field.value && field.matches("[data-keypad], [data-stepper]")));
const forgetRecorded = () => document.querySelectorAll(".recorded").forEach((line) => line.remove());
document.addEventListener("change", ({ target }) => {
  const form = target.closest?.("main form");
  if (form && !isBlank(form)) forgetRecorded();
});

// The second half of a double tap is not for the next hand.
export const hasJustStarted = () => untouched && performance.now() - startedAt < DOUBLE_TAP_MS;
document.addEventListener("change", (event) => { if (!event.target.matches?.("form")) untouched = false; });
export const forgetStart = (root) => { if (root === document) startedAt = -DOUBLE_TAP_MS; };

// The entry of the next hand is there, or its auction, and begins at its top.
export const beginEntry = () => {
  const turn = $("#turn");
  if (turn) {
    turn.inert = true;
    setTimeout(() => { turn.inert = false; }, DOUBLE_TAP_MS);
  }
  startedAt = performance.now();
  untouched = true;
  scrollTo({ top: 0 });
};

// What the scripts of a game have made of the form is not so any more.
const renew = (form) => form.dispatchEvent(new Event("renewed", { bubbles: true }));

// Empties the form of a hand that waits, for the hand behind it. key: of the form, where the hand was entered on another.
export const startNextHand = (act, key = act.key) => {
  const form = nextEntry();
  if (form?.elements.key.value !== key) return;
  setHidden(form, "key", newKey());
  setHidden(form, "after", act.key);
  delete form.dataset.returned;
  delete form.dataset.sent;
  form.querySelectorAll("input[type=radio]").forEach((radio) => { radio.checked = false; });
  form.querySelectorAll("[data-keypad], [data-stepper]").forEach((field) => { field.value = ""; });
  document.querySelectorAll("main > .notice, main > .error, form .error, #said > *")
    .forEach((message) => message.remove());
  forgetRecorded();
  $("main").classList.remove("told-off");
  form.querySelectorAll(".noting").forEach((note) => {
    note.open = false;
    note.querySelector("input[type=text]").value = "";
  });
  renew(form);
  rememberToggles(form);
  beginEntry();
};

// Without a network the page of a hand becomes that of a later one, as the server has said beforehand.

// A cell has its number in its ids, its value, its name for a screen reader and its text.
const addCell = (keys, number) => {
  const last = new RegExp(`([- ">])${number - 1}(["<])`, "g");
  keys.insertAdjacentHTML("beforeend", keys.lastElementChild.outerHTML.replace(last, `$1${number}$2`).replaceAll(' checked=""', ""));
};
const resize = (keys, cards) => {
  while (keys.children.length > cards + 1) keys.lastElementChild.remove();
  while (keys.children.length < cards + 1) addCell(keys, keys.children.length);
  keys.classList.toggle("keys-seven", cards === 6 || cards > 11);
  keys.classList.toggle("keys-four", cards === 7);
};
const showCards = (form, cards) => {
  form.querySelectorAll(".cards").forEach((number) => { number.textContent = cards; });
  form.querySelector(".at-first small").textContent = `card${cards === "1" ? "" : "s"} each`;
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
