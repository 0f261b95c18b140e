// The one door to the file system. Everything here is synchronous and in the calling thread.
import {
  close,
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  statSync,
  statfsSync,
  unlinkSync,
  writeSync,
} from 'node:fs';

/** Files by number (a descriptor), names by path; positions and lengths in bytes. Every call may throw the system's error. */
export interface Disk {
  /** `create` (read and write) fails if the file exists; `change` (read and write) and `read` fail if it doesn't. */
  open(path: string, mode: 'read' | 'create' | 'change'): number;
  /** Fills `into` unless the file ends before: gives the number of bytes that were read. */
  read(file: number, into: Uint8Array, position: number): number;
  /** Writes all bytes or throws; what it wrote before it threw stays. */
  write(file: number, bytes: Uint8Array, position: number): void;
  size(file: number): number;
  truncate(file: number, length: number): void;
  /** Returns when contents and length would survive a loss of power; the file's name needs `syncFolder`. */
  sync(file: number): void;
  /** May be done behind the call, which then knows no error: what was written must be synced before. */
  close(file: number): void;
  /**
   * Null if there is none. `version` differs once another file was renamed to the path or the file was changed. Two
   * changes within one tick of the file system's clock (a few ms) can look alike, unless the caller keeps the file
   * open: then another file at this path has another inode.
   */
  stat(path: string): { readonly bytes: number; readonly version: string } | null;
  list(folder: string): readonly string[];
  /** Replaces `to` at once, if it exists. */
  rename(from: string, to: string): void;
  /** Of a file. */
  remove(path: string): void;
  /** With its parents, unless it exists. */
  makeFolder(path: string): void;
  /** Bytes that can still be written to the disk that a folder is on; Infinity if it does not say. */
  freeBytes(folder: string): number;
  /** Returns when all names in the folder (created, renamed, removed) would survive a loss of power. */
  syncFolder(path: string): void;
}

const FLAGS = { read: 'r', create: 'wx+', change: 'r+' } as const;

/** The machine's file system. */
export const nodeDisk: Disk = {
  open: (path, mode) => openSync(path, FLAGS[mode]),
  read: (file, into, position) => {
    let done = 0;
    while (done < into.length) {
      const read = readSync(file, into, done, into.length - done, position + done);
      if (read === 0) break;
      done += read;
    }
    return done;
  },
  write: (file, bytes, position) => {
    let done = 0;
    while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done, position + done);
  },
  size: (file) => fstatSync(file).size,
  truncate: (file, length) => ftruncateSync(file, length),
  sync: (file) => fsyncSync(file),
  // Who lets go of a removed file last frees its blocks, which may take tens of milliseconds: no search waits for that.
  close: (file) =>
    close(file, (error) => {
      if (error !== null) process.emitWarning(error);
    }),
  stat: (path) => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return null;
    return {
      bytes: Number(found.size),
      version: `${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`,
    };
  },
  list: (folder) => readdirSync(folder),
  rename: (from, to) => renameSync(from, to),
  remove: (path) => unlinkSync(path),
  makeFolder: (path) => {
    mkdirSync(path, { recursive: true });
  },
  freeBytes: (folder) => {
    const { blocks, bavail, bsize } = statfsSync(folder);
    // A file system without a size, as some in user space are, does not say what is free.
    return blocks === 0 ? Infinity : bavail * bsize;
  },
  syncFolder: (path) => {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  },
};
