// Dragging a player to another seat moves the names; the seats stay.

const inputsOf = (seat) => [seat.querySelector("input[name=player]"), seat.querySelector("input[name=dealer]")];

// The deal goes with its player.
const exchange = (seat, other) => {
  const [name, dealer] = inputsOf(seat);
  const [otherName, otherDealer] = inputsOf(other);
  [name.value, otherName.value] = [otherName.value, name.value];
  if (dealer.checked) otherDealer.checked = true;
  else if (otherDealer.checked) dealer.checked = true;
};

// A tap on a grip is a button's; the end of a drag is no tap.
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
    const seats = [...list.children];
    const over = seats.find((seat) => {
      const box = seat.getBoundingClientRect();
      return clientY >= box.top && clientY < box.bottom;
    });
    if (!over || over === dragged) return;
    const target = seats.indexOf(over);
    const step = Math.sign(target - seats.indexOf(dragged));
    for (let seat = seats.indexOf(dragged); seat !== target; seat += step) exchange(seats[seat], seats[seat + step]);
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
    list.dispatchEvent(new Event("change", { bubbles: true }));
  };
  grip.addEventListener("pointermove", move);
  grip.addEventListener("pointerup", drop, { once: true });
  grip.addEventListener("pointercancel", drop, { once: true });
});

// Behind the last name there is an empty seat as long as the game has one; who deals unless somebody is marked is the last
// who is named. No row goes away again under a finger.
const arrange = (list) => {
  const seats = [...list.children];
  const names = seats.map((seat) => seat.querySelector("input[name=player]").value.trim());
  const last = names.findLastIndex(Boolean);
  seats.forEach((seat, row) => {
    if (row <= last + 1) seat.hidden = false;
    seat.classList.toggle("named", names[row] !== "");
    if (last >= 0) seat.classList.toggle("deals-last", row === last);
  });
  document.querySelectorAll("#draw, #same, .known button").forEach((part) => {
    part.hidden = part.id ? (part.id === "draw") === last < 0 : names.includes(part.value.slice(4));
  });
};
for (const type of ["input", "change"]) {
  document.addEventListener(type, (event) => {
    const form = event.target.form ?? event.target;
    const list = form.querySelector?.("[data-sortable]");
    if (list) arrange(list);
  });
}

// Enter in a name goes on to the next one, instead of starting the sheet; behind the last one it starts.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-sortable] input[name=player]")) return;
  const names = [...document.querySelectorAll("[data-sortable] > :not([hidden]) input[name=player]")];
  const next = names[names.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
