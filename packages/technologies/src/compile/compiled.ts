import type { Fingerprints } from '../fingerprints.ts';
import { readFrequencies } from '../literals.ts';
import type { Slowness } from '../searches.ts';
import { compileFingerprints } from './compile.ts';
import { readHosts } from './layer.ts';
import { readSlowPatterns, slownessBySource } from './slow-patterns.ts';
import { thirdPartyHosts } from './third-party-hosts.ts';

/** Compiles a set with the committed frequencies of literals and the committed list of slow patterns. */
export function compileWithData(
  set: Fingerprints,
  slowness: Slowness = slownessBySource(readSlowPatterns()),
): Uint8Array {
  return compileFingerprints(set, readFrequencies(), slowness, thirdPartyHosts(set, readHosts()));
}
