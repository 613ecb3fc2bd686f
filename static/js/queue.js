// What was entered and not yet taken by the server: on the disk, in order, and as the hands ahead of the page.
import { $, attempt, base } from "./dom.js";

// The acts that wait, in a database that answers once they are on the disk. A browser writes its other storage
// seconds later: a phone that is switched off in between would lose the hand.
const OPENING_MS = 1_000;

const opened = new Promise((resolve) => {
  // Where there is no such database, or it hangs, acts are kept in the other storage alone.
  setTimeout(resolve, OPENING_MS, null);
  try {
    const request = indexedDB.open(`${base}outbox`, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("acts", { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  } catch { resolve(null); }
});

const onDisk = async (mode, work) => {
  const database = await opened;
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction("acts", mode, { durability: "strict" });
      const request = work(transaction.objectStore("acts"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => resolve(null);
    } catch { resolve(null); }
  });
};

export const readDisk = async () => await onDisk("readonly", (acts) => acts.getAll()) ?? [];
const saveToDisk = (act) => onDisk("readwrite", (acts) => acts.put(act));
const removeFromDisk = (act) => onDisk("readwrite", (acts) => acts.delete(act.id));

// The outbox: an act at the table is saved in this phone before it is sent, and until the server has answered it.
// Acts of one sheet go in order; one that is refused stops those behind it until it is edited or discarded. Whether an
// act is right is for the server to say: there is no rule of any game here.
//
// An act: id (its place in the storage, in order of entry), key (of the request, the server's means against doubles),
// url and body (what is sent), lane (what goes in order: the sheet), page, title, label (for people), draft,
// number (of the hand), next (whether the entry of another hand follows), early (that entry has come before the
// answer), edited, editing, waits, refused (the reason), conflict (refused, for another phone has written the hand),
// told (why it waits).

const PREFIX = `${base}outbox `;

// The acts that the storage does not take are kept in this page alone.
const unstored = new Map();
// The keys of what was entered on this page.
export const enteredHere = new Set();

const storage = (work) => attempt(() => work(localStorage));
export const isQueueItem = (name) => name.startsWith(PREFIX);
export const isUnstored = (act) => unstored.has(act.id);
export const read = (id) => unstored.get(id) ?? storage((items) => ({ ...JSON.parse(items.getItem(id)), id }));
// Each act is an item of its own, so that two tabs never overwrite each other's.
export const readAll = () => [...new Set([...unstored.keys(), ...(storage(Object.keys) ?? []).filter(isQueueItem)])]
  .sort().map(read).filter((act) => act?.key && act.url);

export const save = (act) => {
  saveToDisk(act);
  if (storage((items) => { items.setItem(act.id, JSON.stringify(act)); return true; })) unstored.delete(act.id);
  else unstored.set(act.id, act);
};
export const remove = async (act) => {
  await removeFromDisk(act);
  unstored.delete(act.id);
  storage((items) => items.removeItem(act.id));
};
// Puts back what was on the disk alone when the browser ended; whether there was any.
export const recover = async () => {
  const lost = (await readDisk()).filter((act) => !read(act.id)?.key);
  lost.forEach(save);
  return lost.length > 0;
};

export const newKey = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12))))
  .replaceAll("+", "-").replaceAll("/", "_");
export const newId = () => {
  const last = Number(readAll().at(-1)?.id.slice(PREFIX.length).split(" ")[0] ?? 0);
  return `${PREFIX}${String(Math.max(Date.now(), last + 1)).padStart(15, "0")} ${newKey()}`;
};

// A lane is what goes in order: one sheet. A sheet that is being started has a lane of its own.
export const sheetIn = (path) => {
  const sheet = path.startsWith(base) && path.slice(base.length).match(/^\/sheets\/[^/?#]+/)?.[0];
  return sheet ? base + sheet : undefined;
};
export const laneOf = (form) => sheetIn(form.getAttribute("action")) ?? form.elements.key?.value ?? "";
export const inLane = (lane) => readAll().filter((act) => act.lane === lane);
export const onThisSheet = () => inLane(sheetIn(location.pathname) ?? "");
export const isStuck = (act) => act.waits || act.refused;
// The page goes on as if it were on the sheet.
export const isHeld = (act) => act.early || isStuck(act);
// What must be answered before another act of its sheet can be entered: not a call from which this page has gone on.
export const isAwaited = (act) => !(act.early && enteredHere.has(act.key));
export const behind = (act) => inLane(act.lane).filter((other) => other.id > act.id);
// The act whose editing a form is for, or whose hand another phone has written, too: the form asks which is right.
export const editedBy = (form) => readAll().find((act) => (act.conflict && act.key === form.elements.key?.value)
  || (act.editing && act.url === form.getAttribute("action")));
// The next act to be sent; none of a lane that is stopped.
export const next = (stopped = []) => {
  const lanes = new Set(stopped);
  return readAll().find((act) => {
    if (act.refused) lanes.add(act.lane);
    return !lanes.has(act.lane);
  });
};
// What followed an act that is discarded follows the one before it.
export const relink = (act, fields) => {
  const [follower] = behind(act);
  const body = follower && new URLSearchParams(follower.body);
  if (!follower || body.get("after") !== act.key) return;
  for (const [name, value] of Object.entries(fields)) {
    if (value) body.set(name, value);
    else body.delete(name);
  }
  save({ ...follower, body: body.toString() });
};

// What shows the queue is called when there is something new to be shown.
const watchers = [];
export const watch = (watcher) => watchers.push(watcher);
export const changed = () => watchers.forEach((watcher) => watcher());

// The hands that this phone has entered and that the page does not show, and the hand behind them as the server said it
// beforehand: who deals, how many cards, after how many hands without a contract. There is no rule here. more: acts to
// be counted, too.

const place = () => $("#ahead");
// Those that were sent since the page was made.
const sent = new WeakMap();
export const countSent = (act) => { if (place()) sent.set(place(), [...sent.get(place()) ?? [], act]); };

export const isHand = (act) => act.url === `${act.lane}/hand`;
const isWithout = (act) => new URLSearchParams(act.body).has("nobody_bid");

// The acts with the numbers of their hands; the number of the hand behind them; what is said of it, nothing where that
// is not known; null where the page is for none.
export const handsAhead = (...more) => {
  if (!place()) return null;
  let upcoming = Number(place().dataset.number);
  // A page that is loaded while the answer is under way may show the hand already.
  const held = onThisSheet().filter((act) => isHeld(act) && !(act.early && act.number < upcoming));
  const acts = [...sent.get(place()) ?? [], ...held.filter(isHand), ...more];
  let known = held.every(isHand);
  const hands = acts.map((act) => {
    // Where the page was kept from before, hands between may have been sent since.
    if (act.number > upcoming) {
      known = false;
      upcoming = act.number;
    }
    return [upcoming++, act];
  });
  const index = place().dataset.ways.split(",")[acts.length]?.split(" ")[acts.filter(isWithout).length];
  const deal = known ? place().content.children[index] : null;
  return { hands, number: upcoming, deal };
};

export const wordsOf = (deal) => (deal ? [...document.importNode(deal, true).childNodes] : ["Dealer once sent"]);

// What a seat has so far, where hands wait.
export const soFar = (seat) => {
  const total = place()?.dataset.totals?.split(" ")[seat];
  if (!total) return "";
  return onThisSheet().some(isStuck) ? `${total} so far` : total;
};
