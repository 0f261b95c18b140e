// WARC files in: a streaming reader that yields the HTML pages and keeps an account of everything else.
export type { WarcCounts, WarcProblem, WarcSkip } from './counts.ts';
export { NotWarcError } from './not-warc.ts';
export { readWarc, type WarcOptions, type WarcPage, type WarcReader } from './reader.ts';
