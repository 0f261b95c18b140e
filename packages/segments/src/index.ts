// The substring index: folded documents in, exact sets of documents out. It is a library that knows nothing of
// domains, HTTP or databases. Its input and output is synchronous, through a `Disk`, so it belongs in threads of its
// own. docs/internals/design/index.md describes the files and the algorithms.
//
// store/   an index in a folder: `SegmentStore` writes it, `SegmentsReader` searches it; logs, manifest, tombstones,
// background builds and merges
// query/   search of a segment: from terms to document ids
// build/   a text into a segment
// merge/   several segments into one
// verify/  checks of everything that a segment states
// segment/ the file of a segment: format, dictionary, 4-grams, positions, cache of granules
// codec/   encodings: varints, lists of document ids, blocks of positions
// kernel/  the inner loops in WebAssembly, whose source is ../kernel
export { nodeDisk, type Disk } from './disk.ts';
export { SegmentsCorrupt, SegmentsUnsupported } from './errors.ts';
export { describeIndex, type IndexDescription } from './store/inspect-index.ts';
export { VarintReader, VarintWriter } from './codec/varint.ts';
export { intersection, lowerBound, union, without } from './store/sorted-ids.ts';
export { KnownMatches } from './store/known-matches.ts';
export { MAX_SEGMENT_BYTES } from './segment/format.ts';
export type { Operation } from './store/log-format.ts';
export type { SoughtTerm } from './query/term.ts';
export type { Zones } from './segment/zones.ts';
export { snapshotIndex, type IndexSnapshot } from './store/snapshot.ts';
export { type Owners, SegmentsReader } from './store/reader.ts';
export { SegmentStore } from './store/store.ts';
export { verifyIndex, type VerifiedIndex } from './store/inspect-index.ts';
export { type BuildWorkers, threadedWorkers } from './store/build-workers.ts';
