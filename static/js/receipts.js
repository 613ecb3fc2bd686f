// A phone keeps a receipt of the last act that it was shown: its number and its digest. It says when the history that
// is shown now does not contain that act. The server answers what stands there now; here both are only compared.
import { $, button, make } from "./dom.js";
import { ask } from "./network.js";
import { base } from "./place.js";
import { sheetIn } from "./queue.js";

const RECEIPT = /^([1-9]\d*):[0-9a-f]{64}$/;
const numberOf = (receipt) => Number(RECEIPT.exec(receipt)?.[1] ?? 0);
const itemOf = (sheet) => `receipt ${sheet}`;

// A full or forbidden storage only costs the receipt.
const attempt = (work) => {
  try { return work(); } catch { return null; }
};
const keep = (sheet, receipt) => attempt(() => localStorage.setItem(itemOf(sheet), receipt));

const standsNow = async (sheet, number, shown) => {
  if (number === numberOf(shown)) return shown;
  const answer = await ask(`${sheet}/receipt?number=${number}`);
  return answer?.code === 200 ? answer.html : null;
};

const warn = (sheet, number, shown) => {
  const help = make("a", "What that means");
  help.href = `${base}/help/fingerprint`;
  const accept = button("Keep what is shown now", () => {
    keep(sheet, shown);
    notice.remove();
  });
  const notice = make("div", make("p", make("b", "This phone was shown another history before."), ` It has a receipt of
    entry ${number}, which the history of this sheet does not contain now: its end was cut off, or it was written anew.
    A backup that was brought back does that, too. `, help), accept);
  notice.className = "notice past";
  notice.id = "receipt";
  notice.setAttribute("role", "status");
  $("#said").after(notice);
};

export const checkReceipt = async (root) => {
  const shown = root.querySelector("[data-receipt]")?.dataset.receipt;
  if (!shown) return;
  const sheet = sheetIn(location.pathname);
  const kept = attempt(() => localStorage.getItem(itemOf(sheet)));
  const number = numberOf(kept);
  const now = number ? await standsNow(sheet, number, shown) : kept;
  // Without an answer nothing is known; the page may have been left meanwhile.
  if (number && now === null) return;
  if (sheetIn(location.pathname) !== sheet || $("#receipt")) return;
  if (now !== kept) warn(sheet, number, shown);
  else if (numberOf(shown) > number) keep(sheet, shown);
};
