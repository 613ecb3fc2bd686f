// Python, and the app in it. The service worker sends each request through a port; the answer goes out when what it
// wrote is in the phone's storage, and one request is worked on after the other.
import { readMemory, writeMemory } from "./memory.js";
import { filesBelow, Store, TakenError } from "./store.js";

const FOLDER = "/instance";
const DATABASE = `${FOLDER}/scorer.db`;
const BEFORE = `${FOLDER}/before-update.db`;
const SITE = new URL("..", import.meta.url);
const NAME = `scorer ${SITE.pathname}`;
const KEPT = new URL("kept", SITE);
const APP = new URL("app/", SITE).href;
const OPENED = new URL("pyodide/", SITE).href;
const PACKAGES = "/lib/packages.zip";
const BEGIN = `
import sys
sys.path[:0] = ["/lib/scorer", "${PACKAGES}"]
from scorer.site.host import Host
`;

let python = null;
let host = null;
let store = null;
let later = null;
// How many sheets the first page has listed that are in neither copy.
let lost = 0;
const step = (done) => postMessage({ step: done });

const bytes = async (path) => {
  const answer = await fetch(new URL(path, SITE));
  if (!answer.ok) throw new Error(`${path} is not there (${answer.status}).`);
  return answer.arrayBuffer();
};

// Both at once, as soon as this worker is there.
const scripts = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(`${OPENED}${name}`));
const load = async (options) => (await scripts[0]).loadPyodide({ indexURL: OPENED, ...options });
const archives = () => Promise.all([bytes("scorer.zip"), bytes("packages.zip")]);
const putArchives = ([scorer, packages]) => {
  python.unpackArchive(scorer, "zip", { extractDir: "/lib/scorer" });
  python.FS.writeFile(PACKAGES, new Uint8Array(packages));
};

const begin = async (stored, { trial, back }) => {
  const all = archives();
  step(0.1);
  python = await load({});
  step(0.5);
  putArchives(await all);
  const fs = python.FS;
  store.use(fs, await stored);
  if (trial && fs.analyzePath(DATABASE).exists) fs.writeFile(BEFORE, fs.readFile(DATABASE));
  else if (!back && fs.analyzePath(BEFORE).exists) fs.unlink(BEFORE);
  step(0.6);
  const make = python.runPython(`${BEGIN}Host`);
  step(0.85);
  try {
    host = make(APP, FOLDER);
  } catch (error) {
    if (!back || !fs.analyzePath(BEFORE).exists) throw error;
    // The release that did not start has changed the tables: the copy from before is taken.
    fs.rename(BEFORE, DATABASE);
    host = make(APP, FOLDER);
  }
};

// From the memory that is kept.
const wake = async (stored, release) => {
  const { size, head, put, files, close } = await readMemory(SITE, release);
  const createPyodideModule = async (settings) => {
    const module = await (await scripts[1]).default(settings);
    const { HEAP8, API, _emscripten_resize_heap: grow } = module;
    // Pyodide would copy it, from one that lies beside it, into a memory that has not grown for it.
    if (size > HEAP8.length) grow(size);
    const { restoreSnapshot } = API;
    API.restoreSnapshot = () => {
      const told = restoreSnapshot(head);
      put(module.HEAP8);
      return told;
    };
    return module;
  };
  python = await load({ _loadSnapshot: new Uint8Array(0), createPyodideModule }).finally(close);
  const fs = python.FS;
  for (const [path, content] of files) {
    fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    fs.writeFile(path, content, { canOwn: true });
  }
  store.use(fs, await stored);
  if (fs.analyzePath(BEFORE).exists) fs.unlink(BEFORE);
  host = python.globals.get("host");
  host.wake();
};

// As any phone would be without a sheet: no folder of this one is opened for it.
const keepMemory = async (cacheName) => {
  python = await load({ _makeSnapshot: true });
  putArchives(await archives());
  python.runPython(`${BEGIN}host = Host(${JSON.stringify(APP)}, "${FOLDER}")\nhost.sleep()`);
  const files = [...filesBelow(python.FS, "/lib/scorer"), [PACKAGES, python.FS.lookupPath(PACKAGES).node]];
  await writeMemory(SITE, cacheName, python.makeMemorySnapshot(), files);
};

