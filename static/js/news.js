// What is new on a sheet since the page was made: asked for, and put in its place part by part.
import { $ } from "./dom.js";
import { markCurrent } from "./kept.js";
import { ask } from "./network.js";
import { rememberPlace } from "./reading.js";

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

export const putNews = (html) => {
  const restorePlace = rememberPlace();
  const restoreFocus = rememberFocus();
  htmx.swap("#live", html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
  restorePlace();
  restoreFocus();
};
