// What is half-entered stays in this phone, through reload, sleep and another tab, until it was sent.
import { ask } from "./network.js";
import { show } from "./page.js";
import { base } from "./place.js";

const itemOf = (name) => `${base}draft ${name}`;
const fieldsOf = (form) => [...form.elements].filter((e) => e.name && e.matches("input:not([type=hidden]), select"));
const isChoice = (field) => ["radio", "checkbox"].includes(field.type);

// A full or forbidden storage only costs the draft.
const attempt = (work) => {
  try { return work(); } catch { return null; }
};
export const save = (name, pairs) => attempt(() => localStorage.setItem(itemOf(name), JSON.stringify(pairs)));
export const drop = (name) => attempt(() => localStorage.removeItem(itemOf(name)));
const saveForm = (form) => save(form.dataset.draft, fieldsOf(form)
  // The day that the page offers may be another when it is opened again.
  .filter((f) => (isChoice(f) ? f.checked : f.type !== "date" || f.value !== f.defaultValue))
  .map((f) => [f.name, f.value]));

// Of an earlier hand, or an earlier state of the sheet, nothing is left to enter; a later hand comes again where one is
// taken back.
const dropEarlier = (name) => attempt(() => {
  const family = itemOf(name.slice(0, name.lastIndexOf("/") + 1));
  const number = (item) => Number(item.slice(family.length));
  Object.keys(localStorage)
    .filter((item) => item.startsWith(family) && item !== itemOf(name) && !(number(item) > number(itemOf(name))))
    .forEach((item) => localStorage.removeItem(item));
});

// Gives back the pairs for which the form has no field, as a newcomer who takes over the points of another.
const restore = (form) => {
  dropEarlier(form.dataset.draft);
  const saved = attempt(() => JSON.parse(localStorage.getItem(itemOf(form.dataset.draft))));
  if (!Array.isArray(saved) || !saved.length) return [];
  const rest = saved.filter((pair) => Array.isArray(pair));
  const take = (name, fits) => {
    const index = rest.findIndex((pair) => pair[0] === name && fits(pair[1]));
    return index < 0 ? null : rest.splice(index, 1)[0];
  };
  for (const field of fieldsOf(form)) {
    if (isChoice(field)) {
      const chosen = take(field.name, (value) => value === field.value);
      field.checked = Boolean(chosen) && !field.matches("[aria-disabled]");
    } else field.value = take(field.name, () => true)?.[1] ?? field.value;
  }
  const note = form.querySelector(".noting");
  if (note?.querySelector("input:checked:not([value='']), input[type=text]:not(:placeholder-shown)")) note.open = true;
  form.dispatchEvent(new Event("change", { bubbles: true }));
  return rest;
};

// What was half-entered asks more than the page does: the server makes the page for it.
const askMore = async (form, pairs) => {
  const body = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...pairs, ["action", "keep"]]) body.append(name, value);
  const answer = await ask(form.getAttribute("action"), { method: "POST", body });
  if (answer?.code === 200) show(answer.html);
};

export const restoreAll = (root) => root.querySelectorAll("form[data-draft]").forEach((form) => {
  // What the server sent back is newer than the draft.
  if ("returned" in form.dataset) return void saveForm(form);
  const rest = restore(form);
  if (rest.length && form.querySelector("[data-sortable]")) askMore(form, rest);
});

for (const type of ["input", "change"]) {
  document.addEventListener(type, (event) => {
    const form = event.target.closest?.("form[data-draft]");
    if (form && event.target !== form) saveForm(form);
  });
}
