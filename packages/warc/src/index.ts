// Captures in, WARC files out: a streaming reader of WARC, ARC, WACZ, HAR and JSON that yields the HTML pages and counts
// everything else, and an archive that stores what a crawl fetched.
export { openWarcArchive, type WarcArchive } from './archive.ts';
export {
  type RecordUnit,
  unreadCounts,
  type WarcCounts,
  type WarcProblem,
  type WarcSkip,
  type WarcSlip,
} from './counts.ts';
export { mayBeZip, openInput, START_LOOK_BYTES } from './input.ts';
export { NotWarcError, WarcUnwritable } from './errors.ts';
export { readWarc, RobotsTexts, type RestOfInput, type WarcOptions, type WarcReader } from './reader.ts';
export type { WarcPage } from './warc-page.ts';
