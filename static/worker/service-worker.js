// Keeps the last sheet, and what its pages are made of, for when there is no network. A page that comes from here says
// since when it was kept. What writes, and what asks for news, passes through untouched.
//
// The server sets before this text: VERSION, of this release; SHELL, the addresses of its stylesheets and scripts.
const PREFIX = "scorer ";
const NAME = PREFIX + VERSION;
const SHEET = /^\/sheets\/([^/]+)(?:\/(?:hand|auction|board))?$/;
const ARCHIVED = /^\/sheets\/([^/]+)\/archive$/;
const LINE = /(<p id="outbox" class="outbox)(" role="status") hidden>/;
// What a server before the app answers when the app is out of reach.
const UNREACHED = new Set([502, 504]);

const sheetOf = (address) => SHEET.exec(new URL(address).pathname)?.[1];
const isPage = (url) => !url.search && (url.pathname === "/" || SHEET.test(url.pathname));

const forget = async (unwanted) => {
  const cache = await caches.open(NAME);
  const requests = await cache.keys();
  const found = requests.filter(({ url }) => sheetOf(url) && unwanted(sheetOf(url)));
  await Promise.all(found.map((request) => cache.delete(request)));
};

// Keeps a page, and of sheets only the one that was opened last. A sheet that this phone may not open is forgotten.
const keep = async (request, answer) => {
  const sheet = sheetOf(request.url);
  if (sheet && [403, 404, 410].includes(answer.status)) return forget((other) => other === sheet);
  if (answer.status !== 200 || answer.headers.get("Cache-Control")?.includes("no-store")) return undefined;
  if (sheet && request.mode === "navigate") await forget((other) => other !== sheet);
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.set("Kept", Date.now());
  const cache = await caches.open(NAME);
  return cache.put(new URL(request.url).pathname, new Response(await answer.text(), { headers }));
};

const clock = (time) => {
  const today = time.toDateString() === new Date().toDateString();
  return time.toLocaleString("en-GB", { ...(today ? {} : { day: "numeric", month: "short" }),
    hour: "2-digit", minute: "2-digit" });
};
const signed = async (kept) => {
  const since = clock(new Date(Number(kept.headers.get("Kept"))));
  const html = (await kept.text()).replace("<html ", `<html data-kept="${since}" `)
    .replace(LINE, `$1 waits kept$2>Seen ${since}, offline`);
  return new Response(html, { headers: kept.headers });
};

const pageFor = async (event) => {
  const { request } = event;
  try {
    const answer = await fetch(request);
    if (UNREACHED.has(answer.status)) throw new Error("The app is out of reach.");
    event.waitUntil(keep(request, answer.clone()));
    return answer;
  } catch (error) {
    // A script is told that there is no network: it knows what to do then.
    const kept = request.mode === "navigate" && await caches.match(new URL(request.url).pathname, { ignoreVary: true });
    if (!kept) throw error;
    return signed(kept);
  }
};

// Static files have their version in their address.
const fileFor = async (request) => {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(NAME)).put(request, answer.clone());
  return answer;
};

// What other releases kept goes: their pages need scripts that are there no more.
const takeOver = async () => {
  const names = await caches.keys();
  const former = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(former.map((name) => caches.delete(name)));
  await self.clients.claim();
};

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(SHELL)));
});
self.addEventListener("activate", (event) => { event.waitUntil(takeOver()); });
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const [, archived] = ARCHIVED.exec(url.pathname) ?? [];
  if (request.method === "POST" && archived) event.waitUntil(forget((sheet) => sheet === archived));
  if (request.method !== "GET") return;
  if (url.pathname.startsWith("/static/")) event.respondWith(fileFor(request));
  else if (isPage(url)) event.respondWith(pageFor(event));
});
