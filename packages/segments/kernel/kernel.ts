// The inner loops of building, merging and reading, in AssemblyScript: compiled into src/kernel/kernel.wasm by `npm run kernel:compile`.
// All arguments that are called addresses are byte offsets in the memory. What each writes is said where it is called; what a
// list looks like, in docs/design/index.md.
export { countTrigrams, findFourgrams, forgetFourgrams, listFrequent } from './count';
export { markGrams, packFlags } from './filter';
export { joinDocIds } from './join-doc-ids';
export { joinFourgrams } from './join-fourgrams';
export { leapfrog } from './leapfrog';
export { intersect, intersectBlocks, readBlocks } from './intersect';
export { findDocIds, rankDocIds } from './doc-ids';
export { fourgramsHeadEnd, writeFourgrams } from './fourgrams';
export { readBlock, readGaps } from './read-blocks';
export { clearBlocks, countKeys, listEnds, scatterDocument, scatterPositions, sumOf, sumUp } from './sort';
export { writeBlock, writeGaps } from './write-blocks';
