// The service worker of the edition on the phone alone. Pages below app/ are answered by Python, which runs in a
// worker of the tab that holds the database; everything else is a file of the release that this phone has taken.
//
// It knows of releases only what the shell has written down: which one is in use. So it serves each of them.
const SITE = new URL("./", location).href;
const APP = `${SITE}app/`;
const NAME = `scorer ${new URL(SITE).pathname}`;
const STATE = `${SITE}state`;
const KEPT = `${SITE}kept`;
const STATIC = /^app\/static\/(?:[0-9a-f]{12}\/)?/;
const LINE = /(<p id="outbox" class="outbox)(" role="status") hidden>/;
const WITHOUT_BODY = new Set([101, 204, 205, 304]);
const WORKER_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

// The tab that answers for the app.
let host = null;
let waiting = [];
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

const findHost = async () => {
  for (;;) {
    const client = host && await self.clients.get(host);
    if (client) return client;
    host = null;
    const windows = await self.clients.matchAll({ type: "window" });
    windows.forEach((each) => each.postMessage({ ask: "host" }));
    await Promise.race([new Promise((resolve) => { waiting.push(resolve); }), pause(500)]);
  }
};

// Null where the tab was closed, or another has taken over, before it answered.
const ask = (client, request) => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  const look = setInterval(async () => {
    if (host === client.id && await self.clients.get(client.id)) return;
    clearInterval(look);
    resolve(null);
  }, 1_000);
  port1.onmessage = ({ data }) => {
    clearInterval(look);
    resolve(data);
  };
  client.postMessage({ request }, [port2]);
});

// What was asked of a tab that is gone is asked of the next one: each act has a key, by which the app knows it again.
const answered = async (request) => {
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const path = request.url.slice(APP.length).replace(/#.*/, "");
  const message = { method: request.method, path, headers: [...request.headers], body };
  let answer = null;
  while (!answer) answer = await ask(await findHost(), message);
  const { status, headers, content } = answer;
  return new Response(WITHOUT_BODY.has(status) || request.method === "HEAD" ? null : content, { status, headers });
};

// The first page as it was last, with the time: while the app starts.
const keptPage = async () => {
  const kept = await caches.match(KEPT, { cacheName: NAME });
  if (!kept) return null;
  const since = kept.headers.get("Since");
  const html = (await kept.text()).replace("<html ", `<html data-kept="${since}" `)
    .replace(LINE, `$1 waits kept$2>Scores of ${since}`);
  return new Response(html, { headers: kept.headers });
};

let inUse = null;
const release = async () => {
  const state = await caches.match(STATE, { cacheName: NAME });
  return state ? (await state.json()).current : null;
};
const file = async (path) => {
  inUse ??= await release();
  return inUse && caches.match(`${SITE}${path}`, { cacheName: `${NAME} ${inUse}` });
};

const fileFor = async (request, path) => {
  const kept = await file(path);
  if (!kept) return fetch(request);
  if (path !== "site/worker.js") return kept;
  const headers = new Headers(kept.headers);
  headers.set("Content-Security-Policy", WORKER_POLICY);
  return new Response(kept.body, { headers });
};

// Whatever address is opened, the shell comes: it goes on to that page.
const shell = async () => {
  const page = await file("index.html") ?? await fetch(`${SITE}index.html`);
  const html = (await page.text()).replace('<base href="./">', `<base href="${SITE}">`);
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
};

self.addEventListener("install", () => { self.skipWaiting(); });
self.addEventListener("activate", (event) => { event.waitUntil(self.clients.claim()); });
self.addEventListener("message", ({ data, source }) => {
  if (data.changed) inUse = null;
  if (!data.host) return;
  host = source.id;
  waiting.forEach((resolve) => resolve());
  waiting = [];
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (!url.href.startsWith(SITE)) return;
  const path = url.href.slice(SITE.length).replace(/[?#].*/, "");
  if (request.mode === "navigate" && request.destination === "document") event.respondWith(shell());
  else if (STATIC.test(path)) event.respondWith(fileFor(request, path.replace(STATIC, "static/")));
  else if (path === "app/" && url.search === "?kept") {
    event.respondWith(keptPage().then((kept) => kept ?? answered(request)));
  }
  else if (path.startsWith("app/")) event.respondWith(answered(request));
  // What is asked for by release is fetched for it.
  else if (request.method === "GET" && !url.search) event.respondWith(fileFor(request, path));
});
