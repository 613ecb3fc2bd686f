// What the browser does beyond htmx. Every page works without it: scripts make it quicker, and keep what is entered
// while there is no network.
//
// The data-* attributes that bind templates and scripts stand in attributes.txt.
//
// Every module is named here, so that a phone asks for all of them at once and not level by level; but for those that
// only the pages of some games have.
import "./ahead.js";
import { keepAwake } from "./awake.js";
import { askAgain, rememberToggles, showChosen, showSteps } from "./controls.js";
import "./disk.js";
import "./dom.js";
import { restoreAll } from "./drafts.js";
import "./forecast.js";
import "./forms.js";
import { renewKeys } from "./kept.js";
import { fetchSpare } from "./links.js";
import "./live.js";
import { showLocks } from "./lock.js";
import { showChange } from "./motion.js";
import "./network.js";
import "./news.js";
import { forgetStart } from "./next-hand.js";
import { onReady } from "./page.js";
import "./panel.js";
import "./place.js";
import "./queue.js";
import "./reading.js";
import { disableIncomplete } from "./reasons.js";
import { checkReceipt } from "./receipts.js";
import "./rows.js";
import "./seats.js";
import "./sending.js";
import { showButtons } from "./sharing.js";
import "./vibration.js";
import { render } from "./view.js";
import "./waiting.js";

document.documentElement.classList.add("js");

const removeNoscript = (root) => root.querySelectorAll("noscript").forEach((part) => part.remove());
// In this order: a draft is restored into the form as the queue has renamed it.
onReady(
  renewKeys, forgetStart, removeNoscript, disableIncomplete, showButtons, showSteps, render, restoreAll, rememberToggles,
  showChosen, showLocks, fetchSpare, checkReceipt, keepAwake,
  showChange, askAgain,
);
