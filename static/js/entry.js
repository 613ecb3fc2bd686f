// The form of a hand: its next hand, why a key cannot be tapped, and its seats.
import { $, build, setHidden } from "./dom.js";
import { newKey } from "./queue.js";

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

// A sheet is started in the time zone of this phone, and on its day, which lasts until 6 in the morning.
export const showZone = (root) => root.querySelectorAll("input[data-zone]").forEach(({ form }) => {
  form.elements.zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  if (!form.elements.date || "returned" in form.dataset) return;
  const night = new Date();
  night.setHours(night.getHours() - 6);
  const day = new Date(Date.UTC(night.getFullYear(), night.getMonth(), night.getDate()));
  form.elements.date.defaultValue = day.toISOString().slice(0, 10);
});

// What looks otherwise once something in it is chosen or written: it has the class "has" then.
export const showChosen = () => document.querySelectorAll("[data-has]").forEach((part) => (
  part.classList.toggle("has", Boolean(part.querySelector(part.dataset.has)))));
for (const type of ["input", "change", "renewed"]) document.addEventListener(type, showChosen);

// The entry of the next hand: when a hand that was entered waits, its form is for the one after it.

const DOUBLE_TAP_MS = 600;

let startedAt = -DOUBLE_TAP_MS;
let untouched = false;

export const nextEntry = () => $("form[data-act=next]");

// Whether nothing is entered yet. Until then the dock says what was just done.
export const isBlank = (form) => ![...form.elements].some((field) => (
  field.checked || field.value && field.matches("[data-keypad], [data-stepper]")));
const forgetDone = () => document.querySelectorAll(".just-done").forEach((line) => line.remove());
document.addEventListener("change", ({ target }) => {
  const form = target.closest?.("main form");
  if (form && !isBlank(form)) forgetDone();
});

// The second half of a double tap is not for the next hand.
export const hasJustStarted = () => untouched && performance.now() - startedAt < DOUBLE_TAP_MS;
document.addEventListener("change", (event) => { if (!event.target.matches?.("form")) untouched = false; });
export const forgetStart = (root) => { if (root === document) startedAt = -DOUBLE_TAP_MS; };
export const rememberStart = () => {
  const time = startedAt;
  return () => { startedAt = time; };
};

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

