// What a page shows of the queue: the forecast of a hand, the hands that wait on the sheet, and what was refused.
import { $, build, button, coloured, download, isAlone, make, on } from "./dom.js";
import { isBlank, turnTo } from "./entry.js";
import { away, setAway } from "./network.js";
import { go, keptSince, lost, refresh } from "./page.js";
import {
  behind, editedBy, handsAhead, inLane, isAwaited, isHand, isHeld, isStuck, isUnstored, laneOf, onThisSheet, readAll,
  relink, remove, save, sheetIn, soFar, watch, wordsOf,
} from "./queue.js";
import { dropDraft, saveDraft, sendAgain, wake } from "./sending.js";

// What htmx asks the server about a form, and what stands there when it cannot be asked: whatever is complete may be
// recorded then.
const NO_CONTRACT = "No contract";

const isEntry = (form) => Boolean(form?.querySelector(".forecast"));
// What waits before a hand may change what the server would say of it; nothing waits before one that is edited.
const isOvertaken = (form) => inLane(laneOf(form)).some(isHeld) && !editedBy(form);
// The hand before the one that is entered, while the server is asked to take it.
const underWay = (form) => inLane(laneOf(form)).find((act) => act.early);
const wordsFor = (act) => (act.next ? `Saving hand ${act.number}…` : "Saving the call…");

// Where points are typed, a field that is left empty counts as nought once there is one with points.
const keypadOf = (form) => [...form.querySelectorAll("[data-keypad]")];
const isGiven = (field) => field.type === "radio" ? field.checked
  : field.value || ("keypad" in field.dataset && keypadOf(field.form).some(({ value }) => value));

// On the felt stands who opens; who deals has a mark of their own.
const showDeal = () => document.querySelectorAll("#hand fieldset > .felt").forEach((felt) => {
  felt.replaceChildren(build("span", { class: "who" }, $(".bar small").textContent.split(", ").at(-1)));
});

const noContract = () => build("button", { class: "plain", name: "nobody_bid", value: "1" }, NO_CONTRACT);

const forecast = (form) => {
  const place = form.querySelector(".forecast");
  const record = form.querySelector(".dock .go");
  const asked = [...form.querySelectorAll(":is(input[type=radio], [data-keypad], [data-stepper]):not([data-spare])")];
  const given = new Set(asked.filter(isGiven).map((field) => field.name));
  const complete = asked.every((field) => given.has(field.name));
  const empty = "none" in form.dataset && !given.size;
  const under = underWay(form);
  let text = under ? wordsFor(under) : "This is checked when its turn comes.";
  if (away) text = complete ? "No connection: this will be checked when it is back." : "Offline: hands wait here.";
  if (complete) record.removeAttribute("aria-disabled");
  else record.setAttribute("aria-disabled", "true");
  if (place.textContent === text + (empty ? NO_CONTRACT : "")) return;
  place.replaceChildren(build("p", { class: "wish" }, text));
  if (empty) place.append(noContract());
  // Of what was judged before nothing is left.
  form.querySelectorAll(".note").forEach((note) => {
    note.classList.remove("gain");
    note.textContent = soFar(note.id.slice(5));
  });
  showDeal();
};

const unanswered = (element) => {
  setAway(true);
  const form = element.closest("form");
  if (isEntry(form)) forecast(form);
  else form?.querySelector(".dock p")?.replaceChildren("No connection: try again when it is back.");
};

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-act]");
  if (isEntry(form) && (away || isOvertaken(form))) forecast(form);
});
document.addEventListener("htmx:configRequest", (event) => { event.detail.headers.Outbox = "1"; });
document.addEventListener("htmx:beforeRequest", (event) => {
  // Nothing is asked about a sheet while something for it waits; what fails is told here and not in the console.
  if (isEntry(event.target) ? isOvertaken(event.target) : onThisSheet().some(isHeld)) event.preventDefault();
  event.detail.error = null;
});
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr, elt } = event.detail;
  if (!xhr.getResponseHeader("Outbox") || xhr.status >= 500) {
    event.preventDefault();
    unanswered(elt);
  } else if (xhr.status === 400 && isEntry(elt.closest("form"))) {
    // The token of this page is too old; what is sent gets a fresh one.
    event.preventDefault();
    forecast(elt.closest("form"));
  }
});
on("htmx:sendError htmx:timeout", (event) => unanswered(event.detail.elt));

// The sheet while hands wait: they stand above those that are recorded, without points, and count for the next hand.

const row = (cell) => build("tr", { class: "unsent", role: "row" }, cell);
const rowOf = ([number, act]) => {
  const state = act.refused ? "refused" : act.waits ? "waiting" : act.early ? "saving" : "saved";
  return make("tbody", row(build("th", { role: "rowheader", scope: "row" },
    build("span", { class: "number" }, number),
    build("span", { class: "what" }, ...coloured(act.label)),
    build("small", { class: "mark" }, state))));
};

