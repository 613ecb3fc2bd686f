// The files of the app in the phone's lasting storage, in pieces, so that a save writes only what changed: in
// IndexedDB, and once more in a journal.
//
// A save is one transaction, whole or not at all, and asks for strict durability. Saves never overlap: the worker waits
// for each. In the same transaction stands who owns the storage: a tab that another took it from writes no more. There
// stands the number of the save, too: the copy whose number is higher is what the app begins with.
import { Journal } from "./journal.js";

const PIECE = 32_768;
const STORES = ["pieces", "files", "state"];

export class TakenError extends Error {}

const done = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = resolve;
  transaction.onabort = () => reject(transaction.error ?? new Error("The storage broke off."));
});
const wanted = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const count = (size) => Math.ceil(size / PIECE);
// [path, number, content] of each piece of some files, or of those of them that are asked for.
const piecesOf = (files, isAsked = () => true) => [...files].flatMap(([path, node]) => {
  const numbers = [...Array(count(node.usedBytes)).keys()].filter((number) => isAsked(path, node, number));
  const end = (number) => Math.min((number + 1) * PIECE, node.usedBytes);
  return numbers.map((number) => [path, number, node.contents.slice(number * PIECE, end(number))]);
});
const joined = (size, pieces = []) => {
  const content = new Uint8Array(size);
  const put = (piece, number) => content.set(piece.subarray(0, size - number * PIECE), number * PIECE);
  pieces.slice(0, count(size)).forEach(put);
  return content;
};

const mark = (node, from, to) => {
  node.written ??= new Set();
  for (let piece = Math.floor(from / PIECE); piece * PIECE < to; piece += 1) node.written.add(piece);
};

// The nodes of all files below a folder, by their paths.
export const filesBelow = (fs, folder) => {
  const found = new Map();
  for (const name of fs.readdir(folder).filter((each) => ![".", ".."].includes(each))) {
    const path = `${folder}/${name}`;
    const { node } = fs.lookupPath(path);
    if (fs.isDir(node.mode)) filesBelow(fs, path).forEach((inner, at) => found.set(at, inner));
    else found.set(path, node);
  }
  return found;
};

export class Store {
  // name: of the database; folder: what of the file system of Python is kept.
  constructor(name, folder) {
    // number: of the last save; isWhole: whether the next one writes everything anew.
    Object.assign(this, { name, folder, fs: null, owner: null, kept: new Map(), number: 0, isWhole: false });
    Object.assign(this, { database: null, journal: new Journal(name) });
  }

  async open() {
    const request = indexedDB.open(this.name, 1);
    request.onupgradeneeded = () => STORES.forEach((store) => request.result.createObjectStore(store));
    this.database = await wanted(request);
    // Withdrawn by the browser: the next save opens it anew.
    const close = () => {
      this.database?.close();
      this.database = null;
    };
    Object.assign(this.database, { onclose: close, onversionchange: close });
  }

  // fs: the file system of Python, which gets what is stored. Each file notes which of its pieces were written.
  use(fs, newest) {
    this.fs = fs;
    fs.mkdirTree(this.folder);
    const { file } = fs.filesystems.MEMFS.ops_table;
    const { write } = file.stream;
    file.stream.write = (stream, buffer, offset, length, position, canOwn) => {
      mark(stream.node, Math.min(position, stream.node.usedBytes), position + length);
      return write(stream, buffer, offset, length, position, canOwn);
    };
    const { setattr } = file.node;
    file.node.setattr = (node, attributes) => {
      const { size } = attributes;
      if (size !== undefined && size !== null) {
        mark(node, Math.min(size, node.usedBytes), Math.max(size, node.usedBytes));
      }
      return setattr(node, attributes);
    };
    this.put(newest);
  }

  files() {
    return filesBelow(this.fs, this.folder);
  }

  // Takes the storage over; what is in it.
  async take() {
    if (!this.database) await this.open();
    const owner = crypto.getRandomValues(new Uint32Array(2)).join("-");
    try {
      const transaction = this.database.transaction("state", "readwrite", { durability: "strict" });
      transaction.objectStore("state").put(owner, "owner");
      await done(transaction);
      this.owner = owner;
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
      // Without any room the sheets can still be read, by whoever holds the lock.
      this.owner = await wanted(this.database.transaction("state").objectStore("state").get("owner"));
    }
    return this.newest();
  }

