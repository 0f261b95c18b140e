// Every change of a folder in the order in which it was made, and the state of a disk at any moment of it.
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { nodeDisk, type Disk } from '@sitegrep/segments';
import { FileState, FolderState, loadFolder } from '../../packages/segments/test/power-loss.ts';

/** A change of the file or folder at a path relative to the folder. */
type Change =
  | { readonly kind: 'create' | 'remove' | 'sync' | 'makeFolder' | 'syncFolder'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly position: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly length: number }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string };

/** Records the changes of a folder; its content at the beginning is durable. A file is renamed only within its folder. */
export class DiskLog {
  readonly changes: Change[] = [];
  readonly root: string;
  readonly #begin: FolderState;

  constructor(root: string) {
    this.root = root;
    this.#begin = loadFolder(root);
  }

  add(change: Change): void {
    this.changes.push(change);
  }

  /** The states of the disk after the first changes, for numbers of them that rise from call to call. */
  replay(): (changes: number) => FolderState {
    let done = 0;
    return (changes) => {
      for (; done < changes; done++) {
        const change = this.changes[done];
        if (change !== undefined) apply(this.#begin, change);
      }
      return this.#begin;
    };
  }

  /** The file system of the machine, whose changes are recorded. */
  disk(): Disk {
    const open = new Map<number, string>();
    const inside = (path: string): string => relative(this.root, path);
    const pathOf = (file: number): string => open.get(file) ?? '';
    return {
      ...nodeDisk,
      open: (path, mode) => {
        const file = nodeDisk.open(path, mode);
        open.set(file, inside(path));
        if (mode === 'create') this.add({ kind: 'create', path: inside(path) });
        return file;
      },
      write: (file, bytes, position) => {
        nodeDisk.write(file, bytes, position);
        this.add({ kind: 'write', path: pathOf(file), position, bytes: Buffer.from(bytes) });
      },
      truncate: (file, length) => {
        nodeDisk.truncate(file, length);
        this.add({ kind: 'truncate', path: pathOf(file), length });
      },
      // The recorded disk syncs; the real one need not.
      sync: (file) => this.add({ kind: 'sync', path: pathOf(file) }),
      close: (file) => {
        open.delete(file);
        nodeDisk.close(file);
      },
      rename: (from, to) => {
        nodeDisk.rename(from, to);
        for (const [file, path] of open) if (path === inside(from)) open.set(file, inside(to));
        this.add({ kind: 'rename', path: inside(from), to: inside(to) });
      },
      remove: (path) => {
        nodeDisk.remove(path);
        this.add({ kind: 'remove', path: inside(path) });
      },
      makeFolder: (path) => {
        nodeDisk.makeFolder(path);
        this.add({ kind: 'makeFolder', path: inside(path) });
      },
      syncFolder: (path) => this.add({ kind: 'syncFolder', path: inside(path) }),
    };
  }
}

function apply(root: FolderState, change: Change): void {
  const folder = folderAt(root, dirname(change.path));
  const name = basename(change.path);
  const node = folder?.names.get(name);
  switch (change.kind) {
    case 'create':
      return folder?.change({ kind: 'set', name, node: new FileState(Buffer.alloc(0)) });
    case 'makeFolder':
      if (node === undefined) folder?.change({ kind: 'set', name, node: new FolderState(new Map()) });
      return;
    case 'remove':
      return folder?.change({ kind: 'remove', name });
    case 'rename':
      if (node === undefined) throw new Error(`${change.path} is renamed and not there`);
      return folder?.change({ kind: 'rename', from: name, to: basename(change.to), node });
    case 'syncFolder':
      return folderAt(root, change.path)?.sync();
    // A file that was removed may still be open.
    case 'write':
      return node instanceof FileState ? node.write(change.position, change.bytes) : undefined;
    case 'truncate':
      return node instanceof FileState ? node.truncate(change.length) : undefined;
    case 'sync':
      return node instanceof FileState ? node.sync() : undefined;
  }
}

function folderAt(root: FolderState, path: string): FolderState | undefined {
  let folder: FolderState = root;
  for (const name of path.split(sep)) {
    if (name === '' || name === '.') continue;
    const inner = folder.names.get(name);
    if (!(inner instanceof FolderState)) return undefined;
    folder = inner;
  }
  return folder;
}

/** Size of a page of a database, of a frame's header and of the header of a write-ahead log, in bytes. */
const FRAME_HEADER = 24;
const LOG_HEADER = 32;

/**
 * Records what SQLite did to a database in WAL mode since the last call, with `synchronous=FULL`, as its documentation
 * orders it (https://sqlite.org/wal.html): the header of a log that begins anew, synced; the frames of the commits, synced;
 * then what a checkpoint has copied into the database, synced; then the end of the log. A new log's name is synced with its first sync.
 */
export class DatabaseWatch {
  readonly #log: DiskLog;
  readonly #name: string;
  readonly #pageBytes: number;
  #database: Buffer;
  #frames: Buffer | null;
  /** Whether the name of the write-ahead log is durable. */
  #isNamed = true;