// Empties the form of a hand that waits, for the hand behind it. key: of the form, where the hand was entered on
// another.
export const startNextHand = (act, key = act.key) => {
  const form = nextEntry();
  if (form?.elements.key.value !== key) return;
  setHidden(form, "key", newKey());
  setHidden(form, "after", act.key);
  delete form.dataset.returned;
  delete form.dataset.follows;
  delete form.dataset.sent;
  form.querySelectorAll("input[type=radio]").forEach((radio) => { radio.checked = false; });
  form.querySelectorAll("[data-keypad], [data-stepper]").forEach((field) => { field.value = ""; });
  document.querySelectorAll("main > .notice, main > .error, form .error, #said > *")
    .forEach((message) => message.remove());
  forgetDone();
  const main = $("main");
  main.className = main.className.replace(/\b(told-off|leads-\d+)\b/g, "");
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
  const next = keys.lastElementChild.outerHTML.replace(last, `$1${number}$2`).replaceAll(' checked=""', "");
  keys.insertAdjacentHTML("beforeend", next);
};
const resize = (keys, cards) => {
  while (keys.children.length > cards + 1) keys.lastElementChild.remove();
  while (keys.children.length < cards + 1) addCell(keys, keys.children.length);
  const rows = Math.ceil((cards + 1) / 7);
  keys.className = `keys keys-${Math.ceil((cards + 1) / rows)}`;
};
const showCards = (form, cards) => {
  const word = cards === "1" ? "card" : "cards";
  $("#dealt").textContent = `${cards} ${word}`;
  form.querySelectorAll(".cards").forEach((number) => { number.textContent = cards; });
  form.querySelector(".at-first small").textContent = `${word} each`;
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

// What is impossible says why when it is tapped or focused, and does nothing else.

const explain = (control) => {
  const place = document.getElementById("why");
  if (!place || !control.dataset.why) return;
  const link = build("a", { href: control.dataset.ruleAt }, control.dataset.rule ?? "");
  place.replaceChildren(`${control.dataset.why} `, ...control.dataset.rule ? [link] : []);
};

export const disableIncomplete = (root) => root.querySelectorAll(".go[data-incomplete]")
  .forEach((button) => button.setAttribute("aria-disabled", "true"));

document.addEventListener("click", (event) => {
  const control = event.target.closest?.("[aria-disabled=true]");
  if (!control) return;
  event.preventDefault();
  explain(control);
  if (!control.matches(".go")) return;
  if (control.form.matches(".htmx-request")) {
    // The answer to the last tap is still under way, and may let this one through.
    control.form.dataset.pressed = "yes";
    return;
  }
  const forecast = control.closest(".dock-inner")?.querySelector(".forecast");
  if (!forecast) return;
  forecast.classList.remove("nudged");
  requestAnimationFrame(() => forecast.classList.add("nudged"));
}, true);
document.addEventListener("htmx:afterSettle", (event) => {
  const { elt } = event.detail.requestConfig ?? {};
  if (!elt?.dataset.pressed) return;
  // Once the request is over: another one may follow it.
  setTimeout(() => {
    if (elt.matches(".htmx-request")) return;
    delete elt.dataset.pressed;
    elt.querySelector(".go").click();
  });
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[aria-disabled=true]")) explain(event.target);
});
document.addEventListener("change", () => document.getElementById("why")?.replaceChildren());

// A player is moved by dragging, by two buttons that a tap on the grip brings, or by the arrows on it. The names move,
// the seats stay; an empty seat changes places with nobody.

const partOf = (seat, name) => seat.querySelector(`input[name=${name}]`);
const nameIn = (seat) => partOf(seat, "player");
const dealsIn = (seat) => seat.closest("form")
  .querySelector(`input[name=dealer][value="${[...seat.parentElement.children].indexOf(seat)}"]`);
const isNamed = (seat) => nameIn(seat).value.trim() !== "";
const named = (list) => [...list.children].filter(isNamed);

// The deal goes with its player, and how they are shown.
const exchange = (seat, other) => {
  for (const name of ["player", "color", "emoji"]) {
    const [here, there] = [seat, other].map((each) => partOf(each, name));
    if (here) [here.value, there.value] = [there.value, here.value];
  }
  const [mark, otherMark] = [seat, other].map((each) => each.querySelector("[id^=look-]"));
  if (mark) [mark.innerHTML, otherMark.innerHTML] = [otherMark.innerHTML, mark.innerHTML];
  const [dealer, otherDealer] = [seat, other].map(dealsIn);
  if (dealer?.checked && otherDealer) otherDealer.checked = true;
  else if (otherDealer?.checked && dealer) dealer.checked = true;
  // What was wrong with a name was said of its seat.
  [seat, other].forEach((each) => {
    each.querySelector(".error")?.remove();
    nameIn(each).removeAttribute("aria-invalid");
    nameIn(each).removeAttribute("aria-describedby");
  });
};
// Past everybody between the two seats.
const moveTo = (list, seat, goal) => {
  const seats = named(list);
  const step = Math.sign(seats.indexOf(goal) - seats.indexOf(seat));
  for (let at = seats.indexOf(seat); seats[at] !== goal; at += step) exchange(seats[at], seats[at + step]);
};
const showMoving = (list, moving) => [...list.children].forEach((seat) => {
  const grip = seat.querySelector(".grip");
  seat.classList.toggle("moving", seat === moving);
  grip.setAttribute("aria-expanded", seat === moving);
  seat.querySelectorAll(".up, .down").forEach((way) => way.remove());
  if (seat === moving) grip.before($("#ways").content.cloneNode(true));
});
const step = (control, by) => {
  const seat = control.closest("li");
  const list = seat.parentElement;
  const goal = named(list)[named(list).indexOf(seat) + by];
  if (!goal) return;
  exchange(seat, goal);
  if (seat.matches(".moving")) showMoving(list, goal);
  list.dispatchEvent(new Event("change", { bubbles: true }));
  const same = goal.querySelector(control.matches(".grip") ? ".grip" : by < 0 ? ".up" : ".down");
  (getComputedStyle(same).visibility === "hidden" ? goal.querySelector(".grip") : same).focus();
};

document.addEventListener("click", (event) => {
  const control = event.target.closest?.("[data-sortable] :is(.grip, .up, .down)");
  if (!control) return;
  event.preventDefault();
  const seat = control.closest("li");
  if (control.matches(".grip")) showMoving(seat.parentElement, seat.matches(".moving") ? null : seat);
  else step(control, control.matches(".up") ? -1 : 1);
});
document.addEventListener("keydown", (event) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!by || !event.target.matches?.("[data-sortable] .grip")) return;
  event.preventDefault();
  step(event.target, by);
});

