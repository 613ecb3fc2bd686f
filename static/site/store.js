// The files of the app in the phone's lasting storage: IndexedDB, in pieces, so that a save writes only what changed.
//
// A save is one transaction, whole or not at all, and asks for strict durability. Saves never overlap: the worker waits
// for each. In the same transaction stands who owns the storage: a tab that another took it from writes no more.
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

const mark = (node, from, to) => {
  node.written ??= new Set();
  for (let piece = Math.floor(from / PIECE); piece * PIECE < to; piece += 1) node.written.add(piece);
};

export class Store {
  // name: of the database; fs: the file system of Python; folder: what of it is kept.
  constructor(name, fs, folder) {
    Object.assign(this, { name, fs, folder, kept: new Map(), owner: null, database: null });
    fs.mkdirTree(folder);
    this.watch();
  }

  async open() {
    const request = indexedDB.open(this.name, 1);
    request.onupgradeneeded = () => STORES.forEach((store) => request.result.createObjectStore(store));
    this.database = await wanted(request);
    // Withdrawn by the browser: the next save opens it anew.
    this.database.onclose = () => { this.database = null; };
    this.database.onversionchange = () => {
      this.database?.close();
      this.database = null;
    };
  }

  // Notes in each file which of its pieces were written.
  watch() {
    const { file } = this.fs.filesystems.MEMFS.ops_table;
    const { write } = file.stream;
    file.stream.write = (stream, buffer, offset, length, position, canOwn) => {
      mark(stream.node, Math.min(position, stream.node.usedBytes), position + length);
      return write(stream, buffer, offset, length, position, canOwn);
    };
    const { setattr } = file.node;
    file.node.setattr = (node, attributes) => {
      const { size } = attributes;
      if (size !== undefined && size !== null) mark(node, Math.min(size, node.usedBytes), Math.max(size, node.usedBytes));
      return setattr(node, attributes);
    };
  }

  files() {
    const found = new Map();
    const walk = (folder) => {
      for (const name of this.fs.readdir(folder).filter((each) => ![".", ".."].includes(each))) {
        const path = `${folder}/${name}`;
        const { node } = this.fs.lookupPath(path);
        if (this.fs.isDir(node.mode)) walk(path);
        else found.set(path, node);
      }
    };
    walk(this.folder);
    return found;
  }

  // Takes the storage over, and puts what is in it into the file system.
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
    await this.read();
  }

  async read() {
    for (const path of this.files().keys()) this.fs.unlink(path);
    if (!this.database) await this.open();
    const transaction = this.database.transaction(STORES);
    const files = transaction.objectStore("files");
    const [paths, sizes] = await Promise.all([wanted(files.getAllKeys()), wanted(files.getAll())]);
    const pieces = transaction.objectStore("pieces");
    const contents = await Promise.all(paths.map((path) => wanted(pieces.getAll(IDBKeyRange.bound([path], [path, []])))));
    paths.forEach((path, index) => {
      const content = new Uint8Array(sizes[index]);
      contents[index].forEach((piece, number) => content.set(piece, number * PIECE));
      this.fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      this.fs.writeFile(path, content, { mode: 0o600 });
    });
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
    const { files, gone, changed } = this.changes();
    if (!gone.length && !changed.length) return;
    if (!this.database) await this.open();
    const transaction = this.database.transaction(STORES, "readwrite", { durability: "strict" });
    const [pieces, sizes, state] = STORES.map((name) => transaction.objectStore(name));
    let taken = false;
    const remove = (path, from = 0) => pieces.delete(IDBKeyRange.bound([path, from], [path, []]));
    const write = (path, node, all) => {
      const count = Math.ceil(node.usedBytes / PIECE);
      for (let number = 0; number < count; number += 1) {
        const end = Math.min((number + 1) * PIECE, node.usedBytes);
        if (all || node.written?.has(number)) pieces.put(node.contents.slice(number * PIECE, end), [path, number]);
      }
      remove(path, count);
      sizes.put(node.usedBytes, path);
    };
    state.get("owner").onsuccess = ({ target }) => {
      // Everything is written anew where the storage was emptied meanwhile.
      const emptied = target.result === undefined;
      taken = !emptied && target.result !== this.owner;
      if (taken) return void transaction.abort();
      gone.forEach((path) => { remove(path); sizes.delete(path); });
      if (emptied) state.put(this.owner, "owner");
      for (const [path, node] of emptied ? files : changed) write(path, node, emptied || this.kept.get(path)?.node !== node);
    };
    try {
      await done(transaction);
    } catch (error) {
      throw taken ? new TakenError("Another tab has taken over.") : error;
    }
    this.settled(files);
  }
}
