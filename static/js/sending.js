// Sending what is in the queue, in order, again and again until the server has answered.
import { countSent, isHand } from "./ahead.js";
import * as drafts from "./drafts.js";
import { $, make, parse } from "./dom.js";
import { away, ask, post, reasonIn, setAway, tokenOf } from "./network.js";
import { beginEntry, nextEntry, startNextHand } from "./next-hand.js";
import { go, isLeaving, refresh, show, stale, stay } from "./page.js";
import { base, isAlone } from "./place.js";
import {
  changed, enteredHere, inLane, isQueueItem, next, read, readAll, recover, remove, save, sheetIn,
} from "./queue.js";
import { buzzRefused } from "./vibration.js";

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;
const PAGE_WITH_TOKEN = `${base}/import`;
const AFTER_JOINING = "Join the sheet again: then this is sent by itself.";

let sending = false;
let pause = FIRST_PAUSE_MS;
let timer;

export const flush = async () => {
  clearTimeout(timer);
  if (sending) return;
  sending = true;
  let reached = true;
  let landing = null;
  const stopped = new Set();
  for (let act = next(); act && reached; act = next(stopped)) {
    changed();
    const landed = await deliver(act, stopped);
    reached = landed !== false;
    landing = landing?.to ? landing : landed || landing;
  }
  sending = false;
  if (!reached || stopped.size) {
    timer = setTimeout(flush, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  } else {
    pause = FIRST_PAUSE_MS;
  }
  changed();
  if (landing?.to && reached) await lead(landing.to);
  else if (landing && reached) refresh("", true);
};

const lead = async (to) => {
  await go(to);
  if ((nextEntry() || $(".recorded")) && !isLeaving()) beginEntry();
};

export const wake = () => {
  pause = FIRST_PAUSE_MS;
  if (next()) flush();
  else if (stale) refresh();
};

// False where nothing was reached; else where the act leads, or null where it leads nowhere. stopped: the lanes whose
// acts must wait although the server answers, for it has not judged them.
const deliver = async (act, stopped) => {
  let answer = await send(act);
  let closed = answer && await isClosed(act, answer);
  if (answer?.code === 404 && !closed) {
    // It may have joined the sheet between the two questions.
    answer = await send(act);
    closed = answer?.code === 403;
  }
  const now = read(act.id);
  // Another tab has sent it meanwhile, or it was discarded.
  if (now?.key !== act.key) return null;
  if (answer?.code === 507 && returnToForm(now, answer.html)) return null;
  if (!answer || closed || answer.code === 400 || answer.code >= 500) {
    (answer ? inLane(act.lane) : readAll()).filter((other) => !other.refused).forEach(hold);
    const deleted = answer?.code === 410;
    const told = answer ? reasonIn(answer.html) + (closed && !deleted ? ` ${AFTER_JOINING}` : "") : "";
    save({ ...now, waits: true, told, deleted });
    if (answer) stopped.add(act.lane);
    return answer ? null : false;
  }
  if (answer.code === 429 && sheetIn(act.lane)) {
    // Only quicker than anybody plays, as where many acts have waited: it goes on by itself.
    inLane(act.lane).filter((other) => !other.refused).forEach(hold);
    save({ ...now, waits: true, told: "" });
    pause = answer.after * 1000;
    return false;
  }
  if (answer.taken) return finish(now, answer.to);
  const direct = enteredHere.has(act.key) && !now.waits;
  if (direct && !now.edited) await remove(now);
  else save({ ...now, refused: reasonIn(answer.html), editing: direct });
  if (direct) {
    buzzRefused();
    show(answer.html, { top: true });
  }
  return null;
};

// The phone alone had no room for the act: it stays in its form. Whether it came from one on this page.
const returnToForm = (act, html) => {
  const form = [...document.forms].find((each) => enteredHere.has(act.key) && each.elements.key?.value === act.key);
  if (!form || act.waits) return false;
  remove(act);
  delete form.dataset.sent;
  const notice = make("p", reasonIn(html));
  notice.className = "error";
  notice.setAttribute("role", "alert");
  document.querySelector("main > .error[role=alert]")?.remove();
  form.before(notice);
  notice.scrollIntoView({ block: "center" });
  return true;
};

const send = async (act) => {
  const answer = await post(act, tokenOf(document));
  if (answer?.code !== 400) return answer;
  // The token of this page may be too old, of a phone or a server that has started anew.
  const fresh = await ask(PAGE_WITH_TOKEN);
  return fresh && post(act, tokenOf(parse(fresh.html)));
};

// Whether this phone may not write on the sheet at all, as when its cookies are gone.
const isClosed = async (act, answer) => [403, 410].includes(answer.code)
  || (answer.code === 404 && sheetIn(act.lane) && (await ask(act.lane))?.code === 404);

// The act waits, and the page goes on.
export const hold = (act) => {
  if (act.waits) return;
  save({ ...act, waits: true });
  if (act.draft) drafts.drop(act.draft);
  startNextHand(act);
};

// The server has taken the act. to: the page it leads to.
const finish = async (act, to) => {
  await remove(act);
  if (act.draft) drafts.drop(act.draft);
  if (isHand(act) && act.lane === sheetIn(location.pathname)) countSent(act);
  const leads = enteredHere.has(act.key) && !(act.waits && act.next);
  const isShown = act.lane === sheetIn(location.pathname) || location.pathname === `${base}/`;
  return leads ? { to } : isShown ? {} : null;
};

const wakeAfterCrash = async () => {
  if (!await recover()) return;
  changed();
  wake();
};

addEventListener("online", wake);
addEventListener("offline", () => setAway(!isAlone));
addEventListener("pageshow", (event) => {
  stay();
  // A page that the back button brings back as it was left may show a hand that is long recorded.
  if (event.persisted && document.querySelector("form[data-act]")) {
    const key = nextEntry()?.elements.key.value;
    if (enteredHere.has(key)) startNextHand({ key });
    refresh();
  }
  wake();
  wakeAfterCrash();
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
// Another tab has changed the queue. It sends what it has put there; should it be closed, this one does.
addEventListener("storage", (event) => {
  if (event.key && !isQueueItem(event.key)) return;
  changed();
  const gone = event.oldValue && !event.newValue ? JSON.parse(event.oldValue) : null;
  if (gone?.waits && gone.lane === sheetIn(location.pathname)) refresh();
  else if (!sending) {
    clearTimeout(timer);
    timer = setTimeout(wake, LONGEST_PAUSE_MS);
  }
});
addEventListener("beforeunload", (event) => {
  if (!isLeaving() && readAll().some((act) => act.waits)) event.preventDefault();
});
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr } = event.detail;
  // The server is back.
  if (!away || !xhr.getResponseHeader("Outbox") || xhr.status >= 500) return;
  setAway(false);
  changed();
  wake();
});
