// The substring index: folded documents in, exact document sets out. A pure library that knows nothing of domains, HTTP
// or databases; all its input and output is synchronous, through a `Disk`, so it belongs into threads of its own.
export { nodeDisk, type Disk } from './disk.ts';
export { SegmentsCorrupt, SegmentsUnsupported } from './errors.ts';
export { describeIndex, type IndexDescription } from './store/inspect-index.ts';
export { RecentlyUsed } from './recently-used.ts';
export { intersection, without } from './store/sorted-ids.ts';
export { KnownMatches } from './store/known-matches.ts';
export { MAX_SEGMENT_BYTES } from './segment/format.ts';
export type { Operation } from './store/log-format.ts';
export { snapshotIndex, type IndexSnapshot } from './store/snapshot.ts';
export { SegmentsReader } from './store/reader.ts';
export { SegmentStore } from './store/store.ts';
export { verifyIndex, type VerifiedIndex } from './store/inspect-index.ts';
export { threadedWorkers } from './store/build-workers.ts';
