import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { StorageCorrupt } from '../errors.ts';
import { RESTORE } from './failure.ts';

/**
 * The number of the last commit, in a file beside the database. SQLite takes a write-ahead log that is damaged for one
 * that was being written when the power went, and silently goes on with what lies before the damage; the mark tells the
 * two cases apart. It is written after each commit and not synced: if a write of it is lost, it is too low, which only
 * makes the check weaker.
 *
 * Two slots of 16 bytes, written alternately: f64 number, u32 CRC-32 of it, u32 0. A slot that is torn leaves the other.
 * Where several connections write the database, a slow one may put an earlier number into its slot: that is too low, too.
 */
const SLOT = 16;

export interface CommitMark {
  write(commit: number): void;
  close(): void;
}

/** Name of the file: `rm` of the database's name with `*` removes both. */
export function markFile(database: string): string {
  return `${database}-commit`;
}

/** The number of a commit that the database must have; 0 if there is no mark. @throws StorageCorrupt */
export function readMark(database: string): number {
  const file = markFile(database);
  if (!existsSync(file)) return 0;
  if (!existsSync(database)) {
    // It was removed to begin anew.
    rmSync(file);
    return 0;
  }
  const bytes = readFileSync(file);
  const slots = [0, SLOT].map((at) => slotAt(bytes, at)).filter((commit) => commit !== null);
  if (slots.length === 0) {
    throw new StorageCorrupt(`${file} is damaged: ${RESTORE}`);
  }
  return Math.max(...slots);
}

/** @throws StorageCorrupt if the database lacks commits that were acknowledged */
export function requireCommits(database: string, marked: number, commits: number): void {
  if (commits >= marked) return;
  throw new StorageCorrupt(
    `${database} is damaged: it ends with commit ${commits}, and commit ${marked} was acknowledged: ` +
      `its log (${database}-wal) is damaged or gone: ${RESTORE}`,
  );
}

export function openMark(database: string, commit: number): CommitMark {
  const file = markFile(database);
  if (!existsSync(file)) {
    const fresh = `${file}.new`;
    writeFileSync(fresh, Buffer.concat([slotOf(commit), slotOf(commit)]), { flush: true });
    renameSync(fresh, file);
  }
  const open = openSync(file, 'r+');
  return {
    write(number) {
      writeSync(open, slotOf(number), 0, SLOT, (number % 2) * SLOT);
    },
    close() {
      fsyncSync(open);
      closeSync(open);
    },
  };
}

function slotOf(commit: number): Buffer {
  const slot = Buffer.alloc(SLOT);
  slot.writeDoubleLE(commit, 0);
  slot.writeUInt32LE(crc32(slot.subarray(0, 8)), 8);
  return slot;
}

function slotAt(bytes: Buffer, at: number): number | null {
  if (bytes.length < at + SLOT) return null;
  return crc32(bytes.subarray(at, at + 8)) === bytes.readUInt32LE(at + 8) ? bytes.readDoubleLE(at) : null;
}
