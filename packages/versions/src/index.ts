// Versions of a page: which values of its source change on every visit, whether two sources are the same but for them, and how two
// sources differ. Pure functions over texts; storages keep what they give.
export { compareVisits, noiseOf, type ComparedVisits, type SeenSource } from './compare-visits.ts';
export { NO_NOISE, type Noise } from './noise.ts';
export { MAX_NOISE_LENGTH, normalised, sameBut, versionDigest } from './normalised.ts';
export { tokensOf } from './tokens.ts';
export { diffOf, type Diff, type DiffHunk, type DiffOperation } from './diff/operations.ts';
export { unifiedDiff, type DiffNames, type UnifiedDiff } from './diff/unified.ts';
export type { DiffUnit } from './diff/hunks.ts';
