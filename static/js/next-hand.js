// The entry of the next hand: when a hand that was entered waits, its form is for the one after it.
import { rememberToggles } from "./controls.js";
import { $, setHidden } from "./dom.js";
import { newKey } from "./queue.js";

const DOUBLE_TAP_MS = 600;

let startedAt = -DOUBLE_TAP_MS;
let untouched = false;

export const nextEntry = () => $("form[data-act=next]");

// The second half of a double tap is not for the next hand.
export const hasJustStarted = () => untouched && performance.now() - startedAt < DOUBLE_TAP_MS;
document.addEventListener("change", (event) => { if (!event.target.matches?.("form")) untouched = false; });
export const forgetStart = (root) => { if (root === document) startedAt = -DOUBLE_TAP_MS; };

// The entry of the next hand is there, and begins at its top.
export const beginEntry = () => {
  startedAt = performance.now();
  untouched = true;
  scrollTo({ top: 0 });
};

// Empties the form of a hand that waits, for the hand behind it.
export const startNextHand = (act) => {
  const form = nextEntry();
  if (form?.elements.key.value !== act.key) return;
  setHidden(form, "key", newKey());
  setHidden(form, "after", act.key);
  delete form.dataset.returned;
  delete form.dataset.sent;
  form.querySelectorAll("input[type=radio]").forEach((radio) => { radio.checked = false; });
  form.querySelectorAll("[data-keypad], [data-stepper]").forEach((field) => { field.value = ""; });
  document.querySelectorAll("main > .notice, main > .error, form .error").forEach((message) => message.remove());
  form.querySelectorAll(".noting").forEach((note) => {
    note.open = false;
    note.querySelector("input[type=text]").value = "";
  });
  rememberToggles(form);
  beginEntry();
};
