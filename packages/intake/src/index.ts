// Takes lists of sites in: bytes to lines, lines to seeds (by format), seeds to a crawl whose sites are in the queue; and
// puts back into the queue what a restart left unfinished.
export { splitLines } from './lines.ts';
export { resumeCrawls } from './resume.ts';
export { readSeeds, type SeedFormat, type SeedLine } from './seeds.ts';
export { submitCrawl } from './submit.ts';
export { startUpkeep } from './upkeep.ts';