// trial: whether this release starts for the first time; back: whether it takes over from one that did not start;
// memory: of which release is the memory to start from, if any.
const start = async ({ trial, back, persists, memory }) => {
  store = new Store(NAME, FOLDER);
  const stored = store.take();
  const isAwake = memory && await wake(stored, memory).then(() => true, (error) => {
    console.info(error);
    postMessage({ spoilt: true });
  });
  if (!isAwake) await begin(stored, { trial, back });
  const kept = (await caches.match(KEPT, { cacheName: NAME }))?.headers;
  if (kept) lost = Number(kept.get(Number(kept.get("Save")) > store.number ? "Sheets" : "Lost"));
  host.looks((steps) => postMessage({ looked: steps }));
  host.persists(persists);
  host.lost(lost);
  // Before anything is saved, or a start that ends here would be the only one that tells of it.
  if (lost) await tidy().catch(() => {});
  await store.save();
};

const plain = (answer) => {
  const [status, headers, content] = answer.toJs();
  answer.destroy();
  return { status, headers, content };
};

// Nothing stays in memory that is not stored. Where even that cannot be read, no page is answered before it can.
let unread = false;
const readAgain = async () => {
  unread = true;
  store.put(await store.newest());
  host.look_again();
  unread = false;
};

const run = async ({ method, path, headers, body }) => {
  if (unread) await readAgain();
  const [head, content] = [headers, new Uint8Array(body ?? 0)].map((each) => python.toPy(each));
  const isImport = method === "POST" && path.startsWith("import");
  if (isImport) postMessage({ looked: 0 });
  const answer = plain(host.answer(method, path, head, content));
  if (isImport) postMessage({ looked: null });
  head.destroy();
  content.destroy();
  try {
    await store.save();
  } catch (error) {
    if (error instanceof TakenError) throw error;
    await readAgain();
    return plain(host.refused(path, error.name === "QuotaExceededError"));
  }
  return answer;
};

// The first page as it stands now, for the next start; and the journal, where this tab has none yet.
const tidy = async () => {
  if (!store.journal.file) await store.copy([]);
  const [page, isOpen, sheets] = host.home().toJs();
  if (sheets) lost = 0;
  const since = new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const told = { Since: since, Open: isOpen ? "1" : "", Sheets: sheets, Save: store.number, Lost: lost };
  const headers = { "Content-Type": "text/html; charset=utf-8", ...told };
  await (await caches.open(NAME)).put(KEPT, new Response(page, { headers }));
};
// Soon after the first of several saves, or a browser that is killed among them would have kept none of them.
const tidySoon = () => {
  later ??= setTimeout(() => {
    later = null;
    line = line.then(tidy).catch(() => {});
  }, 300);
};

// The last line of what Python says, without the kind of error.
const reason = (error) => String(error.message ?? error).trim().split("\n").at(-1).replace(/^[\w.]+: /, "");
const failure = (error) => ({
  status: 500,
  headers: [["Content-Type", "text/plain; charset=utf-8"]],
  content: `Scorer stopped: ${reason(error)}. Close it and open it anew.`,
});

let line = Promise.resolve();
const serve = async (request, port) => {
  try {
    port.postMessage(await run(request));
    if (request.method !== "POST") return;
    postMessage({ saved: true });
    tidySoon();
  } catch (error) {
    // No answer: whoever owns the storage now gives it.
    if (error instanceof TakenError) postMessage({ taken: true });
    else port.postMessage(failure(error));
    console.error(error);
  }
};

onmessage = ({ data, ports }) => {
  if (data.start) {
    line = start(data.start);
    line.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: reason(error) }));
    line = line.then(tidySoon);
  } else if (data.request) {
    line = line.then(() => serve(data.request, ports[0]));
  } else if ("persists" in data) {
    line = line.then(() => host.persists(data.persists));
  } else if (data.keep) {
    keepMemory(data.keep).then(() => postMessage({ kept: true }), () => postMessage({ kept: false }));
  }
};
