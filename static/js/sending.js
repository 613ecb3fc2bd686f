// From a form to the server: drafts, the form that is sent, the queue that is sent in order, and what others write.
import { $, attempt, base, build, isAlone, on, parse, setHidden, words } from "./dom.js";
import { beginEntry, hasJustStarted, isBlank, nextEntry, rememberStart, startNextHand } from "./entry.js";
import { ask, away, post, reasonIn, setAway, tokenOf } from "./network.js";
import {
  askNews, fetchFollowing, fetchSpare, go, isFetching, isLeaving, isOutdated, keptSince, outdate, pageAfter, refresh,
  show, showNews, stale, stay, thisMoment,
} from "./page.js";
import {
  behind, changed, countSent, editedBy, enteredHere, handsAhead, inLane, isAwaited, isHand, isHeld, isQueueItem,
  isStuck, laneOf, newId, next, onThisSheet, read, readAll, recover, relink, remove, save, sheetIn,
} from "./queue.js";

// What is half-entered stays in this phone, through reload, sleep and another tab, until it was sent.
const draftItem = (name) => `${base}draft ${name}`;
const fieldsOf = (form) => [...form.elements].filter((e) => e.name && e.matches("input:not([type=hidden]), select"));
const isChoice = (field) => ["radio", "checkbox"].includes(field.type);

export const saveDraft = (name, pairs) => attempt(() => localStorage.setItem(draftItem(name), JSON.stringify(pairs)));
export const dropDraft = (name) => attempt(() => localStorage.removeItem(draftItem(name)));
const saveForm = (form) => saveDraft(form.dataset.draft, fieldsOf(form)
  // The day that the page offers may be another when it is opened again.
  .filter((f) => (isChoice(f) ? f.checked : f.type !== "date" || f.value !== f.defaultValue))
  .map((f) => [f.name, f.value]));

// Of an earlier hand, or an earlier state of the sheet, nothing is left to enter, once nothing waits that may be there
// already; a later hand comes again where one is taken back.
const dropEarlier = (name) => attempt(() => {
  const family = draftItem(name.slice(0, name.lastIndexOf("/") + 1));
  const number = (item) => Number(item.slice(family.length));
  Object.keys(localStorage)
    .filter((item) => item.startsWith(family) && item !== draftItem(name) && !(number(item) > number(draftItem(name))))
    .forEach((item) => localStorage.removeItem(item));
});

// What was begun behind a hand that is saved as a later one is a later one, too.
const moveDraft = ({ draft, number }, as) => attempt(() => {
  const [begun, then] = [number, as].map((hand) => draftItem(draft.replace(/\d+$/, hand + 1)));
  if (localStorage.getItem(begun)) localStorage.setItem(then, localStorage.getItem(begun));
});

// Gives back the pairs for which the form has no field, as a newcomer who takes over the points of another.
const restore = (form) => {
  if (!onThisSheet().length) dropEarlier(form.dataset.draft);
  const saved = attempt(() => JSON.parse(localStorage.getItem(draftItem(form.dataset.draft))));
  if (!Array.isArray(saved) || !saved.length) return [];
  const rest = saved.filter((pair) => Array.isArray(pair));
  const take = (name, fits) => {
    const index = rest.findIndex((pair) => pair[0] === name && fits(pair[1]));
    return index < 0 ? null : rest.splice(index, 1)[0];
  };
  for (const field of fieldsOf(form)) {
    if (isChoice(field)) {
      const chosen = take(field.name, (value) => value === field.value);
      field.checked = Boolean(chosen) && !field.matches("[aria-disabled]");
    } else field.value = take(field.name, () => true)?.[1] ?? field.value;
  }
  const note = form.querySelector(".noting");
  if (note?.querySelector("input:checked:not([value='']), input[type=text]:not(:placeholder-shown)")) note.open = true;
  form.dispatchEvent(new Event("change", { bubbles: true }));
  return rest;
};

// What was half-entered asks more than the page does: the server makes the page for it.
const askMore = async (form, pairs) => {
  const body = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...pairs, ["action", "keep"]]) body.append(name, value);
  const answer = await ask(form.getAttribute("action"), { method: "POST", body });
  if (answer?.code === 200) show(answer.html);
};

export const restoreAll = (root) => root.querySelectorAll("form[data-draft]").forEach((form) => {
  // What the server sent back is newer than the draft.
  if ("returned" in form.dataset) return void saveForm(form);
  const rest = restore(form);
  if (rest.length && form.querySelector("[data-sortable]")) askMore(form, rest);
});