// What a part showed before, to be shown again once nothing waits.
const before = new WeakMap();
const put = (part, ...content) => {
  if (!before.has(part)) before.set(part, [...part.childNodes]);
  part.replaceChildren(...content.length ? content : before.get(part));
};

const showNextHand = ({ hands, number, deal }) => {
  const [line, way] = ["#foot .ask-line > span", "#foot .go"].map($);
  way.hidden = Boolean(hands.length && deal && "closed" in deal.dataset);
  if (!hands.length) return [line, way].forEach((part) => put(part));
  const cards = deal?.dataset.cards ? `, ${deal.dataset.cards} each` : "";
  const told = build("span", { class: "quiet" }, ...wordsOf(deal), cards);
  put(line, make("b", way.hidden ? "" : `Hand ${number}. `), told);
  return put(way, "Next hand");
};

// In table mode, too, the totals are without them, and who deals now is another.
const showBoard = ({ hands, number, deal }) => {
  const count = hands.length;
  $("#board").classList.toggle("behind", count > 0);
  const wait = count === 1 ? "1 hand waits: totals without it" : `${count} hands wait: totals without them`;
  put($(".what"), ...count ? [make("b", `Hand ${number}`), make("small", ...wordsOf(deal), `. ${wait}.`)] : []);
};

const showSheet = () => {
  const ahead = $("#score, #board") && handsAhead();
  if (!ahead) return;
  if ($("#board")) return showBoard(ahead);
  const { hands } = ahead;
  document.querySelectorAll(".unsent").forEach((old) => (old.closest("#standings") ? old : old.parentElement).remove());
  let below = $("#coming");
  hands.map(rowOf).forEach((hand) => {
    below.before(hand);
    below = hand;
  });
  if (hands.length) $("#standings").append(row(build("td", { role: "cell" }, "So far, without the hands that wait")));
  [$("#bar small"), $("#notices .empty")].forEach((told) => told?.toggleAttribute("hidden", hands.length > 0));
  showNextHand(ahead);
};

// The panel above a page: what was refused or cannot be sent, why, and what may be done about it.

const STORAGE_FULL = "This phone's storage is full or forbidden: it is kept on this page alone.";

const panel = build("div", { class: "held", role: "alert" });
let shown;

const draftOf = (act) => `edit ${act.id}/fields`;

// A refused act is edited on the page where it was entered.
const edit = (act, pressed) => {
  if (away) {
    pressed.textContent = "No connection";
    return;
  }
  readAll().filter((other) => other.editing).forEach((other) => save({ ...other, editing: false }));
  save({ ...act, editing: true });
  saveDraft(draftOf(act), [...new URLSearchParams(act.body)]);
  go(act.page);
};

const discard = async (act, pressed) => {
  if (!pressed.dataset.asked) {
    pressed.dataset.asked = "yes";
    pressed.textContent = "Really discard";
    return;
  }
  const body = new URLSearchParams(act.body);
  relink(act, { seen: body.get("seen"), after: body.get("after") });
  if (isHand(act)) behind(act).forEach((other) => save({ ...other, number: other.number - 1 }));
  await remove(act);
  dropDraft(draftOf(act));
  refresh();
  wake();
};

// What was entered on a sheet that was deleted meanwhile: it can be sent no more, and is kept as a file.
const saveFile = (act) => {
  const entered = [act, ...behind(act)].map(({ title, label, body }) =>
    ({ title, label, fields: [...new URLSearchParams(body)].filter(([name]) => name !== "csrf_token") }));
  const file = new Blob([JSON.stringify({ sheet: act.lane, entered }, null, 1)], { type: "application/json" });
  download(file, "not-sent.json");
};

// Where the form asks what is to be done, nothing else does.
const isAsked = (act) => [...document.querySelectorAll("[data-conflict]")]
  .some((form) => form.elements.key.value === act.key);
const complaintOf = (act) => (isAsked(act) ? ""
  : act.refused || act.told || (isUnstored(act) && act.waits ? STORAGE_FULL : ""));

const notice = (act) => {
  const labels = behind(act).map((other) => other.label);
  const complaint = build("p", { class: "error" }, complaintOf(act));
  const doors = build("p", { class: "doors" });
  const head = make("h2", `${act.refused ? "Refused" : "Waiting"}: ${act.title}`);
  const section = build("section", { class: "card" }, head);
  if (act.editing && $("form[data-editing]")) {
    doors.append("Change it below, and send it again.");
    section.append(complaint);
  } else {
    if (act.conflict) doors.append(button("Choose", () => sendAgain(act)));
    else if (act.refused) doors.append(button("Edit", (pressed) => edit(act, pressed)));
    if (act.deleted) doors.append(button("Save as a file", () => saveFile(act)));
    section.append(make("p", ...coloured(act.label)), complaint);
    if (labels.length) section.append(make("p", ...coloured(`Waiting behind it: ${labels.join("; ")}.`)));
  }
  if (!act.conflict) doors.append(button("Discard", (pressed) => discard(act, pressed)));
  section.append(doors);
  return section;
};

