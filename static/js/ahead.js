// The hands that this phone has entered and that the page does not show, and the hand behind them as the server said it
// beforehand: who deals, how many cards, after how many hands without a contract. There is no rule here.
import { $ } from "./dom.js";
import { isHeld, onThisSheet } from "./queue.js";

const place = () => $("#ahead");
// Those that were sent since the page was made.
const sent = new WeakMap();
export const countSent = (act) => { if (place()) sent.set(place(), [...sent.get(place()) ?? [], act]); };

export const isHand = (act) => act.url === `${act.lane}/hand`;
const isWithout = (act) => new URLSearchParams(act.body).has("nobody_bid");

// The acts with the numbers of their hands; the number of the hand behind them; what is said of it, nothing where that
// is not known; null where the page is for none.
export const handsAhead = () => {
  if (!place()) return null;
  const held = onThisSheet().filter(isHeld);
  const acts = [...sent.get(place()) ?? [], ...held.filter(isHand)];
  let next = Number(place().dataset.number);
  let known = held.every(isHand);
  const hands = acts.map((act) => {
    // Where the page was kept from before, hands between may have been sent since.
    if (act.number > next) {
      known = false;
      next = act.number;
    }
    return [next++, act];
  });
  const index = place().dataset.ways.split(",")[acts.length]?.split(" ")[acts.filter(isWithout).length];
  const deal = known ? place().content.children[index] : null;
  return { hands, number: next, deal };
};

export const wordsOf = (deal) => (deal ? [...document.importNode(deal, true).childNodes] : ["Dealer once sent"]);

// What a seat has so far, where hands wait.
export const soFar = (seat) => {
  const total = place()?.dataset.totals?.split(" ")[seat];
  if (!total) return "";
  return onThisSheet().some(isHeld) ? `${total} so far` : total;
};
