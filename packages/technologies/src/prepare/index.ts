// Sets that take the place of the built-in one, compiled and kept.
export { checkedGiven } from './checked-given.ts';
export { findKept } from './kept-sets.ts';
export type { OwnReport } from './own-report.ts';
export { NO_OWN, type PreparedSet, prepareSet } from './prepare.ts';
export { keptPublicSet, type KeptPublicSet, publicSetOf } from './public-set.ts';