on("input change", (event) => {
  const form = event.target.closest?.("form[data-draft]");
  if (form && event.target !== form) saveForm(form);
});

// A short buzz for a key, a longer one for what is refused: where the phone can, and unless its settings or a wish for
// less motion say otherwise.
const KEY_MS = 8;
const REFUSED_MS = [60, 40, 60];
const KEYS = "form[data-act] :is([type=radio], [type=checkbox], button), [data-types], [data-step]";

const isWanted = () => document.documentElement.dataset.vibration !== "off"
  && !matchMedia("(prefers-reduced-motion: reduce)").matches && navigator.userActivation?.hasBeenActive;
const buzz = (pattern) => { if (isWanted()) navigator.vibrate?.(pattern); };

const buzzRefused = () => buzz(REFUSED_MS);

document.addEventListener("click", (event) => {
  if (!event.isTrusted || !event.target.closest) return;
  if (event.target.closest("[aria-disabled=true]")) buzzRefused();
  else if (event.target.closest(KEYS)) buzz(KEY_MS);
}, true);

// Sending what is in the queue, in order, again and again until the server has answered.

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;
const PAGE_WITH_TOKEN = `${base}/import`;
const AFTER_JOINING = "Join the sheet again: then this is sent by itself.";

let sending = false;
let pause = FIRST_PAUSE_MS;
let timer;

// shown: whether the page is made to show the first act by whoever asks.
const flush = async (shown = false) => {
  clearTimeout(timer);
  if (sending) return;
  sending = true;
  let reached = true;
  let landing = null;
  const stopped = new Set();
  for (let act = next(); act && reached; act = next(stopped)) {
    if (!shown) changed();
    shown = false;
    const landed = await deliver(act, stopped);
    reached = landed !== false;
    landing = landing?.to && !landed?.stays ? landing : landed || landing;
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
  else if (landing && !landing.stays && reached) {
    // The second half of a double tap may still come after the page is there anew.
    const restoreStart = rememberStart();
    await refresh("", true);
    restoreStart();
  }
};

const lead = async (to) => {
  await go(to);
  if ((nextEntry() || $(".just-done")) && !isLeaving()) beginEntry();
};

export const wake = () => {
  pause = FIRST_PAUSE_MS;
  if (next()) flush();
  else if (stale) refresh();
};

// A hand that was refused is sent once more, from wherever it is asked for: its answer is shown here.
export const sendAgain = (act) => {
  enteredHere.add(act.key);
  save({ ...act, refused: "", conflict: false, waits: false, early: false });
  flush();
};

// False where nothing was reached; else where the act leads, that it stays on the page that says why it was refused, or
// null where it leads nowhere. stopped: the lanes whose acts must wait although the server answers, for it has not
// judged them.
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
  if (now?.key !== act.key) return answer?.taken && enteredHere.has(act.key) ? { to: answer.to } : null;
  if (answer?.code === 507 && await returnToForm(now, answer.html)) return null;
  if (!answer || closed || answer.code === 400 || answer.code >= 500) {
    (answer ? inLane(act.lane) : readAll()).filter((other) => !other.refused).forEach(hold);
    const deleted = answer?.code === 410;
    const told = answer ? reasonIn(answer.html) + (closed && !deleted ? ` ${AFTER_JOINING}` : "") : "";
    save({ ...now, early: false, waits: true, told, deleted });
    if (answer) stopped.add(act.lane);
    return answer ? null : false;
  }
  if (answer.code === 429 && sheetIn(act.lane)) {
    // Only quicker than anybody plays, as where many acts have waited: it goes on by itself.
    inLane(act.lane).filter((other) => !other.refused).forEach(hold);
    save({ ...now, early: false, waits: true, told: "" });
    pause = answer.after * 1000;
    return false;
  }
  if (answer.taken) {
    // The hand was not recorded, for another one stands in its place: those behind it follow that one.
    if (answer.seen) relink(now, { seen: answer.seen, after: "" });
    return finish(now, answer.to);
  }
  const direct = enteredHere.has(act.key) && !now.waits;
  const conflict = Boolean(parse(answer.html).querySelector("[data-conflict]"));
  const followed = behind(now);
  if (direct && !now.edited && !conflict && !followed.length) await remove(now);
  else save({ ...now, early: false, refused: reasonIn(answer.html), conflict, editing: direct && !conflict });
  if (now.early) followed.forEach(hold);
  if (direct) {
    buzzRefused();
    show(answer.html, { top: true });
  }
  return direct ? { stays: true } : null;
};

