// A sheet that an address carries behind its #, whole or in parts, on the page of Import.
import { attempt, base, make } from "./dom.js";
import { onReady } from "./page.js";

// A link carries a sheet behind its #, which no host is sent: it leaves the address bar and the history first, and is
// then looked at like a file. Nothing is unpacked here.
const lookAt = (field, text) => {
  field.value = text;
  field.form.requestSubmit();
};
const takeCarried = () => {
  const field = document.querySelector("#import-text");
  if (!field) return;
  const { hash } = location;
  const carries = CARRIED.test(hash);
  const part = PART.exec(hash);
  if (carries) history.replaceState(history.state, "", location.pathname + location.search);
  if (carries && !part) lookAt(field, hash.slice(1));
  else takePart(field, part);
};

// A sheet that is too long for one code comes in several. Each that the camera reads opens the page of Import anew:
// what it carries waits here, by sheet, until all are read; where one is missing for an hour, the others go.
const HOUR_MS = 3_600_000;
const CARRIED = /^#(sheet|part)=/;
const PART = /^#?(part=(\d{1,2})\.(\d{1,2}\.[0-9A-Z]{4}-[0-9A-Z]{4}))\.(\d{1,1100})$/;

// The parts that wait, by their numbers, of each sheet: by how many there are and its fingerprint, "3.K7QF-2M9D".
const partsHere = () => {
  const sheets = new Map();
  const items = Object.keys(localStorage).filter((item) => item.startsWith(`${base}part=`));
  for (const item of items) {
    const [at, digits] = localStorage.getItem(item).split(" ");
    const [, , number, sheet] = PART.exec(`${item.slice(base.length)}.${digits}`) ?? [];
    const age = Date.now() - Number(at);
    if (!sheet || !(age >= 0 && age < HOUR_MS)) localStorage.removeItem(item);
    else sheets.set(sheet, (sheets.get(sheet) ?? new Map()).set(Number(number), digits));
  }
  return sheets;
};

const takePart = (field, part) => {
  const [, item, number, now, digits] = part ?? [];
  const kept = attempt(() => {
    if (part) localStorage.setItem(`${base}${item}`, `${Date.now()} ${digits}`);
    return partsHere();
  });
  const said = [];
  for (const [sheet, parts] of kept ?? (part ? [[now, new Map([[Number(number), digits]])]] : [])) {
    const [count, name] = sheet.split(".");
    const numbers = Array.from({ length: Number(count) }, (_, index) => index + 1);
    const missing = numbers.filter((each) => !parts.has(each));
    if (missing.length) {
      const lack = missing.length === 1 ? `Number ${missing} is missing.` : `Missing: ${missing.join(", ")}.`;
      said.push([sheet === now, `${parts.size} of ${count} codes are here. ${lack}`, name]);
    } else if (sheet === now) {
      return void lookAt(field, numbers.map((each) => `part=${each}.${sheet}.${parts.get(each)}`).join("\n"));
    }
  }
  if (!said.length) return;
  said.sort(([first], [second]) => second - first);
  const [[, first, sheet], ...others] = said;
  const lines = others.map(([, text, name]) => make("p", `Of another sending, ${name}, and not mixed in: ${text}`));
  lines.unshift(make("h2", first), make("p", `They are of the sheet ${sheet}.`));
  if (!kept) lines.push(make("p", "This browser keeps nothing between two pages: ask for the file, or for the link."));
  document.querySelector("#parts [role=status]").replaceChildren(...lines);
  document.querySelector("#parts").hidden = false;
};
addEventListener("hashchange", takeCarried);
onReady(takeCarried);
