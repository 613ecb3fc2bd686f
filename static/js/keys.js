// The keys of an entry: who is asked in turn, the marks of a contract, the keypad, and the calls of a bidding.
import { $, on, words } from "./dom.js";
import { onReady } from "./page.js";

// Entries that ask one player after the other: who is asked is lit at the felt and has their keys at its foot, and what
// was chosen stands at their seat. Once all have answered, what comes later is asked, in Oh Hell at the seats.
const allIn = (part, selector) => [...part.querySelectorAll(selector)];
const put = (part, text) => { if (part) part.textContent = text; };
const numberIn = (text) => Number(/\d+/.exec(text ?? "")?.[0] ?? 0);
const chosenIn = (bidder) => bidder.querySelector("input:checked");
const placesOf = (asking, bidder) => allIn(asking, ".place")
  .filter((place) => place.querySelector("a.touch")?.hash === `#${bidder.id}`);

const askBidder = (asking, bidder) => {
  asking.classList.toggle("answered", !bidder);
  allIn(asking, ".bidder").forEach((each) => each.classList.toggle("asked", each === bidder));
  const lit = bidder ? placesOf(asking, bidder) : [];
  allIn(asking, ".place").forEach((place) => place.classList.toggle("asked", lit.includes(place)));
};
const focusKeys = (asking) => asking.querySelector(".bidder.asked :checked, .answered .later :checked")
  ?? asking.querySelector(`.bidder.asked [type=radio]:not([aria-disabled]), .answered button.touch,
    .answered .later input`);

const tellBids = (asking) => {
  const bids = allIn(asking, ".bidder").map((bidder) => {
    const bid = chosenIn(bidder);
    const text = bid ? words(bid.labels[0]) : "";
    placesOf(asking, bidder).map((place) => place.querySelector(".slot")).forEach((slot) => {
      put(slot, text);
      slot.classList.toggle("word", text.length > 3);
    });
    return bid?.value;
  });
  if (!bids.length) return;
  asking.classList.toggle("begun", bids.some(Boolean));
  allIn(asking, "[data-bid]").forEach((sum) => put(sum, bids.reduce((so, bid) => so + numberIn(bid), 0)));
};

// Whoever has no number took what they bid, and the last without one what the others left.
const tellTricks = (asking, said) => {
  const fields = allIn(asking, "[data-stepper]");
  const open = fields.filter(({ value }) => !value);
  const rest = fields.reduce((left, { value }) => left - Number(value), Number(fields[0]?.max));
  const tricks = fields.map((field) => {
    const bid = numberIn(said.get(field.dataset.bidOf));
    field.placeholder = open.length === 1 && open[0] === field && rest >= 0 ? rest : bid;
    const took = Number(field.value || field.placeholder);
    const place = asking.querySelector(`[aria-controls=${field.id}]`).closest(".place");
    place.classList.toggle("missed", took !== bid);
    place.classList.toggle("assumed", !field.value);
    put(place.querySelector(".took b"), took);
    put(place.querySelector(".took small span"), bid);
    return took;
  });
  put(asking.querySelector("[data-taken]"), tricks.reduce((sum, took) => sum + took, 0));
};

// The tricks of a nil are asked where one was bid; where both partners bid nil, none is assumed to have been made.
const tellNils = (form, said) => {
  const isBid = ({ dataset }) => {
    const nils = dataset.nils.split(",");
    return dataset.nil.split(" ").some((name) => nils.includes(said.get(name)));
  };
  allIn(form, ".nil").forEach((nil) => {
    nil.classList.toggle("asked", isBid(nil));
    // After the bidding those alone are asked whose nil was bid.
    const partner = $(`#${nil.dataset.partner}`);
    nil.classList.toggle("assumed", !chosenIn(nil) && !(partner && isBid(partner)));
  });
};

const tell = (asking, bidder) => {
  const { form } = asking.querySelector("input");
  const said = new FormData(form);
  tellBids(asking);
  tellTricks(asking, said);
  tellNils(form, said);
  const bidders = allIn(asking, ".bidder");
  if (bidders.length) askBidder(asking, bidder ?? bidders.find((each) => !chosenIn(each)));
};
const tellAll = (root) => allIn(root, ".in-turn").forEach((asking) => tell(asking));
onReady(tellAll);
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
  askBidder(asking, asking.querySelector(link.hash));
  focusKeys(asking)?.focus({ preventScroll: true });
});

// The cards of a trick: each stands beside its player, and who plays next is asked once a rank or a joker is tapped.
const chosenOf = (played, part) => played.querySelector(`[name^=${part}-]:checked`);
const isWhole = (played) => chosenOf(played, "rank") || played.querySelector("[data-whole]:checked");
const tellCards = (cards) => cards.forEach((played) => {
  const rank = chosenOf(played, "rank");
  const parts = [chosenOf(played, "suit") ?? (rank && chosenOf(cards[0], "suit")), rank];
  const labels = parts.filter(Boolean).map((input) => input.labels[0].cloneNode(true));
  played.querySelector(".its-card").replaceChildren(...labels.flatMap((label) => [...label.childNodes, " "]));
});
const askCard = (played) => {
  const cards = allIn(played.parentElement, ".card-played");
  const next = isWhole(played) && cards.slice(cards.indexOf(played) + 1).find((card) => !isWhole(card));
  if (next) cards.forEach((card) => { card.open = card === next; });
};
document.addEventListener("change", ({ target }) => {
  const played = target.closest?.(".card-played");
  if (played) tellCards(allIn(played.parentElement, ".card-played"));
  if (played && !byKeys) askCard(played);
  // The cards lie in the order of play.
  if (!target.matches?.("[name=leader]")) return;
  const cards = allIn(target.form, ".card-played");
  const first = target.form.querySelector(`[name="suit-${target.value}"]`).closest(".card-played");
  const turned = [...cards.slice(cards.indexOf(first)), ...cards.slice(0, cards.indexOf(first))];
  first.parentElement.append(...turned);
  tellCards(turned);
  if (!cards.some(isWhole)) cards.forEach((card) => { card.open = card === first; });
});

