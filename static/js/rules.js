// House rules: found by words, and a table's own set of them kept under a name on this phone.
import { attempt, base, button } from "./dom.js";
import { onReady } from "./page.js";

const plain = (text) => ` ${text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")}`
  .replace(/[^\p{L}\p{N}]+/gu, " ");

// What a house rule says of itself, without those that hang on it, and what other tables call it.
const said = (option) => {
  const texts = document.createTreeWalker(option, NodeFilter.SHOW_TEXT);
  const own = [option.dataset.also ?? ""];
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement.closest(".option") === option) own.push(texts.currentNode.data);
  }
  return plain(own.join(" "));
};

const find = (tools) => {
  const wanted = plain(tools.querySelector("input").value).trim().split(" ").filter(Boolean);
  const form = tools.closest("form");
  const options = [...form.querySelectorAll(".option")];
  const found = new Set(options.filter((option) => {
    const text = said(option);
    return wanted.every((word) => text.includes(` ${word}`));
  }));
  // With a rule stand those that it hangs on; where none of these is meant, those that hang on it.
  const holds = (option) => [...found].some((one) => one !== option && option.contains(one));
  const isShown = (option) => !wanted.length || found.has(option) || holds(option)
    || [...found].some((one) => one.contains(option) && !holds(one));
  options.forEach((option) => { option.hidden = !isShown(option); });
  form.querySelectorAll(".more-rules").forEach((fold) => {
    const hasSome = [...fold.querySelectorAll(".option")].some((option) => !option.hidden);
    fold.hidden = wanted.length > 0 && !hasSome;
    if (!wanted.length && "found" in fold.dataset) fold.open = false;
    if (wanted.length && hasSome && !fold.open) {
      fold.open = true;
      fold.dataset.found = "";
    }
  });
  tools.querySelector("p").hidden = !wanted.length || found.size > 0;
};

const placeOf = (tools) => `${base}rules ${tools.dataset.rules}`;
const kept = (tools) => attempt(() => JSON.parse(localStorage.getItem(placeOf(tools)))) ?? {};
const keep = (tools, sets) => {
  attempt(() => localStorage.setItem(placeOf(tools), JSON.stringify(sets)));
  show(tools);
};
const isRule = (field) => field.name?.startsWith("option-") && field.type !== "hidden";
const chosenIn = (form) => [...new FormData(form)].filter(([name]) => name.startsWith("option-"));

const fillIn = (form, pairs) => {
  const rest = [...pairs];
  for (const field of [...form.elements].filter(isRule)) {
    const isOfField = ([name, value]) => name === field.name && (!["radio", "checkbox"].includes(field.type)
      || value === field.value);
    const at = rest.findIndex(isOfField);
    if (["radio", "checkbox"].includes(field.type)) field.checked = at >= 0;
    else if (at >= 0) field.value = rest.splice(at, 1)[0][1];
  }
  form.dispatchEvent(new Event("change", { bubbles: true }));
};

const chip = (text, work, label = text) => {
  const made = button(text, work);
  made.className = "chip";
  made.setAttribute("aria-label", label);
  return made;
};
const show = (tools) => {
  const sets = kept(tools);
  tools.querySelector(".chips").replaceChildren(...Object.keys(sets).flatMap((name) => [
    chip(name, () => fillIn(tools.closest("form"), sets[name])),
    chip("×", () => {
      const { [name]: _, ...others } = sets;
      keep(tools, others);
    }, `Forget ${name}`),
  ]));
};

const showRules = (root) => root.querySelectorAll("[data-rules][hidden]").forEach((tools) => {
  const part = tools.closest("form").querySelector(".keep-rules");
  const name = part.querySelector("input");
  tools.hidden = false;
  part.hidden = false;
  part.closest("details").hidden = false;
  show(tools);
  const search = tools.querySelector("input");
  search.addEventListener("input", () => find(tools));
  // Neither is a part of what is sent.
  for (const field of [search, name]) {
    for (const type of ["input", "change"]) field.addEventListener(type, (event) => event.stopPropagation());
    field.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  }
  part.querySelector("button").addEventListener("click", () => {
    const called = name.value.trim();
    if (!called) return void name.focus();
    name.value = "";
    keep(tools, { ...kept(tools), [called]: chosenIn(tools.closest("form")) });
  });
});

onReady(showRules);
