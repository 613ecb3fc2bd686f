// The screen stays on while a page is open that is looked at rather than tapped, where the browser lets it: not on plain
// http, nor where the phone saves its battery. Then the page says so, if it has a place for that.
import { $ } from "./dom.js";

let lock = null;

const showSign = () => {
  const sign = $("#asleep");
  if (sign) sign.hidden = lock !== null;
};

const ask = async () => {
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", lose);
  } catch {
    lock = null;
  }
};
// The browser takes it back whenever the page is out of sight.
const lose = () => {
  lock = null;
  if (!document.hidden) showSign();
};

export const keepAwake = async () => {
  const wanted = $("[data-awake]");
  if (!wanted) return lock?.release();
  if (!lock && !document.hidden) await ask();
  return showSign();
};
document.addEventListener("visibilitychange", keepAwake);