  async numberStored() {
    if (!this.database) await this.open();
    return await wanted(this.database.transaction("state").objectStore("state").get("number")) ?? 0;
  }

  async stored(number) {
    const transaction = this.database.transaction(["pieces", "files"]);
    const [pieces, files] = ["pieces", "files"].map((name) => transaction.objectStore(name));
    const [paths, sizes] = await Promise.all([files.getAllKeys(), files.getAll()].map(wanted));
    const piecesAt = (path) => wanted(pieces.getAll(IDBKeyRange.bound([path], [path, []])));
    const contents = await Promise.all(paths.map(piecesAt));
    const all = (values) => Object.fromEntries(paths.map((path, index) => [path, values[index]]));
    return { number, sizes: all(sizes), pieces: all(contents) };
  }

  // The newer one of both copies, and the journal of two that are alike: it is read in a third of the time.
  async newest() {
    const [number, copy] = await Promise.all([this.numberStored(), this.journal.read()]);
    const newest = copy.number && copy.number >= number ? copy : await this.stored(number);
    this.isWhole = number < Math.max(newest.number, this.number);
    return newest;
  }

  // Where both are older than what was saved from here the storage was emptied: then what is in the file system
  // stays, and is written anew.
  put(newest) {
    if (newest.number < this.number) return;
    for (const path of this.files().keys()) this.fs.unlink(path);
    for (const [path, size] of Object.entries(newest.sizes)) {
      this.fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      this.fs.writeFile(path, joined(size, newest.pieces[path]), { mode: 0o600 });
    }
    this.number = newest.number;
    this.settled(this.files());
  }

  settled(files) {
    for (const node of files.values()) node.written = new Set();
    this.kept = new Map([...files].map(([path, node]) => [path, { node, size: node.usedBytes }]));
  }

  changes() {
    const files = this.files();
    const gone = [...this.kept.keys()].filter((path) => !files.has(path));
    const changed = [...files].filter(([path, node]) => {
      const before = this.kept.get(path);
      return before?.node !== node || before.size !== node.usedBytes || node.written?.size;
    });
    return { files, gone, changed };
  }

  // Writes what has changed. Raises what the storage says, and TakenError where another tab owns it.
  async save() {
    let change = this.changes();
    if (!this.isWhole && !change.gone.length && !change.changed.length) return;
    if (!this.database) await this.open();
    const transaction = this.database.transaction(STORES, "readwrite", { durability: "strict" });
    const [pieces, sizes, state] = STORES.map((name) => transaction.objectStore(name));
    // By the time, so that a storage that was begun anew counts as newer than what it had before.
    const number = Math.max(this.number + 1, Date.now());
    let [taken, written] = [false, []];
    const remove = (path, from = 0) => pieces.delete(IDBKeyRange.bound([path, from], [path, []]));
    state.get("owner").onsuccess = ({ target }) => {
      taken = ![undefined, this.owner].includes(target.result);
      if (taken) return void transaction.abort();
      if (this.isWhole || target.result === undefined) {
        [pieces, sizes].forEach((store) => store.clear());
        this.kept = new Map();
        change = this.changes();
      }
      state.put(this.owner, "owner");
      state.put(number, "number");
      change.gone.forEach((path) => { remove(path); sizes.delete(path); });
      change.changed.forEach(([path, node]) => {
        remove(path, count(node.usedBytes));
        sizes.put(node.usedBytes, path);
      });
      const isChanged = (path, node, place) => this.kept.get(path)?.node !== node || node.written?.has(place);
      written = piecesOf(change.changed, isChanged);
      written.forEach(([path, place, content]) => pieces.put(content, [path, place]));
    };
    try {
      await done(transaction);
    } catch (error) {
      throw taken ? new TakenError("Another tab has taken over.") : error;
    }
    Object.assign(this, { number, isWhole: false });
    await this.copy(written);
    this.settled(change.files);
  }

  // Adds to the journal, or begins it.
  copy(pieces) {
    const files = this.files();
    const sizes = Object.fromEntries([...files].map(([path, node]) => [path, node.usedBytes]));
    return this.journal.add(this.number, sizes, pieces, () => piecesOf(files));
  }
}