  constructor(log: DiskLog, name: string, pageBytes: number) {
    this.#log = log;
    this.#name = name;
    this.#pageBytes = pageBytes;
    this.#database = this.#read(name) ?? Buffer.alloc(0);
    this.#frames = this.#read(`${name}-wal`);
  }

  observe(): void {
    const path = `${this.#name}-wal`;
    const before = this.#frames;
    const after = this.#read(path);
    this.#frames = after;
    if (after !== null) this.#observeLog(path, before, after);
    this.#observeDatabase();
    if (before !== null && after !== null && after.length < before.length)
      this.#log.add({ kind: 'truncate', path, length: after.length });
    if (before !== null && after === null) this.#log.add({ kind: 'remove', path });
  }

  #observeLog(path: string, before: Buffer | null, after: Buffer): void {
    if (before === null) {
      this.#log.add({ kind: 'create', path });
      this.#isNamed = false;
    }
    const known = before ?? Buffer.alloc(0);
    const header = after.subarray(0, LOG_HEADER);
    const size = FRAME_HEADER + this.#pageBytes;
    const isSame = (from: number, to: number): boolean =>
      known.length >= to && known.subarray(from, to).equals(after.subarray(from, to));
    const written: number[] = [];
    for (let at = LOG_HEADER; at < after.length; at += size) if (!isSame(at, at + size)) written.push(at);
    const begins = header.length > 0 && !isSame(0, LOG_HEADER);
    if (begins) {
      this.#log.add({ kind: 'write', path, position: 0, bytes: header });
      this.#syncLog(path);
    }
    for (const at of written) {
      const middle = at + FRAME_HEADER;
      this.#log.add({ kind: 'write', path, position: at, bytes: after.subarray(at, middle) });
      this.#log.add({ kind: 'write', path, position: middle, bytes: after.subarray(middle, at + size) });
    }
    if (written.length > 0) this.#syncLog(path);
  }

  #syncLog(path: string): void {
    this.#log.add({ kind: 'sync', path });
    if (!this.#isNamed) this.#log.add({ kind: 'syncFolder', path: '' });
    this.#isNamed = true;
  }

  #observeDatabase(): void {
    const path = this.#name;
    const before = this.#database;
    const after = this.#read(path) ?? Buffer.alloc(0);
    this.#database = after;
    if (after.equals(before)) return;
    for (let at = 0; at < after.length; at += this.#pageBytes) {
      const page = after.subarray(at, at + this.#pageBytes);
      if (before.length >= at + page.length && before.subarray(at, at + page.length).equals(page)) continue;
      this.#log.add({ kind: 'write', path, position: at, bytes: page });
    }
    if (after.length < before.length) this.#log.add({ kind: 'truncate', path, length: after.length });
    this.#log.add({ kind: 'sync', path });
  }

  #read(name: string): Buffer | null {
    return readIfThere(join(this.#log.root, name));
  }
}

/** Records the writes to a small file that nobody syncs. */
export class FileWatch {
  readonly #log: DiskLog;
  readonly #name: string;
  #content: Buffer;

  constructor(log: DiskLog, name: string) {
    this.#log = log;
    this.#name = name;
    this.#content = readFileSync(join(log.root, name));
  }

  observe(): void {
    const after = readFileSync(join(this.#log.root, this.#name));
    if (!after.equals(this.#content))
      this.#log.add({ kind: 'write', path: this.#name, position: 0, bytes: after });
    this.#content = after;
  }
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
