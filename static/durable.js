// The acts that wait, in a database that answers once they are on the disk. What a browser keeps for its pages
// otherwise it writes seconds later: a phone that is switched off in between would have lost the hand.
"use strict";

const durable = (() => {
  const PATIENCE = 1_000;
  const opened = new Promise((resolve) => {
    // Where there is none, or it hangs, acts are kept in the other place alone.
    setTimeout(resolve, PATIENCE, null);
    try {
      const asked = indexedDB.open("outbox", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("acts", { keyPath: "id" });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(null);
    } catch { resolve(null); }
  });
  const ask = async (mode, work) => {
    const database = await opened;
    return new Promise((resolve) => {
      try {
        const transaction = database.transaction("acts", mode, { durability: "strict" });
        const asked = work(transaction.objectStore("acts"));
        transaction.oncomplete = () => resolve(asked.result);
        transaction.onabort = () => resolve(null);
      } catch { resolve(null); }
    });
  };
  return {
    all: async () => await ask("readonly", (acts) => acts.getAll()) ?? [],
    put: (act) => ask("readwrite", (acts) => acts.put(act)),
    drop: (act) => ask("readwrite", (acts) => acts.delete(act.id)),
  };
})();