// Games with a contract: marks the numbers of tricks with which it is made, once its number is tapped, and the
// partner of the declarer.

const cellOf = (input) => input.closest(".cell");

const mark = (group) => {
  const named = `[name="${group.dataset.madeAt}"]`;
  const bid = group.form.querySelector(`${named}:checked, ${named}[type=hidden]`);
  const least = bid?.value ? Number(bid.value) + Number(group.dataset.book) : Infinity;
  const tricks = [...group.querySelectorAll(".cell > input")];
  tricks.forEach((input) => {
    cellOf(input).classList.toggle("makes", Number(input.value) >= least);
    cellOf(input).classList.toggle("makes-first", Number(input.value) === least);
  });
};

const markPartner = (table) => {
  allIn(table, "[data-partner]").forEach((place) => {
    place.classList.toggle("partner", $(`#${place.dataset.partner}`).checked);
  });
};

const markAll = (root) => {
  root.querySelectorAll("[data-made-at]").forEach(mark);
  root.querySelectorAll(".table-one").forEach(markPartner);
};
onReady(markAll);
on("change renewed", ({ target }) => markAll(target.form ?? target));

// The app's own keypad writes into the field of the player who is asked; the phone's own keyboard stays away. Only Next
// and a tap on a seat go on to another player.

let target = null;
// Whether the first digit takes the place of what stands in the field.
let fresh = true;

const nameOf = (field) => field.labels[0].firstElementChild.textContent;
const fields = () => [...document.querySelectorAll("[data-keypad]")];
const firstEmpty = (all) => all.find(({ value }) => !value);
// Whom Next asks: who has no figure yet, and else the next seat.
const nextField = () => {
  const all = fields();
  const at = all.indexOf(target);
  const others = [...all.slice(at + 1), ...all.slice(0, at)];
  return firstEmpty(others) ?? others[0];
};
const askField = (field) => {
  // A tap on the player who is asked does not begin their figure anew.
  if (field !== target) fresh = true;
  target = field;
  fields().forEach((each) => {
    each.parentElement.classList.toggle("asked", each === target);
    each.parentElement.classList.toggle("wide", each.value.length > 3);
    each.parentElement.classList.toggle("widest", each.value.length > 4);
  });
  $("#keypad").querySelector("bdi").textContent = nameOf(nextField());
};
// The last one without a figure is given what the others leave, where a hand comes to a known sum.
document.addEventListener("htmx:oobAfterSwap", () => {
  fields().forEach((field) => { field.placeholder = $("#felt").dataset.rest ?? "–"; });
});
const askFirst = () => askField(firstEmpty(fields()) ?? fields()[0]);
const showKeypad = () => {
  if (!$("#keypad")?.hidden) return;
  $("#keypad").hidden = false;
  fields().forEach((field) => { field.inputMode = "none"; });
  const same = !fresh && document.getElementById(target.id);
  // A page that is put in anew goes on in the middle of a figure.
  if (same && same.value === target.value) target = same;
  else askFirst();
  askField(target);
  if (document.activeElement === document.body) target.focus({ preventScroll: true });
};
onReady(showKeypad);
// The form is for the hand behind the one that was entered.
document.addEventListener("renewed", () => { if ($("#keypad") && !fields().some(({ value }) => value)) askFirst(); });

const typed = (value, key) => {
  if (key === "-") return value.startsWith("-") ? value.slice(1) : `-${value}`;
  if (key === "back") return value.slice(0, -1);
  if (key === "." && (fresh || !value)) return "0.";
  if (fresh) return key;
  if (key === "." && value.includes(".")) return value;
  return (value + key).replace(/^(-?)0(?=\d)/, "$1");
};
const press = (key) => {
  if (key === "next") return askField(nextField());
  target.value = typed(target.value, key);
  fresh = false;
  askField(target);
  target.dispatchEvent(new Event("change", { bubbles: true }));
};

on("focusin click", (event) => { if (event.target.matches?.("[data-keypad]")) askField(event.target); });
document.addEventListener("input", ({ target: field }) => {
  if (field !== target) return;
  fresh = false;
  askField(field);
});
on("mousedown", (event) => { if (event.target.closest?.("[data-types]")) event.preventDefault(); });
document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-types]")?.dataset.types;
  if (!key) return;
  press(key);
  if (event.detail) target.focus({ preventScroll: true });
  // Whoever presses the key without a finger on it hears who is asked, and stays on the key.
  else $("#asked").textContent = nameOf(target);
});

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

// After a refusal nothing waits: the next tap begins a call, and sends none.
document.addEventListener("click", (event) => {
  const { form } = event.target.closest?.("#speak [name=suit][aria-disabled]") ?? {};
  form?.reset();
  form?.querySelectorAll("[name=suit]").forEach((key) => {
    ["aria-disabled", "aria-pressed"].forEach((name) => key.removeAttribute(name));
  });
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
