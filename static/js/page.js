// Showing pages: what a phone keeps of them, what is read and open, what is new, and links without a network.
import { $, addHead, attempt, base, isAlone, on, parse } from "./dom.js";
import { nextEntry, startNextHand } from "./entry.js";
import { ask, away } from "./network.js";
import { changed, newKey, onThisSheet, sheetIn } from "./queue.js";

// Buttons, choices and menus of every page.

const SETTINGS = /\bsettings=([^;]*)/;

// One request per tap: a form that was sent is not sent again until the page comes back.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) event.preventDefault();
  else form.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  document.querySelectorAll("[data-once]").forEach((form) => { delete form.dataset.sent; });
});

// A page that the back button brings back may have been made before this phone was set otherwise.
const settings = () => document.cookie.match(SETTINGS)?.[1];
const settingsHere = settings();
addEventListener("pageshow", ({ persisted }) => { if (persisted && settings() !== settingsHere) location.reload(); });

// A setting acts at once: the page shows it, and the server is asked to keep it. Where it does not, the page says so.
document.addEventListener("change", async ({ target: { form, name, value } }) => {
  if (!form?.matches("[data-at-once]")) return;
  const { dataset } = document.documentElement;
  if (value) dataset[name] = value;
  else delete dataset[name];
  const colour = getComputedStyle(document.body).backgroundColor;
  document.querySelectorAll("meta[name=theme-color]").forEach((meta) => { meta.content = colour; });
  const answer = await ask(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  $(`#${form.dataset.atOnce}`).hidden = Boolean(answer?.taken);
});

// A page that was refused for want of room or time asks again by itself.
export const askAgain = (root) => root.querySelectorAll("form[data-again]").forEach((form) => {
  setTimeout(() => form.submit(), form.dataset.again * 1000);
});

// A choice that leads to another page leads there at once.
document.addEventListener("change", (event) => {
  if (!event.target.matches?.("[data-go]")) return;
  const { form } = event.target;
  (form.requestSubmit ?? form.submit).call(form);
});

// Whoever closes the coming hands by a tap beside them taps nothing that lies there but Undo, which leaves them open.
document.addEventListener("click", (event) => {
  const coming = $("#coming-hands[open]");
  if (!coming || !event.isTrusted || coming.contains(event.target)) return;
  if (!event.target.closest(".just-done")) {
    coming.open = false;
    event.preventDefault();
  }
  event.stopPropagation();
}, true);
// A menu closes when something else is tapped, or on Escape.
document.addEventListener("click", (event) => {
  const opened = event.target.closest?.("a[href='#noting']") && $("#noting");
  document.querySelectorAll(".menu[open], .noting[open]").forEach((menu) => {
    if (opened || !menu.contains(event.target)) menu.open = false;
  });
  if (!opened) return;
  event.preventDefault();
  opened.open = true;
  opened.querySelector("input").focus();
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector(".menu[open], .noting[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// The keys beside a number field: one less, and one more. The browser keeps the number within its limits. A field that
// is empty goes on from what is assumed, and is empty again where it is back there.
export const showSteps = (root) => root.querySelectorAll("[data-step]").forEach((key) => { key.hidden = false; });

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-step]");
  if (!key) return;
  const field = document.getElementById(key.getAttribute("aria-controls"))
    ?? key.parentElement.querySelector("[data-stepper]");
  field.value ||= field.placeholder;
  field.stepUp(Number(key.dataset.step));
  if (field.value === field.placeholder) field.value = "";
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

// What is unfolded near the end of the screen is brought into sight.
on("click", ({ target }) => {
  const card = target.closest?.("details.card > summary")?.parentElement;
  if (card && !card.open) requestAnimationFrame(() => card.scrollIntoView({ block: "start" }));
});

// What is typed there counts at once, and not only once the field is left.
on("input", ({ target }) => {
  if (target.matches?.(".stepper .text, [data-keypad], [hx-trigger=change] :is(.called, .player, .option) > .text")) {
    target.dispatchEvent(new Event("change", { bubbles: true }));
  }
});

// The keys below a sentence with numbers are those of the number that was tapped last.
document.addEventListener("focusin", ({ target }) => {
  const sentences = target.matches?.(".figure") && target.closest("[data-figures]");
  if (!sentences) return;
  sentences.querySelectorAll(".figure").forEach((figure) => figure.classList.toggle("on", figure === target));
  sentences.querySelectorAll("[data-step]").forEach((key) => key.setAttribute("aria-controls", target.id));
});

// The service worker, where a page may have one: on https, or on this machine itself. It keeps the last sheet for when
// there is no network. A page that comes from it says since when, and is fetched anew as soon as it can be.

// When the page that is shown was fetched, where that was not now.
export const keptSince = () => document.documentElement.dataset.kept;
const markCurrent = () => {
  if (!keptSince()) return;
  delete document.documentElement.dataset.kept;
  changed();
};

// The keys of a page that is shown a second time may be taken: each act has one of its own.
export const renewKeys = (root) => {
  if (keptSince()) root.querySelectorAll("form[data-act] [name=key]").forEach((field) => { field.value = newKey(); });
};

let isDue = false;
const keepAgain = () => { isDue = true; };
// What was put in its place part by part is kept as a whole, not while something waits: see fetchSpare.
const keepPage = async () => {
  if (!isDue || !navigator.serviceWorker?.controller || onThisSheet().length) return;
  isDue = false;
  await ask(location.pathname);
};

// Whether a page can be shown without a network.
const isKept = async (address) => Boolean(
  navigator.serviceWorker?.controller && await caches.match(address, { ignoreVary: true }),
);

addEventListener("load", () => {
  // On the phone alone there is one already, and all pages are its own.
  if (isAlone || !sheetIn(location.pathname)) return;
  // A phone that does not take it goes on without.
  navigator.serviceWorker?.register(`${base}/service-worker.js`).catch(() => {});
});
navigator.serviceWorker?.addEventListener("controllerchange", () => {
  keepAgain();
  keepPage();
});

// When a page is replaced by its new state, what was open is opened again, and what was read stays where it was.

const openDetails = () => [...document.querySelectorAll("main details[open]")]
  .map((part) => part.id ? `#${part.id}` : part.parentElement.id && `#${part.parentElement.id} > details`)
  .filter(Boolean);

// What is tapped, or, below the head of a page, what is read. Where new hands are put in nothing is read.
const anchor = () => {
  const covered = document.querySelector("#standings")?.getBoundingClientRect().bottom ?? 0;
  return document.activeElement?.closest("main [id]")
    ?? (scrollY > 0 && [...document.querySelectorAll("main :is(article, section, tbody)[id]:not(#curve, #coming)")]
      .find((part) => part.getBoundingClientRect().bottom > covered));
};

// Gives the function that restores the place in the new page.
const rememberPlace = () => {
  const page = document.querySelector("main")?.id;
  const open = openDetails();
  const part = anchor();
  const top = part && part.getBoundingClientRect().top;
  return () => {
    if (document.querySelector("main")?.id !== page) return;
    for (const selector of open) document.querySelector(selector)?.setAttribute("open", "");
    const same = part && document.getElementById(part.id);
    if (same) scrollBy({ top: same.getBoundingClientRect().top - top, behavior: "instant" });
  };
};

// What is new on a sheet since the page was made: asked for, and put in its place part by part.

// The answer of the server: 200 with the parts that have changed, 204 where nothing has, 205 where the page is to be
// fetched again; null where there is none, or nothing to ask for. acted: whether this phone has just sent something of
// which there is something to be said.
export const askNews = async ({ acted = false } = {}) => {
  const live = $("#live[data-news]");
  if (!live || acted && !$("#score")) return null;
  const address = new URL(live.dataset.news, location.href);
  if (acted) address.searchParams.set("acted", "1");
  const answer = await ask(address);
  // Nothing is new, or what is new is on its way.
  if (answer?.code === 200 || answer?.code === 204) markCurrent();
  return live.isConnected ? answer : null;
};

// The focus stays where it was, also where its part is put in anew.
const rememberFocus = () => {
  const focused = document.activeElement;
  const row = focused?.closest("tbody[id]");
  const selector = focused?.id ? `#${focused.id}` : row && `#${row.id} .opens`;
  return () => {
    if (selector && !focused.isConnected) $(selector)?.focus({ preventScroll: true });
  };
};

const putNews = (html) => {
  const restorePlace = rememberPlace();
  const restoreFocus = rememberFocus();
  htmx.swap("#live", html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
  restorePlace();
  restoreFocus();
};

// The page: going to another one, or showing this one as it is now.

// The steps that make a page, or what was put in its place, ready for use.
const steps = [];
const ready = (root, wanted = steps) => wanted.forEach((step) => step(root));
// A script that comes late, with another page, begins at once.
export const onReady = (...added) => {
  steps.push(...added);
  if (document.readyState === "complete") ready(document, added);
};

let leaving = false;
let latest = 0;
let fetching = 0;
// Whether this page could not be fetched again although it has changed.
export let stale = false;
export const isLeaving = () => leaving;
export const stay = () => { leaving = false; };
const leave = (address) => {
  leaving = true;
  location.assign(address);
};
// What is fetched at this moment will be too old to be shown.
export const outdate = () => { latest += 1; };

export const go = (to) => {
  const url = new URL(to, location.href);
  const isHere = url.pathname === location.pathname && (url.search === location.search || $("main#sheet"));
  if (isHere) return refresh(url.hash);
  return leave(url);
};

// Nothing that is calm is put in under a finger: what it taps would be gone before it is lifted.
const CLICK_MS = 100;
const LONGEST_TOUCH_MS = 10_000;
let lift = null;
let lifted = null;
document.addEventListener("pointerdown", () => {
  lifted = new Promise((resolve) => {
    lift?.();
    lift = resolve;
    setTimeout(resolve, LONGEST_TOUCH_MS);
  });
}, true);
on("pointerup pointercancel", () => setTimeout(lift, CLICK_MS), true);

export const isOutdated = (moment) => moment !== latest;
export const thisMoment = () => latest;

// Whether what is new comes at this moment. What was just done is said in one answer alone, so that no other takes its
// place.
export const isFetching = () => fetching > 0;

// The sheet's own page is brought up to date part by part, any other is fetched again.
export const refresh = async (...how) => {
  fetching += 1;
  try {
    await fetchAgain(...how);
  } finally {
    fetching -= 1;
  }
};

const fetchAgain = async (hash = "", calm = false) => {
  outdate();
  const mine = latest;
  const news = await askNews({ acted: true });
  if (isOutdated(mine)) return;
  if (news?.code === 200) {
    stale = false;
    showNews(news.html);
    focusOn(hash);
    showSaid(calm);
    return;
  }
  const answer = await ask(location.href);
  if (calm) await lifted;
  if (isOutdated(mine)) return;
  stale = !answer || answer.code >= 500;
  if (stale) changed();
  else {
    show(answer.html, { hash, calm });
    showSaid(calm);
  }
};

// The line that says what was just done is seen, and has the focus where that would fall to the page.
const showSaid = (calm = false) => {
  const line = !calm && $("#said form, .just-done");
  if (!line) return;
  if (line.matches("form")) line.scrollIntoView({ block: "nearest" });
  if (document.activeElement !== document.body) return;
  line.tabIndex = -1;
  line.focus({ preventScroll: true });
};

// root: of what is made ready; the whole document where the next thing is done on this phone.
export const showNews = (html, root = document) => {
  keepAgain();
  putNews(html);
  ready(root);
};

// hash: the part to go to; top: whether to start at the top; calm: whether a hand may be entered meanwhile.
export const show = (html, { hash = "", top = false, calm = false } = {}) => {
  const page = parse(html);
  addHead(page);
  markCurrent();
  const focused = document.activeElement?.id;
  page.querySelectorAll("noscript, #outbox").forEach((part) => part.remove());
  // Nothing moves under a finger that is entering the next hand.
  if (calm) page.querySelectorAll(".said form button").forEach((part) => part.closest("form").remove());
  const restorePlace = rememberPlace();
  document.title = page.title;
  document.body.className = page.body.className;
  document.body.replaceChildren(...page.body.childNodes);
  htmx.process(document.body);
  ready(document);
  if (top) scrollTo({ top: 0 });
  else restorePlace();
  // What is wrong is shown where it is wrong.
  document.querySelector("main .error[id$='-error']")?.scrollIntoView({ block: "center" });
  const line = (!calm || focused === "saving") && !$("#coming-hands[open]") && $(".just-done");
  if (line) line.focus({ preventScroll: true });
  else focusOn(hash || `#${focused}`);
};

// The page as it stands, and putting it back.
const takeDown = () => ({ title: document.title, look: document.body.className, parts: [...document.body.childNodes] });
const putUp = ({ title, look, parts }) => {
  document.title = title;
  document.body.className = look;
  document.body.replaceChildren(...parts);
  ready(document);
  scrollTo({ top: 0 });
};

const focusOn = (hash) => {
  const goal = document.getElementById(hash.slice(1));
  if (goal && !goal.matches("a, button, input, select, summary")) goal.tabIndex = -1;
  goal?.focus({ preventScroll: true });
};

document.addEventListener("DOMContentLoaded", () => {
  showSaid();
  ready(document);
});
on("htmx:afterSettle", ({ target }) => { if (target.matches("main")) ready(target.parentElement); });

// What moves says what has changed: the hand that was just recorded arrives in its row, and the totals that it moved
// count up or down to what they are now. Nothing moves where less motion is asked for.

const COUNT_MS = 400;

const TOTALS = "#standings th b, .scores b, #hand .note:not(.gain), .talking .seat small";
const latestHand = () => (
  Number($("#score .hand .opens .number")?.textContent ?? ($("#ahead")?.dataset.number ?? 1) - 1));

// Kept for this tab alone, so that a page that is loaded anew knows what stood there before.
const placeOf = () => `totals ${location.pathname}`;
const remember = (state) => attempt(() => {
  const before = JSON.parse(sessionStorage.getItem(placeOf()));
  sessionStorage.setItem(placeOf(), JSON.stringify(state));
  return before;
});

// Whole points as a number; NaN for what does not count in steps of one, such as halves.
const points = (text) => (/^[-−]?\d+$/.test(text) ? Number(text.replace("−", "-")) : NaN);
const count = (total, from, to) => {
  const text = total.textContent;
  const start = performance.now();
  const step = (time) => {
    const part = Math.min(1, Math.max(0, (time - start) / COUNT_MS));
    const now = Math.round(from + (to - from) * (1 - (1 - part) ** 3));
    total.textContent = part < 1 ? String(now).replace("-", "−") : text;
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
};

export const showChange = () => {
  const totals = [...document.querySelectorAll(TOTALS)];
  if (!totals.length || location.search) return;
  const hand = latestHand();
  const before = remember({ hand, totals: totals.map((total) => total.textContent) });
  if (before?.hand !== hand - 1) return;
  $(".hand:not(.adjusted)")?.classList.add("arrives");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  totals.forEach((total, column) => {
    const [from, to] = [before.totals[column], total.textContent].map(points);
    const moved = total.textContent !== before.totals[column];
    total.classList.toggle("rises", moved);
    if (moved && !still && to - from) count(total, from, to);
  });
};

// Links without a network: a page that cannot be fetched is not opened, so that this one is not lost. The entry of the
// next hand, and from there the sheet, were fetched before they were asked for; a page that is left so is kept as it
// is.

// Whether the last link led nowhere.
export let lost = false;
const setLost = (value) => {
  lost = value;
  changed();
};
let spare = null;
const left = new Map();
let here = location.pathname;
let query = location.search;

// What another phone wrote makes the one that is kept too old; it is fetched again when this phone is touched.
let due = false;

export const fetchSpare = async (root) => {
  // Nor is it asked for while something waits to be sent: both would be given a session, and only one is kept.
  due = root !== document || onThisSheet().length > 0;
  if (due) return;
  keepPage();
  const back = nextEntry() && !navigator.serviceWorker?.controller ? ", .bar > a.icon" : "";
  // When the bidding is over the next hand may be one that is entered as a result.
  const result = $("#auction #entry") ? ", a.other-way" : "";
  const address = !isAlone && $(`:is(a.go${back}${result})[href^='${base}/sheets/']`)?.href;
  const answer = address && !away ? await ask(address) : null;
  if (answer?.code !== 200) return;
  spare = { address, html: answer.html };
  left.clear();
  // While there is a network to fetch them by.
  addHead(parse(answer.html));
};

document.addEventListener("pointerdown", () => { if (due) fetchSpare(document); });

// What the auction is after each call that one more tap makes, of many numbers those near an even share of the tricks,
// which most players bid: shown as soon as it is tapped.
const MOST_CALLS = 3;
const following = new Map();
export const pageAfter = (call) => following.get(call);
// Once a number is chosen, each suit that may be bid with it.
const bidsOf = (form, { value }) => [...form.querySelectorAll("[name=suit]")]
  .filter(({ dataset }) => !(Number(dataset.least) > Number(value)))
  .map((suit) => value + suit.value);
export const fetchFollowing = async () => {
  following.clear();
  const form = $("#speak");
  const keys = form ? [...form.querySelectorAll("[name=call]:not([aria-disabled])")] : [];
  const level = form?.querySelector("[name=level]:checked");
  const all = keys.map(({ value }) => value);
  const share = Math.max(...all.filter(Number)) / document.querySelectorAll(".seats .place").length;
  const calls = all.filter((call) => all.length <= MOST_CALLS || !isAlone && Math.abs(call - share) <= 2);
  if (level) calls.push(...bidsOf(form, level));
  if (away || !form?.dataset.ahead || onThisSheet().length) return;
  await Promise.all(calls.map(async (call) => {
    const answer = await ask(`${form.dataset.ahead}?call=${encodeURIComponent(call)}`);
    if (answer?.code === 200 && form.isConnected) following.set(call, answer.html);
  }));
};
document.addEventListener("change", ({ target }) => { if (target.matches?.("#speak [name=level]")) fetchFollowing(); });

const follow = async (address) => {
  const reached = await ask(address);
  lost = !reached;
  if (reached) return leave(address);
  const path = new URL(address).pathname;
  if (spare?.address !== address && !left.has(path)) return await isKept(address) ? leave(address) : changed();
  lost = false;
  history.pushState(null, "", address);
  return turn(path);
};
const turn = (path) => {
  left.set(here, takeDown());
  here = path;
  query = location.search;
  if (left.has(path)) putUp(left.get(path));
  else {
    show(spare.html, { top: true });
    const [last] = onThisSheet().slice(-1);
    // On its form stands what was bid for the hand that waits.
    if (last?.page.endsWith("/auction")) startNextHand(last, nextEntry()?.elements.key.value);
  }
};

const online = () => !away && (isAlone || navigator.onLine);
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']:not([data-rows])");
  if (!link || online() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  follow(link.href);
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "get" || online()) return;
  event.preventDefault();
  follow(`${form.action}?${new URLSearchParams(new FormData(form))}`);
});
addEventListener("popstate", () => {
  const path = location.pathname;
  // Only a jump within the page.
  if (path === here && location.search === query) return undefined;
  if (path !== here && !online() && left.has(path)) return turn(path);
  here = path;
  query = location.search;
  return refresh();
});

// Older hands are fetched into the sheet when they are wanted.

const extend = async (link) => {
  const answer = await ask(`${link.pathname}/rows${link.search}`);
  setLost(!answer);
  const rows = answer?.code === 200 ? parse(answer.html).querySelector("template").content : null;
  const first = rows?.querySelector(".opens");
  if (!rows || !link.isConnected) return;
  link.closest("tbody").replaceWith(rows);
  first?.focus({ preventScroll: true });
};

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-rows]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  extend(link);
});
