// The sheet while hands wait: they stand above those that are recorded, without points, and count for the next hand.
import { handsAhead, wordsOf } from "./ahead.js";
import { $, build, coloured, make } from "./dom.js";
import { isHeld } from "./queue.js";

const row = (cell) => build("tr", { class: "unsent", role: "row" }, cell);
const rowOf = ([number, act]) => {
  const state = act.refused ? "refused" : isHeld(act) ? "waiting" : "saved";
  return make("tbody", row(build("th", { role: "rowheader", scope: "row" },
    build("span", { class: "number" }, number),
    build("span", { class: "what" }, ...coloured(act.label)),
    build("small", { class: "mark" }, state))));
};

// What a part showed before, to be shown again once nothing waits.
const before = new WeakMap();
const put = (part, ...content) => {
  if (!before.has(part)) before.set(part, [...part.childNodes]);
  part.replaceChildren(...content.length ? content : before.get(part));
};

const showNextHand = ({ hands, number, deal }) => {
  const [line, go] = ["#foot .ask-line > span", "#foot .go"].map($);
  go.hidden = Boolean(hands.length && deal && "closed" in deal.dataset);
  if (!hands.length) return [line, go].forEach((part) => put(part));
  const cards = deal?.dataset.cards ? `, ${deal.dataset.cards} each` : "";
  put(line, make("b", go.hidden ? "" : `Hand ${number}. `), build("span", { class: "quiet" }, ...wordsOf(deal), cards));
  return put(go, "Next hand");
};

// In table mode, too, the totals are without them, and who deals now is another.
const showBoard = ({ hands, number, deal }) => {
  const count = hands.length;
  $("#board").classList.toggle("behind", count > 0);
  const wait = count === 1 ? "1 hand waits: totals without it" : `${count} hands wait: totals without them`;
  put($(".what"), ...count ? [make("b", `Hand ${number}`), make("small", ...wordsOf(deal), `. ${wait}.`)] : []);
};

export const showSheet = () => {
  const ahead = $("#score, #board") && handsAhead();
  if (!ahead) return;
  if ($("#board")) return showBoard(ahead);
  const { hands } = ahead;
  document.querySelectorAll(".unsent").forEach((old) => (old.closest("#standings") ? old : old.parentElement).remove());
  let below = $("#coming");
  hands.map(rowOf).forEach((hand) => {
    below.before(hand);
    below = hand;
  });
  if (hands.length) $("#standings").append(row(build("td", { role: "cell" }, "So far, without the hands that wait")));
  [$("#bar small"), $("#notices .empty")].forEach((told) => told?.toggleAttribute("hidden", hands.length > 0));
  showNextHand(ahead);
};