// The form of the next hand becomes once more that of the one before, as it was entered.
const takeBack = ({ body, draft, key }) => {
  const form = nextEntry();
  const fields = new URLSearchParams(body);
  setHidden(form, "key", key);
  if (fields.has("after")) setHidden(form, "after", fields.get("after"));
  else form.elements.after.remove();
  delete form.dataset.follows;
  saveDraft(draft, [...fields]);
  changed();
  restoreAll(document);
};

// The phone alone had no room for the act: it stays in its form. Whether it came from one on this page.
const returnToForm = async (act, html) => {
  const isFrom = (form) => enteredHere.has(act.key) && form.elements.key?.value === act.key;
  const goesBack = !isAwaited(act) && act.next && nextEntry() && !behind(act).length;
  if (act.waits || !goesBack && ![...document.forms].some(isFrom)) return false;
  await remove(act);
  if (goesBack) takeBack(act);
  const form = [...document.forms].find(isFrom);
  delete form.dataset.sent;
  const notice = build("p", { class: "error", role: "alert" }, reasonIn(html));
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
const hold = (act) => { if (!act.waits) goOn({ ...act, early: false, waits: true }); };
const goOn = (act) => {
  save(act);
  if (act.draft) dropDraft(act.draft);
  startNextHand(act);
};

// The server has taken the act. to: the page it leads to.
const finish = async (act, to) => {
  await remove(act);
  if (act.draft) dropDraft(act.draft);
  if (isHand(act) && act.lane === sheetIn(location.pathname)) countSent(act);
  if (!isAwaited(act) && !act.next) {
    // The page that followed the call was told beforehand. What was tapped on it since is judged now.
    fetchFollowing();
    const entry = $("#auction #entry");
    if (entry) fetchSpare(document);
    if (entry?.querySelector(":checked")) entry.dispatchEvent(new Event("change", { bubbles: true }));
    return null;
  }
  const leads = enteredHere.has(act.key) && (act.early ? to?.endsWith("/end") : !(isHeld(act) && act.next));
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
  const form = nextEntry();
  changed();
  const gone = event.oldValue && !event.newValue ? JSON.parse(event.oldValue) : null;
  // The tab that entered it is answered by itself, and one that has its own hand in its form keeps it.
  const isMine = gone?.early && enteredHere.has(gone.key);
  const isBeside = form && !isBlank(form) && ![gone, ...onThisSheet()].some((act) => act?.key === form.dataset.follows);
  if (gone && isHeld(gone) && !isMine && !isBeside && gone.lane === sheetIn(location.pathname)) refresh();
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

// A form that writes is not sent by the browser: what it says goes into the queue.

const choiceOf = (field) => (field.closest("[data-said]")?.dataset.said ?? "")
  + (field.matches(".place input") ? field.value : words(field.labels[0]));

// What a form says, in the words that stand on it: "Amber, Cindy, 6♥, 7 tricks".
const labelOf = (form, pressed) => {
  const { player } = form.elements;
  const names = [...form.querySelectorAll("input[name=player][type=text]")].map((field) => field.value.trim());
  if (names.length) return names.filter(Boolean).join(", ");
  // After the bidding the contract stands on the felt.
  const bid = form.matches("#auction #entry") && document.querySelector(".felt:has(strong)");
  const parts = bid ? [words(bid.querySelector(".who")), words(bid.querySelector("strong"))] : [];
  parts.push(...[".first", ".second", ":not(.first, .second)"]
    .flatMap((order) => [...form.querySelectorAll(`input${order}:checked`)])
    .map(choiceOf));
  form.querySelectorAll("[data-keypad], [data-stepper]").forEach((field) => {
    if (!field.value && "spare" in field.dataset) return;
    parts.push(`${words(field.labels[0])} ${field.value || field.placeholder}`);
  });
  if (pressed && (pressed.name || !parts.length)) parts.push(pressed.getAttribute("aria-label") ?? words(pressed));
  const text = parts.join(", ").replace(/, (?=[♣♦♥♠]|NT\b)/g, "").replace(", with ", " with ");
  return (player ? `${player.value}: ` : "") + text;
};

const bodyOf = (form, pressed, edits) => {
  const body = new URLSearchParams(new FormData(form));
  if (pressed?.name) body.append(pressed.name, pressed.value);
  if (edits) body.set("edited", "1");
  return body.toString();
};

// Whether the entry of the next hand comes before the server has answered: it has said that the game goes on behind
// this hand as it is entered, and who deals then.
const goesOn = (form, act, pressed) => {
  const judged = pressed?.name === "nobody_bid"
    || !form.matches(".htmx-request") && form.querySelector("[data-goes-on]");
  const deal = act.next && judged && !away && handsAhead(act)?.deal;
  return Boolean(deal) && !("closed" in deal.dataset);
};

// What is called: a key of its own, or a number and the suit that was tapped.
const callOf = (form, pressed) => (pressed?.name === "suit"
  ? `${form.elements.level?.value}${pressed.value}` : pressed?.name === "call" && pressed.value);

const submit = (form, pressed) => {
  if (form.dataset.sent || form.dataset.act === "next" && hasJustStarted()) return;
  const lane = laneOf(form);
  const queue = inLane(lane);
  const edits = editedBy(form);
  const alone = form.dataset.act !== "next";
  if (alone && !edits && (form.dataset.act ? queue.length : queue.some(isAwaited))) return;
  form.dataset.sent = "yes";
  outdate();
  // Another tab may have entered the same hand meanwhile: it is not behind that one.
  const before = form.dataset.follows ?? queue.at(-1)?.key;
  if (before && !edits) setHidden(form, "after", before);
  // What is edited keeps its key: should it have been taken after all, the server knows it again.
  if (edits) setHidden(form, "key", edits.key);
  if (pressed?.dataset.as) moveDraft(edits, Number(pressed.dataset.as));
  const act = {
    id: edits?.id ?? newId(),
    key: form.elements.key.value,
    url: pressed?.getAttribute("formaction") ?? form.getAttribute("action"),
    body: bodyOf(form, pressed, edits),
    lane: laneOf(form),
    page: location.pathname + location.search,
    title: document.title,
    label: labelOf(form, pressed),
    draft: form.dataset.draft ?? edits?.draft,
    number: edits ? edits.number : handsAhead()?.number,
    next: !alone,
    edited: Boolean(edits),
  };
  enteredHere.add(act.key);
  const then = !queue.length && !away && pageAfter(callOf(form, pressed));
  const early = Boolean(then) || !queue.length && goesOn(form, act, pressed);
  if (early) goOn({ ...act, early });
  else if (!edits && queue.some(isStuck)) hold(act);
  else save(act);
  flush(true);
  if (then) {
    show(then, { hash: "#turn" });
    beginEntry();
  }
  changed();
  // Another hand may have been begun behind this one before it came back.
  if (early && !then) restoreAll(document);
};

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-act]") || event.defaultPrevented) return;
  event.preventDefault();
  submit(event.target, event.submitter);
});

