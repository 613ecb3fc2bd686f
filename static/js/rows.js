// The rows of the sheet: a hand is opened in its place, and older hands are fetched when they are wanted.
import { parse } from "./dom.js";
import { setLost } from "./links.js";
import { ask } from "./network.js";

const fetchRows = async (link, search) => {
  const answer = await ask(`${link.pathname}/rows${search}`);
  setLost(!answer);
  return answer?.code === 200 ? parse(answer.html).querySelector("template").content : null;
};

const toggle = async (link) => {
  const hand = link.closest("tbody");
  if (link.getAttribute("aria-expanded") === "true") {
    hand.querySelector(".more").remove();
    link.setAttribute("aria-expanded", "false");
    return;
  }
  const rows = await fetchRows(link, `?open=${hand.id.replace("hand-", "")}`);
  if (!rows || !hand.isConnected) return;
  const opened = rows.querySelector("tbody");
  hand.replaceWith(opened);
  opened.querySelector(".opens").focus({ preventScroll: true });
  opened.scrollIntoView({ block: "nearest" });
};

const extend = async (link) => {
  const rows = await fetchRows(link, link.search);
  const first = rows?.querySelector(".opens");
  if (!rows || !link.isConnected) return;
  link.closest("tbody").replaceWith(rows);
  first?.focus({ preventScroll: true });
};

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".opens[aria-expanded], [data-rows]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.matches(".opens")) toggle(link);
  else extend(link);
});
