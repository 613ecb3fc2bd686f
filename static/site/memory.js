// The memory of Python with the app in it, in the cache of its release: a start from it compiles and imports nothing.
// This phone makes it by itself, once, and it holds nothing of a person.
//
// Beside it stands how it fared (tries: how often it was begun; isWhole: whether it is there; starts: how many from it
// have not ended; isSpoilt: whether it was no good): whoever makes it may be killed, or who starts from it.
const MOST_TRIES = 2;
const MOST_STARTS = 2;
const ROOM = 300_000_000;
const LEAST_GB = 4;

const addressOf = (site) => new URL("memory", site);

// The file system is no part of a memory: what its Python may still read goes with it. files: [path, node] of each.
export const writeMemory = async (site, cacheName, memory, files) => {
  let end = memory.length;
  while (end && !memory[end - 1]) end -= 1;
  const contents = files.map(([, { contents: content, usedBytes }]) => content.subarray(0, usedBytes));
  const head = { size: memory.length, end, files: files.map(([path, { usedBytes }]) => [path, usedBytes]) };
  const text = new Blob([JSON.stringify(head)]);
  const body = new Blob([memory.subarray(0, end), ...contents, text]);
  const headers = { Head: text.size };
  await (await caches.open(cacheName)).put(addressOf(site), new Response(body, { headers }));
};

// size: what the memory grows to; memory: its beginning, behind which is nothing but nought; files: [path, content].
export const readMemory = async (site, cacheName) => {
  const kept = await caches.match(addressOf(site), { cacheName });
  const content = new Uint8Array(await kept.arrayBuffer());
  const from = content.length - kept.headers.get("Head");
  const { size, end, files } = JSON.parse(new TextDecoder().decode(content.subarray(from)));
  let at = end;
  const partOf = ([path, length]) => [path, content.subarray(at, at += length)];
  return { size, memory: content.subarray(0, end), files: files.map(partOf) };
};

export const openMemory = (site, name) => {
  const mark = new URL("memory-mark", site);
  const read = async () => (await (await caches.match(mark, { cacheName: name }))?.json()) ?? { tries: 0 };
  const write = async (fared) => (await caches.open(name)).put(mark, new Response(JSON.stringify(fared)));
  const forget = async () => (await caches.open(name)).delete(addressOf(site));
  const spoil = async () => {
    await write({ tries: (await read()).tries, isSpoilt: true });
    await forget();
  };
  return {
    // Whether the next start is to be from it.
    forStart: async () => {
      const fared = await read();
      // Whoever made it was killed before it was said to be whole.
      if (!fared.isWhole) return void (fared.tries && forget());
      if (fared.starts >= MOST_STARTS) return spoil().then(() => false);
      await write({ ...fared, starts: fared.starts + 1 });
      return true;
    },
    started: async () => write({ ...await read(), starts: 0 }),
    spoil,
    // Whether it is missing here, and this phone has room for it, and has promised to keep what it stores.
    isWanted: async () => {
      const { tries, isSpoilt } = await read();
      if (tries && !(isSpoilt && tries < MOST_TRIES)) return false;
      if ((navigator.deviceMemory ?? LEAST_GB) < LEAST_GB || !await navigator.storage?.persisted?.()) return false;
      const { quota, usage } = await navigator.storage.estimate();
      return quota - usage >= ROOM;
    },
    begin: async () => write({ tries: (await read()).tries + 1 }),
    made: async () => write({ tries: (await read()).tries, isWhole: true, starts: 0 }),
  };
};
