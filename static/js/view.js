// How the page shows the queue: the line that says what is saved, the forms that must wait, the hands that wait.
import { $, make } from "./dom.js";
import { forecast } from "./forecast.js";
import { keptSince } from "./kept.js";
import { lost } from "./links.js";
import { away } from "./network.js";
import { isAlone } from "./place.js";
import { turnTo } from "./next-hand.js";
import { draftOf, showPanel } from "./panel.js";
import { editedBy, inLane, isHeld, laneOf, readAll, sheetIn, watch } from "./queue.js";

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
  if (since && isAlone) return ["waits kept", `Scores of ${since}. Starting: what you tap now is not lost.`];
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
  dock.replaceChildren(make("p", make("b", act.label), make("br"), then));
};

// Hands that wait stand above the entry of the one after them.
const showNext = (form, queue) => {
  const tabs = $(".tabs");
  const count = $("#number");
  form.dataset.number ??= count.textContent;
  const number = Number(form.dataset.number) + queue.filter((act) => act.next).length;
  count.textContent = number;
  document.title = document.title.replace(/\d+/, number);
  form.dataset.draft = form.dataset.own.replace(/\d+$/, number);
  if (tabs) tabs.hidden = queue.length > 0;
  const ahead = number - Number(form.dataset.own.match(/\d+$/));
  if (ahead || form.dataset.turned) showLater(form, ahead);
  if (!queue.length) {
    list.remove();
    return;
  }
  showWaiting(queue.filter((act) => !act.refused));
  if (!list.isConnected) form.before(list);
  forecast(form);
};
// What the server said of the hand that the page was made for, and what it refused there, is not so of a later one.
const showLater = (form, ahead) => {
  const dealer = turnTo(form, ahead);
  $(".bar small").textContent = dealer ? `${dealer} deals` : "Dealer known once all is sent";
  document.querySelectorAll("main > .facts, .deals, .hooked p, .turned legend span + span").forEach((told) => told.remove());
  form.querySelectorAll("input[aria-disabled]").forEach((choice) => choice.removeAttribute("aria-disabled"));
};
const showWaiting = (waiting) => {
  const items = waiting.slice(-2)
    .map((act) => make("li", make("b", act.title.split(" · ")[0]), ` ${act.label}`, make("i", "waiting")));
  if (waiting.length > 2) items[0] = make("li", make("b", `${waiting.length - 1} before it`), make("i", "waiting"));
  list.replaceChildren(...items);
};

export const render = () => {
  const queue = readAll();
  document.querySelectorAll("form[data-act]").forEach(showForm);
  showPanel(queue);
  showLine(queue);
};
watch(render);
