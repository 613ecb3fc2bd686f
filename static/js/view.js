// How the page shows the queue: the line that says what is saved, the forms that must wait, the hands that wait.
import { handsAhead, isHand, wordsOf } from "./ahead.js";
import { $, build, coloured, make } from "./dom.js";
import { forecast, showDeal } from "./forecast.js";
import { keptSince } from "./kept.js";
import { lost } from "./links.js";
import { away } from "./network.js";
import { isAlone } from "./place.js";
import { isBlank, turnTo } from "./next-hand.js";
import { draftOf, showPanel } from "./panel.js";
import { editedBy, inLane, isHeld, laneOf, readAll, sheetIn, watch } from "./queue.js";
import { showSheet } from "./waiting.js";

const line = $("#outbox");
const list = make("ol");
list.className = "waiting";
list.setAttribute("aria-label", "Waiting to be sent");

const lineOf = (queue) => {
  const waiting = queue.filter(isHeld).length;
  if (queue.some((act) => act.refused)) return ["refused", "Refused"];
  const since = keptSince();
  if (waiting) return since ? ["waits kept", `${waiting} waiting, seen ${since}`] : ["waits", `${waiting} waiting`];
  if (queue.length) return ["sending", "Sending…"];
  if (since && isAlone) return ["waits kept", `Scores of ${since}`];
  if (since) return ["waits kept", `Seen ${since}, offline`];
  // Nobody taps in table mode: it says by itself that what it shows may be old.
  if (away && (lost || $("#board"))) return ["waits", "No connection"];
  return ["", sheetIn(location.pathname) && $("form[data-act]") ? "✓ Saved" : ""];
};
const showLine = (queue) => {
  const [look, text] = lineOf(queue);
  line.className = `outbox ${look}`;
  line.hidden = !text;
  if (line.textContent !== text) line.textContent = text;
  const place = $(".bar .where") ?? document.body;
  if (line.parentElement !== place) place.append(line);
  place.classList.toggle("kept", look.includes("kept"));
  place.classList.toggle("waits", Boolean(look));
};

const showForm = (form) => {
  const edits = editedBy(form);
  const queue = inLane(laneOf(form)).filter(isHeld);
  if (form.dataset.draft) {
    form.dataset.own ??= form.dataset.draft;
    form.dataset.draft = edits ? draftOf(edits) : form.dataset.own;
  }
  form.toggleAttribute("data-editing", Boolean(edits));
  form.inert = queue.length > 0 && !edits && form.dataset.act !== "next";
  const dock = form.querySelector(".dock-inner");
  if (form.inert && dock) showWait(form, dock, queue[0]);
  if (form.dataset.act === "next" && !edits) showNext(form, queue);
};
const showWait = (form, dock, act) => {
  const reason = act.refused ? "Refused, see above" : away ? "Waiting for the network" : "Waiting for the server";
  dock.className = "dock-inner waits";
  const then = `${reason}: then ${form.dataset.then ?? "it is sent"}.`;
  dock.replaceChildren(make("p", make("b", ...coloured(act.label)), make("br"), then));
  if (act.refused || !isHand(act)) return;
  // No call is judged without the server, but what a hand came to can be entered.
  form.inert = false;
  [...form.children].forEach((part) => { part.inert = !part.contains(dock); });
  dock.className = "dock-inner";
  dock.append(build("a", { class: "go", href: act.url }, "Next hand"));
};

// Hands that wait stand above the entry of the one after them.
const showNext = (form, queue) => {
  const { hands, number, deal } = handsAhead();
  const tabs = $(".tabs");
  $("#number").textContent = number;
  document.title = document.title.replace(/\d+/, number);
  form.dataset.draft = form.dataset.own.replace(/\d+$/, number);
  if (tabs) tabs.hidden = queue.length > 0;
  if (hands.length || form.dataset.turned) showLater(form, deal);
  showWaiting(hands.filter(([, act]) => isHeld(act) && !act.refused));
  showList(form, queue);
  if (queue.length) forecast(form);
  // There is no such hand, or its entry is another one.
  form.inert = Boolean(deal && "closed" in deal.dataset);
  if (form.inert) form.querySelector(".forecast").replaceChildren(deal.textContent);
};
// Where there is a felt they lie on it, as what was recorded does.
const showList = (form, queue) => {
  const felt = form.querySelector(".felt");
  list.className = felt ? "waiting recorded" : "waiting";
  if (!queue.length || felt && !isBlank(form)) list.remove();
  else if (felt) felt.after(list);
  else form.before(list);
};
const showWaiting = (waiting) => {
  const items = waiting.slice(-2).map(([number, act]) => make("li", make("b", `Hand ${number}`), " ",
    make("span", ...coloured(act.label)), make("i", "waiting")));
  if (waiting.length > 2) items[0] = make("li", make("b", `${waiting.length - 1} before it`), make("i", "waiting"));
  list.replaceChildren(...items);
};
// What the server said of the hand that the page was made for, and what it refused there, is not so of a later one.
const showLater = (form, deal) => {
  turnTo(form, deal);
  $(".bar small").replaceChildren(...wordsOf(deal));
  showDeal();
  document.querySelectorAll("main > .facts, .hooked p, .turned legend span + span").forEach((told) => told.remove());
  form.querySelectorAll("input[aria-disabled]").forEach((choice) => choice.removeAttribute("aria-disabled"));
};

export const render = () => {
  const queue = readAll();
  document.querySelectorAll("form[data-act]").forEach(showForm);
  showSheet();
  showPanel(queue);
  showLine(queue);
};
watch(render);
