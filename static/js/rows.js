// Older hands are fetched into the sheet when they are wanted.
import { parse } from "./dom.js";
import { setLost } from "./links.js";
import { ask } from "./network.js";

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
