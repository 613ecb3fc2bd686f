// The app's own keypad writes into the field of the player who is asked; the phone's own keyboard stays away. While no
// figure of the sheet has had two digits, a digit goes on to the next player by itself.
import { $ } from "./dom.js";
import { onReady } from "./page.js";

let target = null;
let last = null;
// Whether the first digit takes the place of what stands in the field.
let fresh = true;

const nameOf = (field) => field.labels[0].firstElementChild.textContent;
const fields = () => [...document.querySelectorAll("[data-keypad]")];
const isLong = ({ value }) => /\d\d|[.,]/.test(value);
const given = ({ value }) => value;
const goesOn = () => "single" in $("#keypad").dataset && !fields().some(isLong);

// Whose figure is taken back to add a digit, where nothing stands at the player who is asked.
const before = () => {
  const all = fields();
  const at = all.indexOf(target);
  if (target?.value && at >= 0) return null;
  return all.includes(last) && given(last) ? last : all.slice(0, at < 0 ? all.length : at).filter(given).at(-1);
};
const showAsked = () => {
  fields().forEach((field) => field.parentElement.classList.toggle("asked", field === target));
  $("#keypad").classList.toggle("goes-on", goesOn());
  const figure = before();
  const back = $("[data-types=back]");
  back.querySelector("b").textContent = figure ? `‹ ${figure.value.replace("-", "−")}…` : "";
  const does = figure ? `another digit for ${nameOf(figure)}: ${figure.value}` : "delete the last digit";
  back.setAttribute("aria-label", does);
};
const ask = (field, anew = true) => {
  target = field;
  fresh = anew;
  showAsked();
};
const firstEmpty = (all) => all.find(({ value }) => !value);

const askFirst = () => ask(firstEmpty(fields()) ?? null);
const showKeypad = () => {
  if (!$("#keypad")?.hidden) return;
  $("#keypad").hidden = false;
  fields().forEach((field) => { field.inputMode = "none"; });
  askFirst();
  if (document.activeElement === document.body) target?.focus({ preventScroll: true });
};
onReady(showKeypad);
if (document.readyState === "complete") showKeypad();
// The form is for the hand behind the one that was entered.
document.addEventListener("renewed", () => { if ($("#keypad") && !fields().some(given)) askFirst(); });

const typed = (value, key) => {
  if (key === "-") return value.startsWith("-") ? value.slice(1) : `-${value}`;
  if (key === "back") return value.slice(0, -1);
  if (key === "." && (fresh || !value)) return "0.";
  if (fresh) return key;
  if (key === "." && value.includes(".")) return value;
  return (value + key).replace(/^(-?)0(?=\d)/, "$1");
};
// The field that is asked now; the same one where more may be typed there.
const press = (key) => {
  const all = fields();
  const figure = key === "back" && before();
  if (figure) return ask(figure, false);
  if (key !== "next") {
    if (!all.includes(target)) return;
    target.value = typed(target.value, key);
    last = target;
    fresh = false;
    target.dispatchEvent(new Event("change", { bubbles: true }));
    if (key === "back" || !/\d/.test(target.value) || !goesOn()) return showAsked();
  }
  ask(firstEmpty([...all.slice(all.indexOf(target) + 1), ...all]) ?? null);
};

for (const type of ["focusin", "click"]) {
  document.addEventListener(type, (event) => { if (event.target.matches?.("[data-keypad]")) ask(event.target); });
}
document.addEventListener("mousedown", (event) => {
  if (event.target.closest?.("[data-types]")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-types]")?.dataset.types;
  if (!key) return;
  press(key);
  if (event.detail) {
    const anew = fresh;
    target?.focus({ preventScroll: true });
    fresh = anew;
  } else {
    // Whoever presses the key without a finger on it hears who is asked, and stays on the key.
    $("#asked").textContent = target ? nameOf(target) : "";
  }
});
// The hand that is sent may have had the first figure with two digits.
document.addEventListener("submit", () => { if ($("#keypad") && !goesOn()) delete $("#keypad").dataset.single; }, true);
