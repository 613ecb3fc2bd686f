// Small comforts of buttons, choices and menus.
const SETTINGS = /\bsettings=([^;]*)/;

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

// What looks otherwise once something in it is chosen or written: it has the class "has" then.
export const showChosen = () => document.querySelectorAll("[data-has]").forEach((part) => (
  part.classList.toggle("has", Boolean(part.querySelector(part.dataset.has)))));
for (const type of ["input", "change", "renewed"]) document.addEventListener(type, showChosen);

// One request per tap: a form that was sent is not sent again until the page comes back.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) event.preventDefault();
  else form.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  document.querySelectorAll("[data-once]").forEach((form) => { delete form.dataset.sent; });
});

// A page that the back button brings back may have been made before this phone was set otherwise.
const settings = () => document.cookie.match(SETTINGS)?.[1];
const settingsHere = settings();
addEventListener("pageshow", (event) => {
  if (event.persisted && settings() !== settingsHere) location.reload();
});

// A page that was refused for want of room or time asks again by itself.
export const askAgain = (root) => root.querySelectorAll("form[data-again]").forEach((form) => {
  setTimeout(() => form.submit(), form.dataset.again * 1000);
});

// A choice that leads to another page leads there at once.
document.addEventListener("change", (event) => {
  if (!event.target.matches?.("[data-go]")) return;
  const { form } = event.target;
  (form.requestSubmit ?? form.submit).call(form);
});

// A menu closes when something else is tapped, or on Escape.
document.addEventListener("click", (event) => {
  document.querySelectorAll(".menu[open], #hand .noting[open]").forEach((menu) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector(".menu[open], #hand .noting[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// The keys beside a number field: one less, and one more. The browser keeps the number within its limits. A field that
// is empty goes on from what is assumed, and is empty again where it is back there.
export const showSteps = (root) => root.querySelectorAll("[data-step]").forEach((key) => { key.hidden = false; });

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-step]");
  if (!key) return;
  const field = document.getElementById(key.getAttribute("aria-controls")) ?? key.parentElement.querySelector("[data-stepper]");
  field.value ||= field.placeholder;
  field.stepUp(Number(key.dataset.step));
  if (field.value === field.placeholder) field.value = "";
  field.dispatchEvent(new Event("change", { bubbles: true }));
});
