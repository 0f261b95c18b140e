// WARC files in and out: a streaming reader that yields the HTML pages and keeps an account of everything else, and an
// archive that writes down what a crawl fetched.
export { openWarcArchive, type WarcArchive } from './archive.ts';
export type { WarcCounts, WarcProblem, WarcSkip } from './counts.ts';
export { NotWarcError } from './not-warc.ts';
export { readWarc, type WarcOptions, type WarcPage, type WarcReader } from './reader.ts';
export { RobotsTexts } from './robots-texts.ts';
export { WarcUnwritable } from './unwritable.ts';
