// What htmx does not do: taps that can be taken back, drafts kept in this phone, reasons for what is
// impossible, one request per tap, dragging. Everything here makes pages that work without it nicer.
"use strict";

document.documentElement.classList.add("js");

// A chosen seat tapped again is chosen no more.
const chosen = new WeakMap();
const groupOf = (radio) => [...radio.form.elements].filter((e) => e.type === "radio" && e.name === radio.name);
const remember = (root) => root.querySelectorAll("input[data-toggle]").forEach((r) => chosen.set(r, r.checked));

document.addEventListener("click", (event) => {
  const radio = event.target;
  if (!(radio instanceof HTMLInputElement) || !radio.matches("[data-toggle]")) return;
  if (chosen.get(radio)) {
    radio.checked = false;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }
  groupOf(radio).forEach((r) => chosen.set(r, r.checked));
});

// What is impossible says why when it is tapped or focused, and does nothing else.
const explain = (control) => {
  const place = document.getElementById("why");
  if (!place || !control.dataset.why) return;
  const link = document.createElement("a");
  link.href = control.dataset.ruleAt;
  link.textContent = control.dataset.rule;
  place.replaceChildren(`${control.dataset.why} `, link);
};
document.addEventListener("click", (event) => {
  const control = event.target.closest?.("[aria-disabled=true]");
  if (!control) return;
  event.preventDefault();
  explain(control);
  const forecast = control.closest(".dock-inner")?.querySelector(".forecast");
  if (forecast && control.matches(".go")) {
    forecast.classList.remove("nudged");
    requestAnimationFrame(() => forecast.classList.add("nudged"));
  }
}, true);
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[aria-disabled=true]")) explain(event.target);
});

// One request per tap: a form that was sent is not sent again until the page comes back.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) event.preventDefault();
  else form.dataset.sent = "yes";
});
addEventListener("pageshow", () => document.querySelectorAll("[data-sent]").forEach((f) => delete f.dataset.sent));

// A half-entered hand stays in this phone, through reload and sleep.
const SKIPPED = new Set(["csrf_token", "key", "seen"]);
const draftKey = (form) => `draft ${form.dataset.draft}`;
const keepDraft = (form) => {
  const kept = [...new FormData(form)].filter(([name]) => !SKIPPED.has(name));
  try {
    localStorage.setItem(draftKey(form), JSON.stringify(kept));
  } catch { /* a full or forbidden storage only costs the draft */ }
};
const restoreDraft = (form) => {
  let kept;
  try {
    const sheet = form.dataset.draft.split("/")[0];
    Object.keys(localStorage)
      .filter((key) => key.startsWith(`draft ${sheet}/`) && !key.startsWith(`draft ${form.dataset.draft.split("/", 2).join("/")}`))
      .forEach((key) => localStorage.removeItem(key));
    kept = JSON.parse(localStorage.getItem(draftKey(form)));
  } catch { /* as above */ }
  if (!Array.isArray(kept) || !kept.length) return;
  form.querySelectorAll("input[type=radio]").forEach((r) => { r.checked = false; });
  for (const [name, value] of kept) {
    const radio = groupOf({ form, name }).find((r) => r.value === value);
    if (radio) radio.checked = true;
  }
  remember(form);
  form.dispatchEvent(new Event("change", { bubbles: true }));
};
document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-draft]");
  if (form && event.target !== form) keepDraft(form);
});

// Dragging a player to another seat moves the names; the seats stay.
document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest?.(".grip");
  const list = grip?.closest("[data-sortable]");
  if (!list) return;
  let dragged = grip.closest("li");
  grip.setPointerCapture(event.pointerId);
  dragged.classList.add("dragged");
  const inputs = (li) => [li.querySelector("input[name=player]"), li.querySelector("input[name=dealer]")];
  const move = (moved) => {
    const over = [...list.children].find((li) => {
      const box = li.getBoundingClientRect();
      return moved.clientY >= box.top && moved.clientY < box.bottom;
    });
    if (!over || over === dragged) return;
    const here = [...list.children].indexOf(dragged);
    const there = [...list.children].indexOf(over);
    for (let at = here; at !== there; at += Math.sign(there - here)) {
      const [name, dealer] = inputs(list.children[at]);
      const [nextName, nextDealer] = inputs(list.children[at + Math.sign(there - here)]);
      [name.value, nextName.value] = [nextName.value, name.value];
      if (dealer.checked) nextDealer.checked = true;
      else if (nextDealer.checked) dealer.checked = true;
    }
    dragged.classList.remove("dragged");
    over.classList.add("dragged");
    dragged = over;
  };
  const drop = () => {
    dragged.classList.remove("dragged");
    grip.removeEventListener("pointermove", move);
  };
  grip.addEventListener("pointermove", move);
  grip.addEventListener("pointerup", drop, { once: true });
  grip.addEventListener("pointercancel", drop, { once: true });
});
// Enter in a name goes on to the next one instead of starting the sheet.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-sortable] input[name=player]")) return;
  const names = [...document.querySelectorAll("[data-sortable] input[name=player]")];
  const next = names[names.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// A menu closes when something else is tapped, or on Escape.
document.addEventListener("click", (event) => {
  document.querySelectorAll(".menu[open]").forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; });
  if (event.target.closest?.("[data-print]")) print();
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector(".menu[open]");
  if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
});

// A page, or what htmx has put in its place, is made ready.
const ready = (root) => {
  root.querySelectorAll(".go[data-incomplete]").forEach((button) => button.setAttribute("aria-disabled", "true"));
  root.querySelectorAll("[data-print]").forEach((button) => { button.hidden = false; });
  remember(root);
  root.querySelectorAll("form[data-draft]").forEach((form) => { if (!("kept" in form.dataset)) restoreDraft(form); });
};
document.addEventListener("DOMContentLoaded", () => {
  ready(document);
  if (document.querySelector("#auction .calls")) scrollTo({ top: document.body.scrollHeight });
});
// A page that the back button brings back as it was left may show a hand that is long recorded.
addEventListener("pageshow", (event) => { if (event.persisted && document.body.matches(".entering")) location.reload(); });
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "auction" && event.target.id !== "new_sheet") return;
  ready(event.target);
  if (event.target.id === "auction") scrollTo({ top: document.body.scrollHeight });
});
