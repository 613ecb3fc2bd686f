// The memory of Python with the app in it: a start from it compiles and imports nothing. This phone makes it by
// itself, once for each release, and it holds nothing of a person. It is a file of the browser's private file system,
// from which it is read straight to where it belongs.
//
// In the cache of its release stands how it fared (tries: how often it was begun; isWhole: whether it is there;
// starts: how many from it have not ended; isSpoilt: whether it was no good): whoever makes it may be killed, or who
// starts from it.
const MOST_TRIES = 2;
const MOST_STARTS = 2;
const ROOM = 300_000_000;
const LEAST_GB = 4;
const TAIL = 4;

const fileName = (site) => encodeURIComponent(new URL("memory", site).pathname);
const folder = () => navigator.storage.getDirectory();
const opened = async (site, options) => {
  const entry = await (await folder()).getFileHandle(fileName(site), options);
  return entry.createSyncAccessHandle();
};

// The file system is no part of a memory: what its Python may still read goes with it. files: [path, node] of each.
export const writeMemory = async (site, release, memory, files) => {
  let end = memory.length;
  while (end && !memory[end - 1]) end -= 1;
  const sizes = files.map(([path, { usedBytes }]) => [path, usedBytes]);
  const told = new TextEncoder().encode(JSON.stringify({ release, size: memory.length, end, files: sizes }));
  const contents = files.map(([, { contents: content, usedBytes }]) => content.subarray(0, usedBytes));
  const file = await opened(site, { create: true });
  file.truncate(0);
  let at = 0;
  for (const part of [memory.subarray(0, end), ...contents, told, Uint32Array.of(told.length)]) {
    if (file.write(part, { at }) < part.byteLength) throw new Error("No room.");
    at += part.byteLength;
  }
  file.flush();
  file.close();
};

// size: what the memory grows to; head: what Pyodide has written before it; put: puts it into a memory, behind which
// is nothing but nought; files: [path, content] of each; close: for another to read or to make it.
export const readMemory = async (site, release) => {
  const file = await opened(site);
  const part = (at, length, into = new Uint8Array(length)) => {
    if (file.read(into, { at }) < length) throw new Error("The memory is cut.");
    return into;
  };
  try {
    const last = file.getSize() - TAIL;
    const [length] = new Uint32Array(part(last, TAIL).buffer);
    const { size, end, files, ...told } = JSON.parse(new TextDecoder().decode(part(last - length, length)));
    if (told.release !== release) throw new Error("The memory is that of another release.");
    const [, begin] = new Uint32Array(part(0, 8).buffer);
    let at = end;
    return {
      size,
      head: part(0, begin),
      put: (memory) => part(begin, end - begin, memory.subarray(0, end - begin)),
      files: files.map(([path, bytes]) => [path, part((at += bytes) - bytes, bytes)]),
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
};

export const openMemory = (site, name) => {
  const mark = new URL("memory-mark", site);
  const read = async () => (await (await caches.match(mark, { cacheName: name }))?.json()) ?? { tries: 0 };
  const write = async (fared) => (await caches.open(name)).put(mark, new Response(JSON.stringify(fared)));
  const forget = async () => (await folder()).removeEntry(fileName(site)).catch(() => {});
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
      write({ ...fared, starts: fared.starts + 1 }).catch(() => {});
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
