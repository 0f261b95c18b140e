// Takes lists in: bytes to lines, lines to seeds (by format), seeds to a crawl whose sites are in the queue; or lines to
// domains with their places, and those to ranks. And puts back into the queue what a restart left unfinished.
export { importRanks, type RankImport } from './import-ranks.ts';
export { splitLines } from './lines.ts';
export { readRankedDomains } from './ranked-domains.ts';
export { resumeCrawls } from './resume.ts';
export { readSeeds, type SeedFormat, type SeedLine } from './seeds.ts';
export { submitCrawl } from './submit.ts';
export { BrokenGzip, ListTooLarge, unpacked } from './unpacked.ts';
export { startUpkeep } from './upkeep.ts';
