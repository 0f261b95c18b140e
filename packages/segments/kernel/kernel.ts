// The inner loops of building, merging and reading, in AssemblyScript: compiled into src/kernel/kernel.wasm by `npm run kernel:compile`.
// All arguments that are called places are byte offsets in the memory. What each writes is said where it is called; what a
// list looks like, in docs/design/index.md.
export { countTriples, findQuads, forgetQuads, listFrequent } from './count';
export { markGrams, packFlags } from './filter';
export { joinOrdinals } from './join-ordinals';
export { joinQuads } from './join-quads';
export { leapfrog } from './leapfrog';
export { meet, meetBlocks, readBlocks } from './meet';
export { findOrdinals, rankOrdinals } from './ordinals';
export { quadsHeadEnd, writeQuads } from './quads';
export { readBlock, readGaps } from './read-blocks';
export { clearBlocks, countKeys, listEnds, placeDocument, placePositions, sumOf, sumUp } from './sort';
export { writeBlock, writeGaps } from './write-blocks';
