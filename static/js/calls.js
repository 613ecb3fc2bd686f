// The bidding: a bid is a number and a denomination, tapped in any order.

// A denomination that is too low for the number chosen is impossible.
document.addEventListener("change", (event) => {
  if (!event.target.matches?.("#speak input[name=level]")) return;
  for (const suit of document.querySelectorAll("#speak [data-least]")) {
    if (Number(event.target.value) < Number(suit.dataset.least)) suit.setAttribute("aria-disabled", "true");
    else suit.removeAttribute("aria-disabled");
  }
  // A suit that waited for this number is bid, or says why the number is too low for it, once the page is up to date.
  setTimeout(() => document.querySelector("#speak [aria-pressed=true]")?.click());
});

// A suit that is tapped before its number waits for it.
document.addEventListener("click", (event) => {
  const suit = event.target.closest?.("#speak button[name=suit]");
  if (!suit || event.defaultPrevented || suit.form.querySelector("[name=level]:checked")) return;
  event.preventDefault();
  for (const key of suit.parentElement.querySelectorAll("button")) {
    key.setAttribute("aria-pressed", key === suit && key.ariaPressed !== "true");
  }
});
