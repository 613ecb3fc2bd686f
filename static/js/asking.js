// Entries that ask one player after the other: who is asked is lit at the felt and has their keys at its foot, and what
// was chosen stands at their seat. Once all have answered, what comes later is asked, in Oh Hell at the seats.
import { words } from "./dom.js";
import { onReady } from "./page.js";

const all = (part, selector) => [...part.querySelectorAll(selector)];
const put = (part, text) => { if (part) part.textContent = text; };
const numberIn = (text) => Number(/\d+/.exec(text ?? "")?.[0] ?? 0);
const chosenIn = (bidder) => bidder.querySelector("input:checked");
const placesOf = (asking, bidder) => all(asking, ".place")
  .filter((place) => place.querySelector("a.touch")?.hash === `#${bidder.id}`);

const ask = (asking, bidder) => {
  asking.classList.toggle("answered", !bidder);
  all(asking, ".bidder").forEach((each) => each.classList.toggle("asked", each === bidder));
  const lit = bidder ? placesOf(asking, bidder) : [];
  all(asking, ".place").forEach((place) => place.classList.toggle("asked", lit.includes(place)));
};
const focusKeys = (asking) => asking.querySelector(".bidder.asked :checked, .answered .later :checked")
  ?? asking.querySelector(`.bidder.asked [type=radio]:not([aria-disabled]), .answered button.touch,
    .answered .later input`);

const tellBids = (asking) => {
  const bids = all(asking, ".bidder").map((bidder) => {
    const bid = chosenIn(bidder);
    placesOf(asking, bidder).forEach((place) => put(place.querySelector(".slot"), bid ? words(bid.labels[0]) : ""));
    return bid?.value;
  });
  if (!bids.length) return;
  asking.classList.toggle("begun", bids.some(Boolean));
  all(asking, "[data-bid]").forEach((sum) => put(sum, bids.reduce((so, bid) => so + numberIn(bid), 0)));
};

// Whoever has no number took what they bid, and the last without one what the others left.
const tellTricks = (asking, said) => {
  const fields = all(asking, "[data-stepper]");
  const open = fields.filter(({ value }) => !value);
  const rest = fields.reduce((left, { value }) => left - Number(value), Number(fields[0]?.max));
  const tricks = fields.map((field) => {
    const bid = numberIn(said.get(field.name.replace("taken", "bid")));
    field.placeholder = open.length === 1 && open[0] === field && rest >= 0 ? rest : bid;
    const took = Number(field.value || field.placeholder);
    const place = asking.querySelector(`[aria-controls=${field.id}]`).closest(".place");
    place.classList.toggle("missed", took !== bid);
    place.classList.toggle("assumed", !field.value);
    put(place.querySelector(".took b"), took);
    put(place.querySelector(".took small"), `of ${bid}`);
    return took;
  });
  put(asking.querySelector("[data-taken]"), tricks.reduce((sum, took) => sum + took, 0));
};

// The tricks of a nil are asked where one was bid; where both partners bid nil, none is assumed to have been made.
const tellNils = (form, said) => {
  const isNil = (seat) => [`bid_${seat}`, `nils_${seat}`].some((name) => said.get(name)?.endsWith("nil"));
  all(form, ".nil").forEach((nil) => {
    const seat = Number(nil.id.slice(4));
    nil.classList.toggle("asked", isNil(seat));
    nil.classList.toggle("assumed", !chosenIn(nil) && !isNil((seat + 2) % 4));
  });
};

const tell = (asking, bidder) => {
  const { form } = asking.querySelector("input");
  const said = new FormData(form);
  tellBids(asking);
  tellTricks(asking, said);
  tellNils(form, said);
  const bidders = all(asking, ".bidder");
  if (bidders.length) ask(asking, bidder ?? bidders.find((each) => !chosenIn(each)));
};
const tellAll = (root) => all(root, ".in-turn").forEach((asking) => tell(asking));
onReady(tellAll);
tellAll(document);
document.addEventListener("renewed", ({ target }) => tellAll(target));

// With the arrows each number that is passed is chosen: the next is asked when the keys are left.
let byKeys = false;
const answered = (asking, bidder) => {
  tell(asking, byKeys ? bidder : null);
  if (bidder && !byKeys && bidder.contains(document.activeElement)) focusKeys(asking)?.focus({ preventScroll: true });
};
document.addEventListener("pointerdown", () => { byKeys = false; }, true);
document.addEventListener("keydown", (event) => {
  byKeys = true;
  const leaves = event.key === "Tab" && !event.shiftKey && event.target.matches("input");
  const bidder = leaves && event.target.closest(".bidder.asked");
  if (!bidder || !chosenIn(bidder)) return;
  const asking = bidder.closest(".in-turn");
  tell(asking);
  focusKeys(asking)?.focus();
  event.preventDefault();
});
document.addEventListener("change", ({ target }) => {
  const asking = target.closest?.(".in-turn");
  if (asking) answered(asking, target.closest(".bidder"));
  else tellAll(target);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".in-turn a[href^='#']");
  const bidder = event.target.matches?.(".bidder input:not([aria-disabled])") && event.target.closest(".bidder");
  // The number that was chosen before, tapped once more.
  if (bidder) answered(bidder.closest(".in-turn"), bidder);
  if (!link) return;
  event.preventDefault();
  const asking = link.closest(".in-turn");
  ask(asking, asking.querySelector(link.hash));
  focusKeys(asking)?.focus({ preventScroll: true });
});
