// WARC files in and out: a streaming reader, of ARC and WACZ too, that yields the HTML pages and counts everything else, and an
// archive that stores what a crawl fetched.
export { openWarcArchive, type WarcArchive } from './archive.ts';
export type { WarcCounts, WarcProblem, WarcSkip, WarcSlip } from './counts.ts';
export { isZip, openInput } from './input.ts';
export { NotWarcError, WarcUnwritable } from './errors.ts';
export { readWarc, RobotsTexts, type WarcOptions, type WarcReader } from './reader.ts';
export type { WarcPage } from './warc-page.ts';
