// The second copy of what is stored: a file in the browser's private file system, to which each save appends a
// record. A browser that was killed may find its IndexedDB torn, and begin it anew, empty.
//
// A record is its length, a SHA-256 of the rest, and the rest: its head as JSON behind its own length, then the pieces.
// What is torn at the end of a file is known by its sum, and passed over.
const SUM = 4;
const REST = 36;
const SPARE = 8_000_000;

const join = (...parts) => {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};
const counted = (content) => join(new Uint8Array(Uint32Array.of(content.length).buffer), content);
const lengthAt = (content, at) => new Uint32Array(content.slice(at, at + SUM).buffer)[0];
const sumOf = async (content) => new Uint8Array(await crypto.subtle.digest("SHA-256", content));

// pieces: [path, number, content] of each that was written.
const recordOf = async (number, sizes, pieces) => {
  const head = { number, sizes, pieces: pieces.map(([path, place, content]) => [path, place, content.length]) };
  const rest = join(counted(new TextEncoder().encode(JSON.stringify(head))), ...pieces.map(([, , content]) => content));
  return join(counted(rest).slice(0, SUM), await sumOf(rest), rest);
};

// The last save in a file that is whole: its number, the size of each path, and its pieces in their order.
const replayed = async (file) => {
  const content = new Uint8Array(file);
  const found = { number: 0, sizes: {}, pieces: {} };
  for (let at = 0; at + REST < content.length;) {
    const begin = at + REST;
    at = begin + lengthAt(content, at);
    const rest = content.subarray(begin, at);
    if (`${await sumOf(rest)}` !== `${content.subarray(begin - REST + SUM, begin)}`) break;
    let from = SUM + lengthAt(rest, 0);
    const { pieces, ...head } = JSON.parse(new TextDecoder().decode(rest.subarray(SUM, from)));
    Object.assign(found, head);
    for (const [path, place, length] of pieces) {
      (found.pieces[path] ??= [])[place] = rest.subarray(from, from + length);
      from += length;
    }
  }
  return found;
};

export class Journal {
  constructor(name) {
    // Without it the app goes on: there is no such file system in a private window, and it may be full.
    Object.assign(this, { name: encodeURIComponent(name), file: null, end: 0, most: 0, isMissing: false });
  }

  async folder() { return (await navigator.storage.getDirectory()).getDirectoryHandle(this.name, { create: true }); }

  async entries() {
    const found = [];
    for await (const entry of (await this.folder()).values()) found.push(entry);
    return found;
  }

  async read() {
    let newest = { number: 0, sizes: {}, pieces: {} };
    for (const entry of await this.entries().catch(() => [])) {
      // One that another tab holds may be closed to this one.
      const found = await entry.getFile().then((file) => file.arrayBuffer()).then(replayed, () => newest);
      if (found.number > newest.number) newest = found;
    }
    return newest;
  }

  // all: gives every piece, for the first record of a file. Each tab begins one of its own.
  async add(number, sizes, pieces, all) {
    if (this.isMissing) return;
    try {
      const isFirst = !this.file || this.end > this.most;
      if (isFirst) await this.begin();
      const record = await recordOf(number, sizes, isFirst ? all() : pieces);
      if (this.file.write(record, { at: this.end }) < record.length) throw new Error("No room.");
      await this.file.flush();
      this.end += record.length;
      if (!isFirst) return;
      this.most = 2 * record.length + SPARE;
      // One that another tab still holds stays: it is older.
      const others = (await this.entries()).filter(({ name }) => name !== this.own);
      for (const { name } of others) await (await this.folder()).removeEntry(name).catch(() => {});
    } catch {
      this.isMissing = true;
      await this.drop().catch(() => {});
    }
  }

  async begin() {
    await this.file?.close();
    this.own = crypto.randomUUID();
    const entry = await (await this.folder()).getFileHandle(this.own, { create: true });
    this.file = await entry.createSyncAccessHandle();
    this.end = 0;
  }

  // What is not gone on with must not be taken for the newest one day.
  async drop() {
    await this.file?.close();
    await (await navigator.storage.getDirectory()).removeEntry(this.name, { recursive: true });
  }
}
