// What a caller of a store keeps beside it: the sequence number of the last operation that it committed.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Sizes for logs of a few KB, so that they are built and merged all the time. */
export const SIZES = { logBytes: 6_000, segmentBytes: 2 ** 30, restMs: 0 };

/** 0 if nothing was ever committed. */
export function readCommitted(folder: string): number {
  const path = join(folder, 'committed');
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
}

/** Commits: a process that is killed leaves the number before or this one. */
export function writeCommitted(folder: string, sequence: number): void {
  const path = join(folder, 'committed.new');
  const file = openSync(path, 'w');
  writeSync(file, String(sequence));
  fsyncSync(file);
  closeSync(file);
  renameSync(path, join(folder, 'committed'));
}
