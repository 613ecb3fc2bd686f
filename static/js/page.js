// The page: going to another one, or showing this one as it is now.
import { $, addHead, parse } from "./dom.js";
import { ask } from "./network.js";
import { keepAgain, markCurrent } from "./kept.js";
import { askNews, putNews } from "./news.js";
import { changed } from "./queue.js";
import { rememberPlace } from "./reading.js";

// The steps that make a page, or what was put in its place, ready for use.
const steps = [];
export const onReady = (...added) => steps.push(...added);
export const ready = (root) => steps.forEach((step) => step(root));

let leaving = false;
let latest = 0;
let fetching = 0;
// Whether this page could not be fetched again although it has changed.
export let stale = false;
export const isLeaving = () => leaving;
export const stay = () => { leaving = false; };
export const leave = (address) => {
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
  const line = !calm && $("#said form");
  if (!line) return;
  line.scrollIntoView({ block: "nearest" });
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
  const recorded = !calm && $(".recorded");
  if (recorded) recorded.focus({ preventScroll: true });
  else focusOn(hash || `#${focused}`);
};

// The page as it stands, and putting it back.
export const takeDown = () => ({ title: document.title, look: document.body.className, parts: [...document.body.childNodes] });
export const putUp = ({ title, look, parts }) => {
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
  ready(document);
  showSaid();
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.matches("main")) ready(event.target.parentElement);
});
