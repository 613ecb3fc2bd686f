// The acts that wait, in a database that answers once they are on the disk. A browser writes its other storage
// seconds later: a phone that is switched off in between would lose the hand.

import { base } from "./place.js";

const OPENING_MS = 1_000;

const opened = new Promise((resolve) => {
  // Where there is no such database, or it hangs, acts are kept in the other storage alone.
  setTimeout(resolve, OPENING_MS, null);
  try {
    const request = indexedDB.open(`${base}outbox`, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("acts", { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  } catch { resolve(null); }
});

const run = async (mode, work) => {
  const database = await opened;
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction("acts", mode, { durability: "strict" });
      const request = work(transaction.objectStore("acts"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => resolve(null);
    } catch { resolve(null); }
  });
};

export const readAll = async () => await run("readonly", (acts) => acts.getAll()) ?? [];
export const save = (act) => run("readwrite", (acts) => acts.put(act));
export const remove = (act) => run("readwrite", (acts) => acts.delete(act.id));
