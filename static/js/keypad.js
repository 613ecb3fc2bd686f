// The app's own keypad writes into the field that was tapped last; the phone's own keyboard stays away.

let target = null;
// Whether the first figure takes the place of what stands in the field.
let fresh = true;

const fields = () => [...document.querySelectorAll("[data-keypad]")];

export const showKeypad = () => {
  const keypad = document.getElementById("keypad");
  if (!keypad?.hidden) return;
  keypad.hidden = false;
  fields().forEach((field) => { field.inputMode = "none"; });
  (fields().find((field) => !field.value) ?? fields()[0]).focus({ preventScroll: true });
};

const focusNext = () => {
  const all = fields();
  const others = [...all.slice(all.indexOf(target) + 1), ...all];
  (others.find((field) => !field.value) ?? others[0]).focus();
};
const typed = (value, key) => {
  if (key === "-") return value.startsWith("-") ? value.slice(1) : `-${value}`;
  if (key === "back") return value.slice(0, -1);
  if (fresh) return key;
  if (key === "." && value.includes(".")) return value;
  return (value + key).replace(/^(-?)0(?=\d)/, "$1");
};

document.addEventListener("focusin", (event) => {
  if (!event.target.matches?.("[data-keypad]")) return;
  target = event.target;
  fresh = true;
});
document.addEventListener("mousedown", (event) => {
  if (event.target.closest?.("[data-types]")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-types]")?.dataset.types;
  if (!key || !target?.isConnected) return;
  if (key === "next") return void focusNext();
  target.value = typed(target.value, key);
  fresh = false;
  target.dispatchEvent(new Event("change", { bubbles: true }));
});
