// The service worker, where a page may have one: on https, or on this machine itself. It keeps the last sheet for when
// there is no network. A page that comes from it says since when, and is fetched anew as soon as it can be.
import { ask } from "./network.js";
import { base, isAlone } from "./place.js";
import { changed, newKey, onThisSheet, sheetIn } from "./queue.js";

const page = document.documentElement;

// When the page that is shown was fetched, where that was not now.
export const keptSince = () => page.dataset.kept;
export const markCurrent = () => {
  if (!keptSince()) return;
  delete page.dataset.kept;
  changed();
};

// The keys of a page that is shown a second time may be taken: each act has one of its own.
export const renewKeys = (root) => {
  if (keptSince()) root.querySelectorAll("form[data-act] [name=key]").forEach((field) => { field.value = newKey(); });
};

let due = false;
export const keepAgain = () => { due = true; };
// What was put in its place part by part is kept as a whole, not while something waits: see fetchSpare.
export const keepPage = async () => {
  if (!due || !navigator.serviceWorker?.controller || onThisSheet().length) return;
  due = false;
  await ask(location.pathname);
};

// Whether a page can be shown without a network.
export const isKept = async (address) => Boolean(
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
