// A public set as it is kept: what was taken of its files, as compressed JSON.
import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { PublicSet } from '../compile/compile-set.ts';
import { readFingerprints } from '../fingerprints.ts';
import { checkedPublicSet } from '../own/checked-set.ts';
import type { SetProblem } from '../own/problems.ts';
import type { SetFiles } from '../own/set-files.ts';

/** Maximum bytes of a set as JSON. */
const MAX_JSON = 64 * 1024 * 1024;

/** A public set that was checked, and can be kept. */
export interface KeptPublicSet {
  readonly bytes: Uint8Array;
  /** SHA-256 of the set in hexadecimal. */
  readonly digest: string;
  readonly technologies: number;
  readonly problems: readonly SetProblem[];
}

/** Checks the files of a public set. Null: nothing of them is taken. */
export function keptPublicSet(files: SetFiles): KeptPublicSet | readonly SetProblem[] {
  const { technologies, categories, problems } = checkedPublicSet(files, readFingerprints().categories);
  const count = Object.keys(technologies).length;
  if (count === 0) return problems;
  const json = Buffer.from(JSON.stringify({ categories, technologies } satisfies PublicSet));
  const digest = createHash('sha256').update(json).digest('hex');
  return { bytes: zstdCompressSync(json), digest, technologies: count, problems };
}

/** Reads a kept set. @throws Error if it is damaged */
export function publicSetOf(bytes: Uint8Array): PublicSet {
  return JSON.parse(zstdDecompressSync(bytes, { maxOutputLength: MAX_JSON }).toString('utf8')) as PublicSet;
}
