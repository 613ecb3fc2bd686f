// A form that writes is not sent by the browser: what it says goes into the queue.
import { handsAhead } from "./ahead.js";
import { setHidden, words } from "./dom.js";
import { hasJustStarted } from "./next-hand.js";
import { outdate } from "./page.js";
import { changed, editedBy, enteredHere, inLane, isHeld, laneOf, newId, save } from "./queue.js";
import { flush, hold } from "./sending.js";

const choiceOf = (field) => (field.closest("[data-said]")?.dataset.said ?? "")
  + (field.matches(".place input") ? field.value : words(field.labels[0]));

// What a form says, in the words that stand on it: "Amber, Cindy, 6♥, 7 tricks".
const labelOf = (form, pressed) => {
  const { player } = form.elements;
  const names = [...form.querySelectorAll("input[name=player][type=text]")].map((field) => field.value.trim());
  if (names.length) return names.filter(Boolean).join(", ");
  // After the bidding the contract stands on the felt.
  const bid = form.matches("#auction #entry") && document.querySelector(".felt:has(strong:not(.pips))");
  const parts = bid ? [words(bid.querySelector(".who")), words(bid.querySelector("strong"))] : [];
  parts.push(...[".first", ".second", ":not(.first, .second)"]
    .flatMap((order) => [...form.querySelectorAll(`input${order}:checked`)])
    .map(choiceOf));
  form.querySelectorAll("[data-keypad], [data-stepper]").forEach((field) => {
    if (field.value || !("spare" in field.dataset)) parts.push(`${words(field.labels[0])} ${field.value || field.placeholder}`);
  });
  if (pressed && (pressed.name || !parts.length)) parts.push(pressed.getAttribute("aria-label") ?? words(pressed));
  const text = parts.join(", ").replace(/, (?=[♣♦♥♠]|NT\b)/g, "").replace(", with ", " with ");
  return (player ? `${player.value}: ` : "") + text;
};

const bodyOf = (form, pressed, edits) => {
  const body = new URLSearchParams(new FormData(form));
  if (pressed?.name) body.append(pressed.name, pressed.value);
  if (edits) body.set("edited", "1");
  return body.toString();
};

const submit = (form, pressed) => {
  if (form.dataset.sent || form.dataset.act === "next" && hasJustStarted()) return;
  const lane = laneOf(form);
  const queue = inLane(lane);
  const edits = editedBy(form);
  const alone = form.dataset.act !== "next";
  if (alone && !edits && queue.length) return;
  form.dataset.sent = "yes";
  outdate();
  const before = queue.at(-1)?.key;
  if (before && !edits) setHidden(form, "after", before);
  // What is edited keeps its key: should it have been taken after all, the server knows it again.
  if (edits) setHidden(form, "key", edits.key);
  const act = {
    id: edits?.id ?? newId(),
    key: form.elements.key.value,
    url: pressed?.getAttribute("formaction") ?? form.getAttribute("action"),
    body: bodyOf(form, pressed, edits),
    lane: laneOf(form),
    page: location.pathname + location.search,
    title: document.title,
    label: labelOf(form, pressed),
    draft: form.dataset.draft,
    number: edits ? edits.number : handsAhead()?.number,
    next: !alone,
    edited: Boolean(edits),
  };
  enteredHere.add(act.key);
  save(act);
  if (!edits && queue.some(isHeld)) hold(act);
  flush();
  changed();
};

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-act]") || event.defaultPrevented) return;
  event.preventDefault();
  submit(event.target, event.submitter);
});
