// Oh Hell's rows of tricks. A row shows the numbers around the bid, and no tap moves it. Once the tricks of all but one
// player are tapped, those of the last follow.

const scrollTo = (row, input) => {
  const strip = row.querySelector(".strip");
  const [key, box] = [input.nextElementSibling, strip].map((part) => part.getBoundingClientRect());
  strip.scrollLeft += key.x + key.width / 2 - box.x - box.width / 2;
};
const showBid = (row) => {
  const input = row.querySelector(".takes:checked") ?? row.querySelector(".spoken-bid:checked ~ .takes");
  if (input) scrollTo(row, input);
};

// Marks the number of tricks that is left for the last player.
const markRest = (form, tapped) => {
  const rows = [...form.querySelectorAll(".speaker")];
  const open = rows.filter((row) => !row.querySelector(".takes:checked"));
  rows.forEach((row) => row.querySelector(".follows")?.classList.remove("follows"));
  if (open.length !== 1 || rows.some((row) => !row.querySelector(".spoken-bid:checked"))) return;
  const [row] = open;
  const cards = row.querySelectorAll(".takes").length - 1;
  const taken = [...form.querySelectorAll(".takes:checked")].reduce((sum, input) => sum + Number(input.value), 0);
  const input = row.querySelector(`.takes[value="${cards - taken}"]`);
  input?.classList.add("follows");
  if (input && row !== tapped) scrollTo(row, input);
};

const showTricks = () => new Set([...document.querySelectorAll("form .speaker")].map((row) => row.closest("form"))).forEach((form) => {
  form.querySelectorAll(".speaker").forEach(showBid);
  markRest(form);
});
document.addEventListener("DOMContentLoaded", () => requestAnimationFrame(showTricks));
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.matches("main")) requestAnimationFrame(showTricks);
});
document.addEventListener("change", ({ target }) => {
  const row = target.closest?.(".speaker");
  if (!row) return;
  if (target.matches(".spoken-bid:checked")) showBid(row);
  markRest(row.closest("form"), row);
});

// Marks the numbers of tricks with which the contract is made, once its number is tapped.

const cellOf = (input) => input.closest(".cell");

const mark = (group) => {
  const bid = group.form.querySelector(`[name="${group.dataset.madeAt}"]:checked, [name="${group.dataset.madeAt}"][type=hidden]`);
  const least = bid?.value ? Number(bid.value) + Number(group.dataset.book) : Infinity;
  const tricks = [...group.querySelectorAll(".cell > input")];
  tricks.forEach((input) => {
    cellOf(input).classList.toggle("makes", Number(input.value) >= least);
    cellOf(input).classList.toggle("makes-first", Number(input.value) === least);
  });
};

// Of the hand before nothing stays on a form that was emptied.
export const forgetMarks = (form) => {
  markRest(form);
  markMade(form);
};
export const markMade = (root) => root.querySelectorAll("[data-made-at]").forEach(mark);
document.addEventListener("change", ({ target }) => { if (target.form) markMade(target.form); });
