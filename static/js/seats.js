// The seats of a sheet: who sits where, who deals, and the names that are known.
import { $, on } from "./dom.js";
import { onReady } from "./page.js";

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
  // Once something else is tapped none comes back: what is tapped would move away under the finger.
  const typed = typedIn(list)?.value.trim().toLowerCase();
  document.querySelectorAll(".known button").forEach((part) => {
    const fits = typed === undefined ? !part.hidden : knownAs(part).toLowerCase().startsWith(typed);
    part.hidden = !fits || names.includes(knownAs(part));
  });
  showDealer(list);
};
// Before the server is asked anew, for what it was asked earlier is given up.
on("input change focusin", ({ target }) => {
  const list = target.closest?.("form")?.querySelector("[data-sortable]");
  if (list) arrange(list);
}, true);
// With a keyboard of its own one types at once.
const focusFirst = () => {
  const field = matchMedia("(hover: hover) and (pointer: fine)").matches && $("#new-sheet :is(#title, [name=player])");
  if (field && document.activeElement === document.body && !field.value) field.focus({ preventScroll: true });
};
onReady(focusFirst);

// Enter in a name goes on to the next one, instead of starting the sheet; behind the last one it starts.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-sortable] input")) return;
  if (event.target.name !== "player") return event.preventDefault();
  const names = [...document.querySelectorAll("[data-sortable] > :not([hidden]) input[name=player]")];
  const next = names[names.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// A name that is typed while the answer to a tap is on its way stays, though the answer replaces the form, and who
// takes over the points of another; and what is typed next goes where one was.
const namesIn = (form) => [...form.querySelectorAll("input[name=player]")];
const heirsIn = (form) => [...form.querySelectorAll("[name=heir]")];
on("htmx:beforeRequest", ({ detail: { xhr, target } }) => {
  xhr.names = namesIn(target).map((field) => field.value);
});
on("htmx:beforeSwap", ({ detail: { xhr, target } }) => {
  const fields = namesIn(target);
  xhr.typed = fields.map((field, at) => field.value === xhr.names[at] ? null : field.value);
  xhr.on = fields.indexOf(document.activeElement);
  xhr.caret = fields[xhr.on]?.selectionEnd;
  xhr.heirs = new Map(heirsIn(target).map(({ value, checked }) => [value, checked]));
});
on("htmx:afterSwap", ({ detail: { xhr } }) => {
  heirsIn(document).forEach((heir) => { heir.checked = xhr.heirs?.get(heir.value) ?? heir.checked; });
  const fields = xhr.typed?.length ? namesIn(document) : [];
  fields.forEach((field, at) => { field.value = xhr.typed[at] ?? field.value; });
  fields[xhr.on]?.focus();
  fields[xhr.on]?.setSelectionRange(xhr.caret, xhr.caret);
  if (xhr.typed?.some((name) => name !== null)) fields[0]?.dispatchEvent(new Event("input", { bubbles: true }));
});
