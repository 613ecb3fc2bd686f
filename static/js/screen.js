// The screen of the phone: that it stays on, and that no touch counts.
import { $, build, button } from "./dom.js";

// The screen stays on while a page is open that is looked at rather than tapped, where the browser lets it: not on
// plain http, nor where the phone saves its battery. Then the page says so, if it has a place for that.
let held = null;

const showSign = () => {
  const sign = $("#asleep");
  if (sign) sign.hidden = held !== null;
};

const askToStay = async () => {
  try {
    held = await navigator.wakeLock.request("screen");
    held.addEventListener("release", lose);
  } catch {
    held = null;
  }
};
// The browser takes it back whenever the page is out of sight.
const lose = () => {
  held = null;
  if (!document.hidden) showSign();
};

// Without a wake lock a phone may stay awake for a video that plays: only for one that could be heard, and that is not
// said to play for ever; so it begins again by itself. It is offered where nothing else is, and played where the person
// has turned it on, from their first touch on. What the sign says stays true.
const hasWakeLock = "wakeLock" in navigator;
let video = null;
const playVideo = () => {
  const address = document.documentElement.dataset.video;
  if (hasWakeLock || !address) return;
  if (!video) {
    video = Object.assign(document.createElement("video"), { src: address, playsInline: true, className: "awake" });
    video.setAttribute("aria-hidden", "true");
    video.addEventListener("timeupdate", () => { if (video.currentTime > video.duration / 2) video.currentTime = 0; });
    document.documentElement.append(video);
  }
  if (video.paused) video.play().catch(() => {});
};
document.addEventListener("click", () => { if ($("[data-awake]")) playVideo(); });
export const showVideoChoice = (root) => root.querySelectorAll("[data-without-wake-lock]")
  .forEach((part) => { part.hidden = hasWakeLock; });

export const keepAwake = async () => {
  const wanted = $("[data-awake]");
  if (!wanted) {
    video?.pause();
    return held?.release();
  }
  if (!held && !document.hidden) await askToStay();
  return showSign();
};
document.addEventListener("visibilitychange", keepAwake);

// The touch lock: while cards are played beside the phone, no touch counts until one place is held for a second. A
// keyboard and a screen reader have a button instead.

const HOLD_MS = 1_000;

const makeLock = () => {
  const pad = build("p", { class: "hold", "aria-hidden": "true" }, "Locked. Hold to unlock");
  const unlock = button("Unlock", () => lock.close());
  unlock.className = "go";
  const lock = build("dialog", { class: "lock", "aria-label": "Locked against touches" }, pad, unlock);
  let timer;
  const release = () => {
    clearTimeout(timer);
    pad.classList.remove("pressed");
  };
  pad.addEventListener("pointerdown", () => {
    pad.classList.add("pressed");
    timer = setTimeout(() => lock.close(), HOLD_MS);
  });
  for (const type of ["pointerup", "pointercancel", "pointerleave"]) pad.addEventListener(type, release);
  lock.addEventListener("contextmenu", (event) => event.preventDefault());
  lock.addEventListener("close", release);
  // Beside the body, which is replaced when the sheet has changed.
  document.documentElement.append(lock);
  return lock;
};
let lock = null;

export const showLocks = (root) => root.querySelectorAll("[data-lock]").forEach((key) => {
  key.hidden = typeof HTMLDialogElement === "undefined";
});

document.addEventListener("click", (event) => {
  const pressed = event.target.closest?.("[data-lock]");
  if (!pressed) return;
  pressed.closest("details")?.removeAttribute("open");
  lock ??= makeLock();
  lock.showModal();
});
