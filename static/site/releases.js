// Releases of the site: the list of files with their digests, and what of it this phone has. Each has a cache of its
// own, so that the one in use stays whole while another comes.

// Which release is in use (current), which one was before (previous), how often the one in use was tried (trial),
// which one is whole and waits (ready), which one did not start (refused).
export const openState = (site, name) => {
  const address = new URL("state", site);
  return {
    get: async () => (await caches.match(address, { cacheName: name }))?.json(),
    set: async (state) => (await caches.open(name)).put(address, new Response(JSON.stringify(state))),
  };
};

export const listOf = async (site) => {
  const answer = await fetch(new URL("files.json?release", site), { cache: "no-store" });
  if (!answer.ok) throw new Error("The host of Scorer does not answer.");
  return answer.json();
};

// A host may not know what some files are.
const TYPES = {
  mjs: "text/javascript", js: "text/javascript", wasm: "application/wasm", css: "text/css",
  html: "text/html; charset=utf-8",
};

const digestOf = async (content) => {
  const digest = await crypto.subtle.digest("SHA-256", await content.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

const fetched = async (site, path, release, count) => {
  const answer = await fetch(new URL(`${path}?release=${release}`, site), { cache: "no-store" });
  if (!answer.ok) throw new Error("A file of Scorer has not come.");
  const parts = [];
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    count(part.value.length);
  }
  return new Blob(parts, { type: TYPES[path.split(".").at(-1)] ?? answer.headers.get("Content-Type") ?? "" });
};

// Puts every file of a release into its cache; those that are there, or that the release in use has alike, are not
// asked for. What is not what the list says is refused. told: how many bytes are here, of how many.
export const download = async (site, name, { release, files }, current, told) => {
  const cache = await caches.open(`${name} ${release}`);
  const all = Object.values(files).reduce((sum, [, size]) => sum + size, 0);
  let here = 0;
  const count = (more) => {
    here += more;
    told(here, all);
  };
  for (const [path, [digest, size]] of Object.entries(files)) {
    const address = new URL(path, site);
    if (await cache.match(address)) {
      count(size);
      continue;
    }
    const before = current && await caches.match(address, { cacheName: `${name} ${current}` });
    const same = before && await before.blob();
    const fits = same && await digestOf(same) === digest;
    const content = fits ? same : await fetched(site, path, release, count);
    if (fits) count(size);
    else if (await digestOf(content) !== digest) throw new Error("A file of Scorer came damaged.");
    await cache.put(address, new Response(content, { headers: { "Content-Type": content.type } }));
  }
};

// The release has opened the database: what was before it may go.
export const settle = async (state, name) => {
  const now = { ...await state.get(), trial: 0, previous: null, back: false };
  await state.set(now);
  const names = [name, `${name} ${now.current}`, `${name} ${now.ready}`];
  const others = (await caches.keys()).filter((each) => each.startsWith(`${name} `) && !names.includes(each));
  await Promise.all(others.map((each) => caches.delete(each)));
};

// The page starts anew with another release.
const reload = async (state, next) => {
  await state.set(next);
  navigator.serviceWorker.controller?.postMessage({ changed: true });
  location.reload();
};
export const goBack = (state, now) => reload(state, {
  current: now.previous, previous: null, trial: 0, refused: now.current, back: true,
});
export const take = (state, now) => reload(state, { current: now.ready, previous: now.current, trial: 1 });

// Nothing half-entered waits for this release: no hand is open, no draft lies here, nothing is to be sent.
export const isQuiet = async (site, name) => {
  const kept = await caches.match(new URL("kept", site), { cacheName: name });
  const root = `${site.pathname}app`;
  const isBegun = (item) => ["draft ", "outbox "].some((kind) => item.startsWith(root + kind));
  const begun = Object.keys(localStorage).some(isBegun);
  return !kept?.headers.get("Open") && !begun;
};