// The end of a drag is no tap.
const swallow = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest?.(".grip");
  const list = grip?.closest("[data-sortable]");
  if (!list) return;
  let dragged = grip.closest("li");
  let moved = false;
  grip.setPointerCapture(event.pointerId);
  dragged.classList.add("dragged");
  const move = ({ clientY }) => {
    const over = named(list).find((seat) => {
      const box = seat.getBoundingClientRect();
      return clientY >= box.top && clientY < box.bottom;
    });
    if (!over || over === dragged) return;
    moveTo(list, dragged, over);
    dragged.classList.remove("dragged");
    over.classList.add("dragged");
    dragged = over;
    moved = true;
  };
  const drop = () => {
    dragged.classList.remove("dragged");
    grip.removeEventListener("pointermove", move);
    if (!moved) return;
    grip.addEventListener("click", swallow, { capture: true });
    setTimeout(() => grip.removeEventListener("click", swallow, { capture: true }));
    showMoving(list, null);
    list.dispatchEvent(new Event("change", { bubbles: true }));
  };
  grip.addEventListener("pointermove", move);
  grip.addEventListener("pointerup", drop, { once: true });
  grip.addEventListener("pointercancel", drop, { once: true });
});

// Who deals is said at once, before the server has looked at the names.
const showDealer = (list) => {
  const line = $("#seating");
  const dealer = named(list).find((seat) => dealsIn(seat)?.checked) ?? named(list).at(-1);
  const told = /^(?:Drawn by lot: )?(.+?) deals/.exec(line?.textContent)?.[1];
  if (!told || !dealer || told === nameIn(dealer).value.trim()) return;
  htmx.trigger(line.parentElement, "htmx:abort");
  line.textContent = `${nameIn(dealer).value.trim()} deals.`;
};

// Known names stand below the fields: those that go on as somebody has begun to type. One that is tapped takes the
// place of what was typed, or the first empty seat.
const knownAs = (part) => part.value.slice("add:".length);
const typedIn = (list) => [...list.children].map(nameIn).find((field) => field === document.activeElement);
document.addEventListener("click", (event) => {
  const part = event.target.closest?.(".known button");
  const list = part?.form.querySelector("[data-sortable]");
  const fields = list ? [...list.children].map(nameIn) : [];
  const firstEmpty = () => fields.find(({ value }) => !value.trim());
  const typed = list && typedIn(list);
  const field = typed?.value.trim() ? typed : firstEmpty();
  // Where all seats are taken the server says so.
  if (!field) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  field.value = knownAs(part);
  field.closest("li").hidden = false;
  list.dispatchEvent(new Event("change", { bubbles: true }));
  if (typed) firstEmpty()?.focus();
}, true);
document.addEventListener("mousedown", (event) => {
  // The field keeps the focus, and the phone its keyboard.
  if (event.target.closest?.(".known button")) event.preventDefault();
});

// Behind the last name there is an empty seat as long as the game has one; who deals unless somebody is marked is the
// last who is named. No row goes away again under a finger.
const arrange = (list) => {
  const seats = [...list.children];
  const names = seats.map((seat) => nameIn(seat).value.trim());
  const last = names.findLastIndex(Boolean);
  seats.forEach((seat, row) => {
    if (row <= last + 1) seat.hidden = false;
    seat.classList.toggle("named", names[row] !== "");
    seat.querySelectorAll(".grip, [id^=look-]").forEach((part) => { part.hidden = names[row] === ""; });
    // Who sits where there is no seat for them does not deal.
    const chip = dealsIn(seat)?.parentElement;
    if (!chip) return;
    chip.hidden = names[row] === "";
    chip.classList.toggle("named", names[row] !== "");
    if (last >= 0) chip.classList.toggle("deals-last", row === last);
    chip.querySelector("bdi").textContent = names[row] || nameIn(seat).placeholder;
  });
  document.querySelectorAll("#draw, #same").forEach((part) => { part.hidden = (part.id === "draw") === last < 0; });
  const begun = typedIn(list)?.value.trim().toLowerCase() ?? "";
  document.querySelectorAll(".known button").forEach((part) => {
    part.hidden = names.includes(knownAs(part)) || !knownAs(part).toLowerCase().startsWith(begun);
  });
  showDealer(list);
};
for (const type of ["input", "change", "focusin"]) {
  document.addEventListener(type, (event) => {
    const form = event.target.form ?? event.target;
    const list = form.querySelector?.("[data-sortable]");
    if (list) arrange(list);
  });
}
// With a keyboard of its own one types at once.
export const focusFirst = () => {
  const field = matchMedia("(hover: hover) and (pointer: fine)").matches && $("#new-sheet :is(#title, [name=player])");
  if (field && document.activeElement === document.body && !field.value) field.focus({ preventScroll: true });
};

// Enter in a name goes on to the next one, instead of starting the sheet; behind the last one it starts.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-sortable] input[name=player]")) return;
  const names = [...document.querySelectorAll("[data-sortable] > :not([hidden]) input[name=player]")];
  const next = names[names.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
