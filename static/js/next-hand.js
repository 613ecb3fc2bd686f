// The entry of the next hand: when a hand that was entered waits, its form is for the one after it.
import { rememberToggles } from "./controls.js";
import { $, setHidden } from "./dom.js";
import { newKey } from "./queue.js";

const DOUBLE_TAP_MS = 600;

let startedAt = -DOUBLE_TAP_MS;

export const nextEntry = () => $("form[data-act=next]");

// The second half of a double tap is not for the next hand.
export const hasJustStarted = () => performance.now() - startedAt < DOUBLE_TAP_MS;
export const forgetStart = (root) => { if (root === document) startedAt = -DOUBLE_TAP_MS; };

// Empties the form of a hand that waits, for the hand behind it.
export const startNextHand = (act) => {
  const form = nextEntry();
  if (form?.elements.key.value !== act.key) return;
  setHidden(form, "key", newKey());
  setHidden(form, "after", act.key);
  delete form.dataset.kept;
  delete form.dataset.sent;
  startedAt = performance.now();
  form.querySelectorAll("input[type=radio]").forEach((radio) => { radio.checked = false; });
  form.querySelectorAll("[data-keypad], [data-stepper]").forEach((field) => { field.value = ""; });
  document.querySelectorAll("main > .notice, main > .error, form .error").forEach((message) => message.remove());
  form.querySelectorAll(".noting").forEach((note) => {
    note.open = false;
    note.querySelector("input[type=text]").value = "";
  });
  rememberToggles(form);
  scrollTo({ top: 0 });
};
