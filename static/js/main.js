// What the browser does beyond htmx. Every page works without it: scripts make it quicker, and keep what is entered
// while there is no network.
//
// The data-* attributes that bind templates and scripts, and who reads each. "Set here" are states that the scripts put
// on elements themselves; the others stand in the templates. A test compares this table with both.
//
// data-act         forms, next-hand, sending, view, forecast   a form that goes through the queue: empty (alone, waits
//                                                    for its turn), "alone" (the same) or "next" (another hand follows)
// data-asked       panel      set here: Discard was tapped once
// data-awake       awake      while this is shown the phone's screen stays on
// data-carried     scorer.css   a total that was carried over, not typed
// data-columns     scorer.css   how many columns of points the table has
// data-copy        sharing    a button that copies the text with this id
// data-digits      scorer.css   how many characters its longest total has
// data-draft       drafts, forms, view   a form that is saved half-entered, and under which name: family/version
// data-editing     panel, view   set here: the form edits an act that was refused
// data-go          controls   a choice that sends its form at once
// data-incomplete  reasons    the button of a form that lacks something
// data-keypad      keypad, forms, forecast, next-hand   a field that the app's own keypad fills
// data-kept        drafts, next-hand   the server has sent back what was entered: it is newer than the draft
// data-least       calls      a denomination: the lowest level it may be bid at
// data-name        sharing    the name of the file that is saved or shared
// data-news        news       where the page asks what is new
// data-none        forecast   a form whose hand may be without a contract
// data-number      sending, view   set here: the number of the hand that the page was made for
// data-once        controls   a form that is sent once
// data-own         view       set here: the draft of the form while it edits nothing
// data-png         sharing    a button that saves the picture with this id
// data-pressed     reasons    set here: the button was tapped while an answer was under way
// data-print       sharing    a button that prints the page
// data-receipt     receipts   number and digest of the last act of the history that is shown
// data-rows        rows, links   a link to rows of the sheet: "older"
// data-rule        reasons    beside data-why: the name of the rule
// data-rule-at     reasons    beside data-why: the address of the rule
// data-said        forms      what is said before a choice in the words of a hand: "took "
// data-sent        controls, forms, next-hand   set here: the form was sent
// data-share       sharing    a button that shares the text with this id
// data-share-file  sharing    a button that shares as a file the picture with this id, or what the link leads to
// data-sortable    drafts, seats   a list of seats whose players can be dragged
// data-spare       forecast   a choice that a complete hand may lack
// data-step        stepper    a key: how much it adds to the number beside it, 1 or -1
// data-stepper     stepper, forms, forecast, next-hand   a number field between such keys
// data-then        view       what happens once the form is sent, to end "Waiting for the network: then ..."
// data-toggle      controls   a choice that is taken back when it is tapped again
// data-turn        board.css   by how many degrees the page is turned
// data-types       keypad     a key: what it types, or "next" or "back"
// data-why         reasons    why the control is impossible
//
// Every module is named here, so that a phone asks for all of them at once and not level by level.
import { keepAwake } from "./awake.js";
import "./calls.js";
import { rememberToggles } from "./controls.js";
import "./disk.js";
import "./dom.js";
import { restoreAll } from "./drafts.js";
import "./forecast.js";
import "./forms.js";
import { showKeypad } from "./keypad.js";
import { fetchSpare } from "./links.js";
import "./live.js";
import "./network.js";
import "./news.js";
import { forgetStart } from "./next-hand.js";
import { onReady } from "./page.js";
import "./panel.js";
import "./queue.js";
import "./reading.js";
import { disableIncomplete } from "./reasons.js";
import { checkReceipt } from "./receipts.js";
import "./rows.js";
import "./seats.js";
import "./sending.js";
import { showButtons } from "./sharing.js";
import { showSteps } from "./stepper.js";
import "./tricks.js";
import { render } from "./view.js";

document.documentElement.classList.add("js");

const removeNoscript = (root) => root.querySelectorAll("noscript").forEach((part) => part.remove());
// In this order: a draft is restored into the form as the queue has renamed it.
onReady(
  forgetStart, removeNoscript, disableIncomplete, showButtons, showSteps, render, restoreAll, rememberToggles,
  showKeypad, fetchSpare, checkReceipt, keepAwake,
);
