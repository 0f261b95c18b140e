// The inner loops of building, merging and reading, in AssemblyScript. `npm run kernel:compile` compiles them into
// src/kernel/kernel.wasm. An address is a byte offset in the kernel's memory. The layout of lists is described in
// docs/internals/design/index.md.
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
