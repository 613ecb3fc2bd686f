// What htmx asks the server about a form, and what stands there when it cannot be asked: whatever is complete may be
// recorded then.
import { soFar } from "./ahead.js";
import { $, build, make } from "./dom.js";
import { away, setAway } from "./network.js";
import { editedBy, inLane, isHeld, laneOf, onThisSheet } from "./queue.js";

const NO_CONTRACT = "No contract";

const isEntry = (form) => Boolean(form?.querySelector(".forecast"));
// What waits before a hand may change what the server would say of it; nothing waits before one that is edited.
const isOvertaken = (form) => inLane(laneOf(form)).some(isHeld) && !editedBy(form);

// Where points are typed, a field that is left empty counts as nought once there is one with points.
const isGiven = (field) => field.type === "radio" ? field.checked
  : field.value || ("keypad" in field.dataset && [...field.form.querySelectorAll("[data-keypad]")].some(({ value }) => value));

// On the felt stands who speaks first; who deals has a mark of their own.
export const showDeal = () => document.querySelectorAll("#hand .felt[aria-hidden]").forEach((felt) => {
  felt.replaceChildren(build("span", { class: "who" }, $(".bar small").textContent.split(", ").at(-1)));
});

export const forecast = (form) => {
  const place = form.querySelector(".forecast");
  const record = form.querySelector(".dock .go");
  const asked = [...form.querySelectorAll(":is(input[type=radio], [data-keypad], [data-stepper]):not([data-spare])")];
  const given = new Set(asked.filter(isGiven).map((field) => field.name));
  const complete = asked.every((field) => given.has(field.name));
  const empty = "none" in form.dataset && !given.size;
  let text = "This is checked when its turn comes.";
  if (away) text = complete ? "No connection: this will be checked when it is back." : "Offline: hands wait here.";
  if (complete) record.removeAttribute("aria-disabled");
  else record.setAttribute("aria-disabled", "true");
  if (place.textContent === text + (empty ? NO_CONTRACT : "")) return;
  const line = make("p", text);
  line.className = "wish";
  place.replaceChildren(line);
  if (empty) {
    const none = make("button", NO_CONTRACT);
    Object.assign(none, { className: "plain", name: "nobody_bid", value: "1" });
    place.append(none);
  }
  // Of what was judged before nothing is left.
  form.querySelectorAll(".note").forEach((note) => { note.classList.remove("gain"); note.textContent = soFar(note.id.slice(5)); });
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
for (const failure of ["sendError", "timeout"]) {
  document.addEventListener(`htmx:${failure}`, (event) => unanswered(event.detail.elt));
}
