// What other phones write is asked for every few seconds, while somebody looks.
import { $ } from "./dom.js";
import { keptSince } from "./kept.js";
import { away } from "./network.js";
import { askNews } from "./news.js";
import { isFetching, isOutdated, refresh, showNews, thisMoment } from "./page.js";
import { changed, isHeld, onThisSheet } from "./queue.js";
import { wake } from "./sending.js";

const PAUSE_MS = 3_000;

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
  if (news?.code === 200) showNews(news.html, $("main") ?? document.body);
  // The sheet may be open on this phone no more.
  else if (news?.code === 205 || [404, 410].includes(news?.code) && !document.body.classList.contains("entering")) refresh();
};

const lookAgain = async () => {
  await look();
  setTimeout(lookAgain, PAUSE_MS);
};
setTimeout(lookAgain, PAUSE_MS);
document.addEventListener("visibilitychange", look);
