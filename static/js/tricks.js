// Games with a contract: marks the numbers of tricks with which it is made, once its number is tapped, and the partner of
// the declarer, who sits opposite.
import { onReady } from "./page.js";

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

const markPartner = (table) => {
  const places = [...table.querySelectorAll(".place")];
  places.forEach((place, seat) => place.classList.toggle("partner", Boolean(places[(seat + 2) % 4].querySelector(":checked"))));
};

const markAll = (root) => {
  root.querySelectorAll("[data-made-at]").forEach(mark);
  root.querySelectorAll(".table-one").forEach(markPartner);
};
onReady(markAll);
markAll(document);
for (const event of ["change", "renewed"]) {
  document.addEventListener(event, ({ target }) => markAll(target.form ?? target));
}
