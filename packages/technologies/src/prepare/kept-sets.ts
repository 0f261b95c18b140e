// Compiled sets in a folder, so that a start need not compile: each is a file, and a second one that says what it is.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnReport } from './own-report.ts';

/** Compiled sets that are kept; the oldest go first. */
const MAX_KEPT = 6;

/** Description of a kept set. */
interface KeptSet {
  /** SHA-256 of the compiled set in hexadecimal. */
  readonly digest: string;
  readonly own: OwnReport;
}

export interface Kept extends KeptSet {
  readonly compiled: SharedArrayBuffer;
}

/** The set of this key; null if it is not there, or not whole. */
export function readKept(folder: string, key: string): Kept | null {
  const text = readIfThere(join(folder, `${key}.json`));
  const bytes = text === null ? null : readIfThere(join(folder, `${key}.compiled`));
  if (text === null || bytes === null) return null;
  const kept = describedBy(text);
  if (kept === null || digestOf(bytes) !== kept.digest) return null;
  const compiled = new SharedArrayBuffer(bytes.length);
  new Uint8Array(compiled).set(bytes);
  return { ...kept, compiled };
}

/** The set whose digest begins so; null if there is none. */
export function findKept(folder: string, digest: string): SharedArrayBuffer | null {
  for (const key of keysIn(folder)) {
    const text = readIfThere(join(folder, `${key}.json`));
    if (text === null || describedBy(text)?.digest.startsWith(digest) !== true) continue;
    const kept = readKept(folder, key);
    if (kept !== null) return kept.compiled;
  }
  return null;
}

/**
 * Keeps a set, whole or not at all. Of a folder that cannot be written, as that of a command that only reads, the set is compiled
 * again by the next process.
 */
export function keep(folder: string, key: string, compiled: SharedArrayBuffer, own: OwnReport): void {
  const bytes = Buffer.from(new Uint8Array(compiled));
  try {
    mkdirSync(folder, { recursive: true });
    write(join(folder, `${key}.compiled`), bytes);
    write(
      join(folder, `${key}.json`),
      Buffer.from(JSON.stringify({ digest: digestOf(bytes), own } satisfies KeptSet)),
    );
    for (const old of keysIn(folder).slice(MAX_KEPT))
      for (const ending of ['json', 'compiled']) rmSync(join(folder, `${old}.${ending}`), { force: true });
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Keys of the kept sets, the newest first. */
function keysIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ key: name.slice(0, -'.json'.length), at: statSync(join(folder, name)).mtimeMs }))
      .sort((a, b) => b.at - a.at)
      .map(({ key }) => key);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

function write(path: string, bytes: Buffer): void {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, path);
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function describedBy(text: Buffer): KeptSet | null {
  try {
    return JSON.parse(text.toString('utf8')) as KeptSet;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Damaged: the set is compiled again.
    return null;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function isRefused(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOENT', 'ENOTDIR'].includes(String(error.code))
  );
}
