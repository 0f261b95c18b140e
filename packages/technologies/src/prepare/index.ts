// Sets that take the place of the built-in one, compiled and kept.
export { findKept } from './kept-sets.ts';
export type { OwnReport } from './own-report.ts';
export { type PreparedSet, prepareSet } from './prepare.ts';
export { keptPublicSet, type KeptPublicSet } from './public-set.ts';
