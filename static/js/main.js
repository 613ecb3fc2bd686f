// What the browser does beyond htmx. Every page works without it: scripts make it quicker, and keep what is entered
// while there is no network.
//
// The data-* attributes that bind templates and scripts stand in attributes.txt.
//
// Every module is named here, so that a phone asks for all of them at once and not level by level; but for keys.js,
// rules.js, seats.js and carried.js, which only some pages have.
import "./dom.js";
import { disableIncomplete, forgetStart, rememberToggles, showChosen, showZone } from "./entry.js";
import "./network.js";
import { askAgain, fetchFollowing, fetchSpare, onReady, renewKeys, showChange, showSteps } from "./page.js";
import "./queue.js";
import { keepAwake, showLocks, showVideoChoice } from "./screen.js";
import { restoreAll } from "./sending.js";
import { checkReceipt, showButtons } from "./sharing.js";
import { render } from "./view.js";

document.documentElement.classList.add("js");

const removeNoscript = (root) => root.querySelectorAll("noscript").forEach((part) => part.remove());
// In this order: a draft is restored into the form as the queue has renamed it.
onReady(
  renewKeys, forgetStart, removeNoscript, disableIncomplete, showButtons, showSteps, showZone, render, restoreAll,
  rememberToggles, showChosen, showLocks, showVideoChoice, fetchFollowing, fetchSpare, checkReceipt, keepAwake,
  showChange, askAgain,
);
