// Access to the file system. Everything here is synchronous and runs in the calling thread.
import {
  close,
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';

/**
 * Files are named by number (a descriptor), names by path; positions and lengths are in bytes. Every call may throw
 * the system's error.
 */
export interface Disk {
  /** `create` (read and write) fails if the file exists; `change` (read and write) and `read` fail if it doesn't. */
  open(path: string, mode: 'read' | 'create' | 'change'): number;
  /** Fills `into` unless the file ends before. Returns the number of bytes that were read. */
  read(file: number, into: Uint8Array, position: number): number;
  /** Writes all bytes or throws; what was written before it threw remains. */
  write(file: number, bytes: Uint8Array, position: number): void;
  size(file: number): number;
  truncate(file: number, length: number): void;
  /** Returns when contents and length would survive a loss of power; the file's name needs `syncFolder`. */
  sync(file: number): void;
  /** Closes a file. It may do so after returning, and then reports no error: the file must be synced before. */
  close(file: number): void;
  /**
   * Length and version of a file, null if there is none. `version` changes when another file is renamed to the path
   * or the file is changed. Two changes within one tick of the file system's clock (a few ms) can look alike, unless
   * the caller keeps the file open: then another file at this path has another inode.
   */
  stat(path: string): { readonly bytes: number; readonly version: string } | null;
  list(folder: string): readonly string[];
  /** Renames a file; replaces `to` atomically if it exists. */
  rename(from: string, to: string): void;
  /** Removes a file. */
  remove(path: string): void;
  /** Creates a folder with its parents, unless it exists. */
  makeFolder(path: string): void;
  /** Bytes that can still be written to the disk of a folder; Infinity if the disk does not report them. */
  freeBytes(folder: string): number;
  /** Returns when all names in the folder (created, renamed, removed) would survive a loss of power. */
  syncFolder(path: string): void;
}

const FLAGS = { read: 'r', create: 'wx+', change: 'r+' } as const;

/** File system of the machine. */
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
  // Closing a removed file for the last time frees its blocks, which may take tens of milliseconds: no search waits
  // for that.
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
    // A file system without a size, such as some in user space, does not report what is free.
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
