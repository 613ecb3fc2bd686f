// The panel above a page: what was refused or cannot be sent, why, and what may be done about it.
import { isHand } from "./ahead.js";
import * as drafts from "./drafts.js";
import { $, button, coloured, download, make } from "./dom.js";
import { away } from "./network.js";
import { go, refresh } from "./page.js";
import { behind, isUnstored, readAll, relink, remove, save } from "./queue.js";
import { wake } from "./sending.js";

const STORAGE_FULL = "This phone's storage is full or forbidden: it is kept on this page alone.";

const panel = make("div");
panel.className = "held";
panel.setAttribute("role", "alert");
let shown;

export const draftOf = (act) => `edit ${act.id}/fields`;

// A refused act is edited on the page where it was entered.
const edit = (act, pressed) => {
  if (away) {
    pressed.textContent = "No connection";
    return;
  }
  readAll().filter((other) => other.editing).forEach((other) => save({ ...other, editing: false }));
  save({ ...act, editing: true });
  drafts.save(draftOf(act), [...new URLSearchParams(act.body)]);
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
  drafts.drop(draftOf(act));
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

const complaintOf = (act) => act.refused || act.told || (isUnstored(act) && act.waits ? STORAGE_FULL : "");

const notice = (act) => {
  const labels = behind(act).map((other) => other.label);
  const complaint = make("p", complaintOf(act));
  complaint.className = "error";
  const doors = make("p");
  doors.className = "doors";
  const section = make("section", make("h2", `${act.refused ? "Refused" : "Waiting"}: ${act.title}`));
  section.className = "card";
  if (act.editing && $("form[data-editing]")) {
    doors.append("Change it below, and send it again.");
    section.append(complaint);
  } else {
    if (act.refused) doors.append(button("Edit", (pressed) => edit(act, pressed)));
    if (act.deleted) doors.append(button("Save as a file", () => saveFile(act)));
    section.append(make("p", ...coloured(act.label)), complaint);
    if (labels.length) section.append(make("p", ...coloured(`Waiting behind it: ${labels.join("; ")}.`)));
  }
  doors.append(button("Discard", (pressed) => discard(act, pressed)));
  section.append(doors);
  return section;
};

export const showPanel = (queue) => {
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
