// Files that a process left open when it was killed: cut behind their last whole record and given their names.
import { createReadStream } from 'node:fs';
import { readdir, rename, stat, truncate, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { hostPart, OPEN, writerOf, type Writer } from './archive-name.ts';
import { gunzip } from './gunzip.ts';

/** A file whose writer gave no sign of life for so long, in milliseconds, has none; see `TOUCH_MS`. */
const DEAD_AFTER_MS = 15 * 60_000;

/** How often a writer gives one at least. */
export const TOUCH_MS = 60_000;

/**
 * Completes the files in a folder whose writers are gone: those of this host whose process is not there, and those that
 * have not been touched for a quarter of an hour.
 *
 * @param self is about to write, and has no file open yet
 * @returns names of the files that were completed
 */
export async function completeInterrupted(folder: string, self: Writer): Promise<readonly string[]> {
  const completed: string[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const writer = writerOf(name);
    if (writer === null || !(await isGone(writer, self, join(folder, name)))) continue;
    const path = join(folder, name);
    const end = await endOfRecords(path);
    if (end === 0) await unlink(path);
    else {
      if (end < (await stat(path)).size) await truncate(path, end);
      await rename(path, path.slice(0, -OPEN.length));
      completed.push(name.slice(0, -OPEN.length));
    }
  }
  return completed;
}

async function isGone({ host, pid }: Writer, self: Writer, path: string): Promise<boolean> {
  if (host === hostPart(self.host) && (pid === self.pid || !isRunning(pid))) return true;
  return Date.now() - (await stat(path)).mtimeMs > DEAD_AFTER_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of another user's may not be asked, but is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Where the last whole gzip member ends; 0 if there is none. */
async function endOfRecords(path: string): Promise<number> {
  /** Where the damage begins that nothing whole follows. */
  let damagedFrom: number | null = null;
  /** The member that has begun, and may be whole. */
  let member: number | null = null;
  for await (const piece of gunzip(createReadStream(path, { highWaterMark: 256 * 1024 }))) {
    if (piece.kind === 'bytes') continue;
    if (member !== null && member !== piece.offset) damagedFrom = null;
    if (piece.kind === 'member') member = piece.offset;
    else {
      damagedFrom ??= piece.offset;
      member = null;
    }
  }
  if (member !== null) damagedFrom = null;
  return damagedFrom ?? (await stat(path)).size;
}
