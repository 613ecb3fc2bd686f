// What leaves the page: files, texts, pictures and paper; and the receipt of the history that was seen.
import { $, attempt, base, build, button, download, make } from "./dom.js";
import { ask } from "./network.js";
import { sheetIn } from "./queue.js";

// A text is copied, or shared where the phone can; a picture is drawn as PNG by the phone itself; a page is printed.
// PDF and picture go through the phone's own sheet for sharing where it takes files; elsewhere they are saved.
const TYPES = { db: "application/vnd.sqlite3", pdf: "application/pdf", png: "image/png", txt: "text/plain" };
const emptyFile = (name) => new File([], name, { type: TYPES[name.split(".").at(-1)] });
const takesFiles = (name) => Boolean(navigator.share && navigator.canShare?.({ files: [emptyFile(name)] }));

const drawn = async (picture) => {
  if (!picture.naturalWidth) throw new Error("The picture has not come yet.");
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
};
const fetched = async (link) => {
  const answer = await fetch(link.href).catch(() => null);
  if (!answer?.ok) throw new Error("It has not come: try again, or save it.");
  return answer.blob();
};

// The file that could not be shared at once: phones want that soon after a tap.
let late = null;
const fileOf = async (source, name) => {
  if (late?.source === source) return late.file;
  const content = await (source.href ? fetched(source) : drawn(source));
  // A score sheet goes as text, for phones do not share JSON.
  return new File([content], name, { type: emptyFile(name).type });
};

const ways = {
  async copy(text) {
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      // There is no clipboard but on https.
      if (!document.execCommand("copy")) return "It is selected: copy it now.";
    }
    return "Copied.";
  },
  async share(text) {
    try { await navigator.share({ text: text.value }); } catch { /* They changed their mind. */ }
    return "";
  },
  async shareFile(source, name) {
    const file = await fileOf(source, name);
    late = null;
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      // Else they changed their mind.
      if (error.name === "NotAllowedError") {
        late = { source, file };
        return "It is ready: tap Share once more.";
      }
    }
    return "";
  },
  async png(picture, name) {
    download(await drawn(picture), name);
    return "Saved.";
  },
};
const BUTTONS = "[data-copy], [data-share], [data-share-file], [data-png]";

export const showButtons = (root) => root.querySelectorAll(`[data-print], ${BUTTONS}`).forEach((key) => {
  key.hidden = ("share" in key.dataset && !navigator.share)
    || ("shareFile" in key.dataset && !takesFiles(key.dataset.name));
});

document.addEventListener("click", async (event) => {
  if (event.target.closest?.("[data-print]")) print();
  const { dataset } = event.target.closest?.(BUTTONS) ?? {};
  const way = dataset && Object.keys(ways).find((name) => dataset[name]);
  if (!way) return;
  const result = await ways[way](document.getElementById(dataset[way]), dataset.name).catch((error) => error.message);
  document.getElementById(`${dataset[way]}-said`).textContent = result;
});

// A phone keeps a receipt of the last act that it was shown: its number and its digest. It says when the history that
// is shown now does not contain that act. The server answers what stands there now; here both are only compared.

const RECEIPT = /^([1-9]\d*):[0-9a-f]{64}$/;
const numberOf = (receipt) => Number(RECEIPT.exec(receipt)?.[1] ?? 0);
const receiptItem = (sheet) => `receipt ${sheet}`;

const keep = (sheet, receipt) => attempt(() => localStorage.setItem(receiptItem(sheet), receipt));

const standsNow = async (sheet, number, shown) => {
  if (number === numberOf(shown)) return shown;
  const answer = await ask(`${sheet}/receipt?number=${number}`);
  return answer?.code === 200 ? answer.html : null;
};

const warn = (sheet, number, shown) => {
  const help = build("a", { href: `${base}/help/fingerprint` }, "What that means");
  const accept = button("Keep what is shown now", () => {
    keep(sheet, shown);
    notice.remove();
  });
  const told = make("p", make("b", "This phone was shown another history before."), ` It has a receipt of
    entry ${number}, which the history of this sheet does not contain now: its end was cut off, or it was written anew.
    A backup that was brought back does that, too. `, help);
  const notice = build("div", { class: "notice past", id: "receipt", role: "status" }, told, accept);
  $("#said").after(notice);
};

export const checkReceipt = async (root) => {
  const shown = root.querySelector("[data-receipt]")?.dataset.receipt;
  if (!shown) return;
  const sheet = sheetIn(location.pathname);
  const kept = attempt(() => localStorage.getItem(receiptItem(sheet)));
  const number = numberOf(kept);
  const now = number ? await standsNow(sheet, number, shown) : kept;
  // Without an answer nothing is known; the page may have been left meanwhile.
  if (number && now === null) return;
  if (sheetIn(location.pathname) !== sheet || $("#receipt")) return;
  if (now !== kept) warn(sheet, number, shown);
  else if (numberOf(shown) > number) keep(sheet, shown);
};