const showPanel = (queue) => {
  const complaints = queue.filter(complaintOf);
  const state = JSON.stringify([complaints, queue.length, Boolean($("form[data-editing]"))]);
  if (shown !== state) {
    shown = state;
    panel.replaceChildren(...complaints.map(notice));
  }
  const bar = $("main > .bar");
  if (!complaints.length) panel.remove();
  else if (!panel.isConnected && bar) bar.after(panel);
  else if (!panel.isConnected) $("main").prepend(panel);
};

// How the page shows the queue: the line that says what is saved, the forms that must wait, the hands that wait.

const line = $("#outbox");
const list = build("ol", { class: "waiting just-done alone", "aria-label": "Waiting to be sent" });
const saving = build("div", { id: "saving", tabindex: "-1" });

const lineOf = (queue) => {
  const waiting = queue.filter(isStuck).length;
  if (queue.some((act) => act.refused && !isAsked(act))) return ["refused", "Refused"];
  const since = keptSince();
  if (waiting) return since ? ["waits kept", `${waiting} waiting, seen ${since}`] : ["waits", `${waiting} waiting`];
  const early = queue.find((act) => act.early);
  // The dock tells it to the eye, or the felt.
  if (early) return ["", wordsFor(early)];
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
  const waits = form.dataset.act ? queue.length > 0 : queue.some(isAwaited);
  form.inert = waits && !edits && form.dataset.act !== "next";
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
  // What was begun while nothing else waited, as in another tab, stays the hand that it was.
  const last = queue.at(-1)?.key ?? "";
  if (isBlank(form)) form.dataset.follows = last;
  else if (last && last !== (form.dataset.follows ??= last)) return;
  const { hands, number, deal } = handsAhead();
  const otherWays = document.querySelectorAll(".other-way");
  $("#number").textContent = number;
  document.title = document.title.replace(/\d+/, number);
  form.dataset.draft = form.dataset.own.replace(/\d+$/, number);
  otherWays.forEach((way) => { way.hidden = queue.length > 0; });
  if (hands.length || form.dataset.turned) showLater(form, deal);
  showWaiting(hands.filter(([, act]) => act.waits));
  showSaving(form, underWay(form) ?? hands.at(-1)?.[1]);
  // The line takes the place of Save, and its focus.
  const hasFocus = document.activeElement?.matches(".go, #saving");
  const dock = form.querySelector(".dock-inner");
  [list, saving].forEach((part) => {
    if (!part.children.length || !isBlank(form)) part.remove();
    else if (part.parentElement !== dock) dock.prepend(part);
  });
  if (hasFocus) requestAnimationFrame(() => saving.focus({ preventScroll: true }));
  if (queue.length) forecast(form);
  // There is no such hand, or its entry is another one.
  form.inert = Boolean(deal && "closed" in deal.dataset);
  if (form.inert) form.querySelector(".forecast").replaceChildren(deal.textContent);
};
// act: of the hand that was just entered; nothing where none was. What stands there is taken over by the server's line.
const showSaving = (form, act) => {
  const text = !act || isStuck(act) ? "" : act.early ? wordsFor(act) : `Hand ${act.number} saved`;
  if (saving.firstChild?.textContent === (text || undefined)) return;
  const other = "none" in form.dataset;
  saving.className = `just-done alone${act?.early ? "" : " done"}${other ? " beside-other" : ""}`;
  saving.replaceChildren(...text ? [make("p", text), ...other ? [noContract()] : []] : []);
};
const waits = (title, ...label) => make("li", make("b", title), " ", ...label, make("i", "waiting"));
const showWaiting = (waiting) => {
  const items = waiting.slice(-2).map(([number, act]) =>
    waits(`Hand ${number}`, make("span", ...coloured(act.label)), " "));
  if (waiting.length > 2) items[0] = waits(`${waiting.length - 1} before it`);
  list.replaceChildren(...items);
};
// What the server said of the hand that the page was made for, and what it refused there, is not so of a later one.
const showLater = (form, deal) => {
  turnTo(form, deal);
  $(".bar small").replaceChildren(...wordsOf(deal));
  showDeal();
  document.querySelectorAll("main > .facts, .hooked p, .turned legend span + span").forEach((told) => told.remove());
  form.querySelectorAll("input[aria-disabled]").forEach((choice) => choice.removeAttribute("aria-disabled"));
  const { number } = underWay(form) ?? {};
  if (number) form.querySelectorAll("[data-by-score]").forEach((choice) => {
    choice.setAttribute("aria-disabled", "true");
    choice.dataset.why = `This goes by the score: it can be chosen, or not, once hand ${number} is saved.`;
    delete choice.dataset.rule;
  });
};

export const render = () => {
  const queue = readAll();
  document.querySelectorAll("form[data-act]").forEach(showForm);
  showSheet();
  showPanel(queue);
  showLine(queue);
};
watch(render);
