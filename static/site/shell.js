// The shell of the edition on the phone alone: it gets the files once, keeps Python alive in a worker, and shows the
// pages in a frame that fills it. Its address follows the page in the frame.
import { openMemory } from "./memory.js";
import { download, goBack, isQuiet, listOf, openState, settle, take } from "./releases.js";
import { $, lacks, markStarting, say, show, showAmount, showLooked, showStarting, tell } from "./screen.js";

const SITE = new URL("..", import.meta.url);
const NAME = `scorer ${SITE.pathname}`;
const APP = new URL("app/", SITE);
const TRIES = 2;
const IDLE = 20_000;
const PATIENCE = 30_000;
const NO_ROOM = "This phone has too little room for Scorer: make some, and open it again.";
const MUTE = "This browser does not say what it has stored. Close it altogether, and open Scorer again.";
const service = navigator.serviceWorker;

const controlled = async () => {
  await service.register(new URL("service-worker.js", SITE), { scope: SITE.pathname });
  if (service.controller) return;
  await new Promise((resolve) => { service.addEventListener("controllerchange", resolve, { once: true }); });
};

// The first time: everything, again and again until it is there.
const getAll = async (state) => {
  const since = performance.now();
  for (;;) {
    try {
      const list = await listOf(SITE);
      await download(SITE, NAME, list, null, (here, all) => showAmount(here, all, since));
      await state.set({ current: list.release, previous: null, trial: 0 });
      return;
    } catch (error) {
      if (error.name === "QuotaExceededError") throw new Error(NO_ROOM, { cause: error });
      const noNetwork = "No network: it goes on as soon as there is one.";
      $(".said").textContent = navigator.onLine ? `${error.message} It is tried again.` : noNetwork;
      await new Promise((resolve) => {
        setTimeout(resolve, 3_000);
        addEventListener("online", resolve, { once: true });
      });
      $(".said").textContent = "";
    }
  }
};

// Where the frame is to be, for the address of this page; a page below app/ stands for the one in the frame.
const wanted = () => {
  const path = location.href.slice(SITE.href.length)
    .replace(/^app\//, "").replace(/^index\.html/, "").replace(/\/(?=[?#]|$)/, "");
  return new URL(path, APP);
};
// A link may carry a sheet, or a part of one, behind its #, which leaves the address and the history before anything
// else is done; it waits here, also where the page is loaded anew for a new release. As soon as the app is given it,
// it is forgotten: should the app be long about it, the page opens without it when it is loaded anew.
const CARRIED = /^#(sheet|part)=/;
const CARRIER = `${NAME} carried`;
const takeCarried = () => {
  if (CARRIED.test(location.hash)) {
    sessionStorage.setItem(CARRIER, location.hash);
    history.replaceState(null, "", SITE);
  }
  return sessionStorage.getItem(CARRIER);
};
const forgetCarried = () => sessionStorage.removeItem(CARRIER);
let frame = null;
let ready = false;
let progress = 0;

// The button to the next hand fills while the app starts.
const showProgress = () => {
  const bar = frame?.contentDocument?.querySelector(".shell-progress");
  if (bar) bar.value = progress;
  Object.assign($(".load progress"), { max: 1, value: progress });
};

const follow = () => {
  const page = frame.contentDocument;
  if (!page || page.URL === "about:blank") return;
  show("#start", false);
  frame.hidden = false;
  if (frame.contentWindow.location.search === "?kept") frame.contentWindow.history.replaceState(null, "", APP);
  const { href } = frame.contentWindow.location;
  if (href.startsWith(APP.href)) history.replaceState(null, "", new URL(href.slice(APP.href.length), SITE));
  document.title = page.title;
  if (!ready && page.documentElement.dataset.kept) markStarting(page, progress);
};
const open = (address) => {
  frame = document.createElement("iframe");
  frame.title = "Scorer";
  frame.hidden = true;
  frame.addEventListener("load", follow);
  document.body.append(frame);
  frame.src = address;
};

const lookForRelease = async (state) => {
  const list = await listOf(SITE).catch(() => null);
  const now = await state.get();
  if (!list || [now.current, now.refused].includes(list.release)) return;
  if (now.ready !== list.release) {
    await download(SITE, NAME, list, now.current, () => {}).catch(async (error) => {
      await caches.delete(`${NAME} ${list.release}`);
      throw error;
    });
    await state.set({ ...await state.get(), ready: list.release });
  }
  tell("A new release of Scorer is here.", "Use it now", () => take(state, { ...now, ready: list.release }));
};

const askToPersist = async (worker) => {
  const granted = await navigator.storage?.persist?.().catch(() => false);
  worker.postMessage({ persists: Boolean(granted) });
};

const startWorker = () => new Worker(new URL("worker.js", import.meta.url), { type: "module" });

// Once nobody has asked for anything for a while, another worker makes the memory from which the next start goes on.
const keepMemory = async (memory, cacheName) => {
  if (!await isQuiet(SITE, NAME) || !await memory.isWanted()) return;
  await memory.begin();
  const worker = startWorker();
  const isMade = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data.kept);
    worker.onerror = () => resolve(false);
    worker.postMessage({ keep: cacheName });
  });
  worker.terminate();
  if (isMade) await memory.made();
};

