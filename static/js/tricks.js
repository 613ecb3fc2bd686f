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

export const markMade = (root) => root.querySelectorAll("[data-made-at]").forEach(mark);
document.addEventListener("change", ({ target }) => { if (target.form) markMade(target.form); });
