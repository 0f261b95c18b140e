import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, statfsSync, writeSync } from 'node:fs';
import { setImmediate as nextTick } from 'node:timers/promises';
import { StorageUnavailable } from '../../errors.ts';

/** A source of bytes. @see SnapshotFile */
export interface Source {
  read(into: Uint8Array, position: number): number;
}

/** Bytes that are read at a time; the event loop is yielded in between. */
const CHUNK = 1 << 20;

/**
 * Writes a new file and syncs it.
 *
 * @param onBytes is called with the number of further bytes that were written
 * @returns the SHA-256 of what was read, in hexadecimal
 */
export async function writeCopy(
  source: Source,
  path: string,
  onBytes: (count: number) => void,
): Promise<string> {
  const file = openSync(path, 'wx');
  try {
    const sum = await eachChunk(source, (chunk) => {
      for (let done = 0; done < chunk.length;) done += writeSync(file, chunk, done);
      onBytes(chunk.length);
    });
    fsyncSync(file);
    return sum;
  } finally {
    closeSync(file);
  }
}

/** @returns the SHA-256 of a file, in hexadecimal */
export async function checksumOf(path: string): Promise<string> {
  return withFile(path, (source) => eachChunk(source, () => {}));
}

/** Opens a file for copying, and closes it afterwards. */
export async function withFile<T>(path: string, work: (source: Source) => Promise<T>): Promise<T> {
  const file = openSync(path, 'r');
  try {
    return await work({ read: (into, position) => readSync(file, into, 0, into.length, position) });
  } finally {
    closeSync(file);
  }
}

async function eachChunk(source: Source, take: (chunk: Uint8Array) => void): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (let at = 0; ;) {
    const read = source.read(buffer, at);
    if (read === 0) return hash.digest('hex');
    const chunk = buffer.subarray(0, read);
    hash.update(chunk);
    take(chunk);
    at += read;
    await nextTick();
  }
}

/** Makes the names in a folder durable. */
export function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Checks free space before anything is written. @throws StorageUnavailable if the disk has less */
export function requireSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free < bytes) throw fullDisk(folder, `it takes ${bytes} bytes, and ${free} are free`);
}

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** Primary result codes (https://sqlite.org/rescode.html) of a full disk, of a file that may not grow and of a disk that fails. */
const FULL_ERRCODES = new Set([10, 13]);

/** The storage error that an error of writing files into a folder means. */
export function writeError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error)) return error;
  const isFull = 'code' in error && FULL_CODES.has(String(error.code));
  const isFailed = 'errcode' in error && FULL_ERRCODES.has(Number(error.errcode) & 0xff);
  return isFull || isFailed ? fullDisk(folder, error.message, error) : error;
}

function fullDisk(folder: string, reason: string, cause?: Error): StorageUnavailable {
  return new StorageUnavailable(
    `the disk of ${folder} is too small or failed (${reason}): free some space, or choose a folder on another disk`,
    { cause },
  );
}
