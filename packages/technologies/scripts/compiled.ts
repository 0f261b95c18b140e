import type { Fingerprints } from '../src/fingerprints.ts';
import { readFrequencies } from '../src/literals.ts';
import { compileFingerprints } from './compile.ts';
import { readSlowPatterns, slownessBySource } from './slow-patterns.ts';

/** Compiles a set with the committed frequencies of literals and the committed list of slow patterns. */
export function compileWithData(set: Fingerprints): Uint8Array {
  return compileFingerprints(set, readFrequencies(), slownessBySource(readSlowPatterns()));
}
