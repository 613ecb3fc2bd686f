// What htmx does not do: taps that can be taken back, reasons for what is impossible, one request per tap,
// dragging. Everything here makes pages that work without it nicer.
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
  // The answer to the last tap is still under way, and may let it through.
  if (control.matches(".go") && control.form.matches(".htmx-request")) return void (control.form.dataset.pressed = "yes");
  const forecast = control.closest(".dock-inner")?.querySelector(".forecast");
  if (forecast && control.matches(".go")) {
    forecast.classList.remove("nudged");
    requestAnimationFrame(() => forecast.classList.add("nudged"));
  }
}, true);
// A denomination that is too low for the number chosen is impossible too.
document.addEventListener("change", (event) => {
  if (!event.target.matches?.("#speak input[name=level]")) return;
  for (const suit of document.querySelectorAll("#speak [data-least]")) {
    if (Number(event.target.value) < Number(suit.dataset.least)) suit.setAttribute("aria-disabled", "true");
    else suit.removeAttribute("aria-disabled");
  }
});
// A suit that is tapped before its number waits for it.
document.addEventListener("click", (event) => {
  const suit = event.target.closest?.("#speak button[name=suit]");
  if (!suit || event.defaultPrevented || suit.form.querySelector("[name=level]:checked")) return;
  event.preventDefault();
  for (const each of suit.parentElement.children) each.setAttribute("aria-pressed", each === suit && each.ariaPressed !== "true");
});
document.addEventListener("change", (event) => {
  // Only then does the page say why a number is too low for it.
  if (event.target.matches?.("#speak input[name=level]")) setTimeout(() => document.querySelector("#speak [aria-pressed=true]")?.click());
});
document.addEventListener("htmx:afterSettle", (event) => {
  const { elt } = event.detail.requestConfig ?? {};
  if (!elt?.dataset.pressed || elt.matches(".htmx-request")) return;
  delete elt.dataset.pressed;
  elt.querySelector(".go").click();
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[aria-disabled=true]")) explain(event.target);
});
document.addEventListener("change", () => document.getElementById("why")?.replaceChildren());

// One request per tap: a form that was sent is not sent again until the page comes back.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) event.preventDefault();
  else form.dataset.sent = "yes";
});
addEventListener("pageshow", () => document.querySelectorAll("[data-once]").forEach((f) => delete f.dataset.sent));

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
    list.dispatchEvent(new Event("change", { bubbles: true }));
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

// A choice that leads to another page leads there at once.
document.addEventListener("change", (event) => {
  if (event.target.matches?.("[data-go]")) event.target.form.requestSubmit();
});

// The app's own keypad writes into the field that was tapped last; the phone's own keyboard stays away.
let types = null;
let anew = true;
const typed = () => [...document.querySelectorAll("[data-keypad]")];
const keypad = () => {
  const pad = document.getElementById("keypad");
  if (!pad?.hidden) return;
  pad.hidden = false;
  typed().forEach((field) => { field.inputMode = "none"; });
  (typed().find((field) => !field.value) ?? typed()[0]).focus({ preventScroll: true });
};
document.addEventListener("focusin", (event) => {
  if (!event.target.matches?.("[data-keypad]")) return;
  types = event.target;
  anew = true;
});
document.addEventListener("mousedown", (event) => { if (event.target.closest?.("[data-types]")) event.preventDefault(); });
document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-types]")?.dataset.types;
  if (!key || !types?.isConnected) return;
  const { value } = types;
  if (key === "next") {
    const around = typed();
    const rest = [...around.slice(around.indexOf(types) + 1), ...around];
    (rest.find((field) => !field.value) ?? rest[0]).focus();
    return;
  }
  if (key === "-") types.value = value.startsWith("-") ? value.slice(1) : `-${value}`;
  else if (key === "back") types.value = value.slice(0, -1);
  // The first figure takes the place of what stood there.
  else if (anew || key !== "." || !value.includes(".")) types.value = ((anew ? "" : value) + key).replace(/^(-?)0(?=\d)/, "$1");
  anew = false;
  types.dispatchEvent(new Event("change", { bubbles: true }));
});

// A text is copied, or shared where the phone can; a picture is drawn as PNG by the phone itself.
const ways = {
  async copy(text) {
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      // There is no clipboard but on https.
      if (!document.execCommand("copy")) return "It is selected: copy it now.";
    }
    return "Copied.";
  },
  async share(text) {
    try { await navigator.share({ text: text.value }); } catch { /* She has thought better of it. */ }
    return "";
  },
  async png(picture, name) {
    if (!picture.naturalWidth) return "The picture has not come yet.";
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((drawn) => { canvas.toBlob(drawn, "image/png"); });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return "Saved.";
  },
};
const WAYS = Object.keys(ways).map((way) => `[data-${way}]`).join();
document.addEventListener("click", async (event) => {
  const { dataset } = event.target.closest?.(WAYS) ?? {};
  const way = Object.keys(ways).find((known) => dataset?.[known]);
  if (!way) return;
  const said = await ways[way](document.getElementById(dataset[way]), dataset.name);
  document.getElementById(`${dataset[way]}-said`).textContent = said;
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

// A page, or what was put in its place, is made ready.
const ready = (root) => {
  root.querySelectorAll("noscript").forEach((part) => part.remove());
  root.querySelectorAll(".go[data-incomplete]").forEach((button) => button.setAttribute("aria-disabled", "true"));
  root.querySelectorAll(`[data-print], ${WAYS}`).forEach((button) => { button.hidden = "share" in button.dataset && !navigator.share; });
  outbox.render();
  root.querySelectorAll("form[data-draft]").forEach((form) => {
    if ("kept" in form.dataset) return drafts.keep(form);
    const more = drafts.restore(form);
    return more.length && form.querySelector("[data-sortable]") && outbox.makeRoom(form, more);
  });
  remember(root);
  keypad();
  outbox.keepSpare();
};
const showTurn = () => { if (document.querySelector("#auction .calls")) scrollTo({ top: document.body.scrollHeight }); };
document.addEventListener("DOMContentLoaded", () => {
  ready(document);
  showTurn();
});
document.addEventListener("htmx:afterSettle", (event) => { if (event.target.matches("main")) ready(event.target.parentElement); });