// What other phones write is asked for every few seconds, while somebody looks: the sooner, the less time has passed
// since something was written or this phone was touched; seldom where nothing more can come.

const PAUSES_MS = [[20_000, 3_000], [600_000, 7_000], [Infinity, 15_000]];
let moved = 0;
const pauseNow = () => {
  const passed = away ? 0 : performance.now() - moved;
  const still = $("#live[data-rests]") ? Infinity : passed;
  return PAUSES_MS.find(([end]) => still <= end)[1];
};
const move = () => {
  const rested = pauseNow() > PAUSES_MS[1][1];
  moved = performance.now();
  if (rested) look();
};
document.addEventListener("pointerdown", move);

const look = async () => {
  // Nothing is asked about a sheet while something for it waits.
  if (document.hidden || isFetching() || onThisSheet().some(isHeld)) return;
  // A page that nobody asks for news of is fetched again as a whole.
  if (keptSince() && !$("#live")) return void refresh();
  const wasAway = away;
  const mine = thisMoment();
  const news = await askNews();
  if (away || wasAway) changed();
  if (news && wasAway) wake();
  if (isOutdated(mine)) return;
  if ([200, 205].includes(news?.code)) moved = performance.now();
  // Where nothing is entered yet the form becomes that of the next hand by itself.
  const form = nextEntry();
  const isOlder = news?.code === 200 && Boolean(parse(news.html).querySelector("[data-older]"));
  if (isOlder && form && isBlank(form)) refresh("", true);
  else if (news?.code === 200) showNews(news.html, $("main") ?? document.body);
  else if (news?.code === 205) refresh();
  // The sheet may be open on this phone no more.
  else if ([404, 410].includes(news?.code) && !document.body.classList.contains("entering")) refresh();
};

const lookAgain = async () => {
  await look();
  setTimeout(lookAgain, pauseNow());
};
// A page that is loaded again right after a tap may be older than what that tap wrote.
const isReloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";
setTimeout(lookAgain, isReloaded ? 0 : pauseNow());
document.addEventListener("visibilitychange", look);