// This tab holds the database, and answers for all, until another takes over.
let giveUp = null;
const beHost = async (state) => {
  if (giveUp) return undefined;
  const now = await state.get();
  if (now.trial > TRIES && now.previous) return goBack(state, now);
  if (now.trial) await state.set({ ...now, trial: now.trial + 1 });
  else if (now.ready && now.ready !== now.current && await isQuiet(SITE, NAME)) return take(state, now);
  const cacheName = `${NAME} ${now.current}`;
  const memory = openMemory(SITE, cacheName);
  let isKept = !now.trial && !now.back && await memory.forStart();
  // One that is damaged may never come to an end.
  const patience = isKept && setTimeout(() => memory.spoil().then(() => location.reload()), PATIENCE);
  const worker = startWorker();
  let serves = true;
  const beg = () => serves && service.controller?.postMessage({ host: true });
  const stop = () => {
    serves = false;
    clearTimeout(patience);
    worker.terminate();
    frame?.remove();
    show("#start", true);
  };
  let asked = false;
  let idle = null;
  const rest = () => {
    clearTimeout(idle);
    idle = setTimeout(() => keepMemory(memory, cacheName).catch(() => {}), IDLE);
  };
  const heard = {
    step: (done) => {
      progress = done;
      showProgress();
    },
    ready: async () => {
      ready = true;
      clearTimeout(patience);
      forgetCarried();
      frame?.contentDocument?.querySelectorAll(".shell-progress, .starting").forEach((part) => part.remove());
      frame?.contentDocument?.dispatchEvent(new Event("visibilitychange"));
      await settle(state, NAME);
      if (isKept) await memory.started();
      rest();
      if (navigator.onLine) lookForRelease(state).catch(() => {});
    },
    spoilt: () => {
      clearTimeout(patience);
      isKept = false;
      return memory.spoil();
    },
    looked: showLooked,
    saved: () => {
      if (!asked) askToPersist(worker);
      asked = true;
    },
    taken: () => {
      stop();
      say("Scorer goes on in another tab.", "Go on here", () => location.reload());
    },
    failed: async (reason) => {
      stop();
      if (now.trial && now.previous) return goBack(state, now);
      const said = `Scorer could not start: ${reason}. Nothing that was stored is touched.`;
      return say(said, "Try again", () => location.reload());
    },
  };
  giveUp = heard.taken;
  worker.onmessage = ({ data }) => Object.entries(data).forEach(([what, value]) => heard[what](value));
  worker.onerror = (event) => heard.failed(event.message || "its program was not found.");
  service.addEventListener("message", ({ data, ports }) => {
    if (data.ask) beg();
    else if (data.request) {
      worker.postMessage({ request: data.request }, ports);
      rest();
    }
  });
  // The browser may withdraw the service worker with the rest of what it has stored: pages are answered from here
  // again.
  service.addEventListener("controllerchange", () => (service.controller ? beg() : controlled().then(beg)));
  const persists = await navigator.storage?.persisted?.() ?? false;
  worker.postMessage({ start: { trial: now.trial > 0, back: now.back, persists, memory: isKept && cacheName } });
  beg();
  return new Promise(() => {});
};

const hold = (state, options) => navigator.locks
  .request(NAME, options, (lock) => lock && beHost(state).then(() => true));

const begin = async () => {
  const missing = lacks();
  if (missing) return say(missing);
  const carried = takeCarried();
  await controlled();
  const state = openState(SITE, NAME);
  // As Chromium does where all that it had of the site was deleted while a page was open.
  const patience = setTimeout(() => say(MUTE), 10_000);
  const known = await state.get();
  clearTimeout(patience);
  say("");
  if (!known) await getAll(state);
  const isGuest = (await navigator.locks.query()).held.some((lock) => lock.name === NAME);
  // At once: to load Python takes longest.
  const host = hold(state, {}).catch(() => giveUp?.());
  service.startMessages();
  const address = carried ? new URL(`import${carried}`, APP) : wanted();
  const isHome = address.href === APP.href;
  const kept = isHome && await caches.match(new URL("kept", SITE), { cacheName: NAME });
  if (!kept) showStarting();
  open(kept ? `${APP.href}?kept` : address.href);
  if (isGuest) {
    // The other tab answers; where it sleeps, this one takes over.
    ready = true;
    forgetCarried();
    const sleeps = setTimeout(() => tell("Scorer is open in another tab, which does not answer.", "Use it here", () => {
      tell(null);
      hold(state, { steal: true }).catch(() => giveUp?.());
    }), 5_000);
    frame.addEventListener("load", () => clearTimeout(sleeps), { once: true });
  }
  return host;
};

// A link that is tapped while this page is open.
addEventListener("hashchange", () => {
  const carried = takeCarried();
  if (frame && carried) frame.src = new URL(`import${carried}`, APP);
  if (ready) forgetCarried();
});
begin().catch((error) => say(error.message, "Try again", () => location.reload()));
