// Reads the HTML pages out of a WARC. input.ts and gunzip.ts bring the bytes, tape.ts doles them out, scan.ts finds the
// next record, page-record.ts decides what becomes of it, body.ts undoes encodings, robots-texts.ts remembers what belongs
// to the pages of a host, counts.ts keeps the account.
import type { Readable } from 'node:stream';
import type { Page } from '@sitegrep/site';
import { Tally, type WarcCounts, type WarcProblem } from './counts.ts';
import { type Input, openInput } from './input.ts';
import { NotWarcError } from './not-warc.ts';
import { UNKNOWN_ORIGIN } from './origin.ts';
import { readRecord, type RecordLimits } from './page-record.ts';
import { RobotsTexts } from './robots-texts.ts';
import { findRecord } from './scan.ts';
import { Tape } from './tape.ts';

export interface WarcOptions {
  /** Bound of a page's decoded body in bytes; what is past it is cut. Default 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Which answers are pages: those with a 2xx status (default), or all. */
  readonly statuses?: 'success' | 'all';
  /** Shared by the readers of files of one crawl, which fetched a robots.txt once and may have filled several. */
  readonly robotsTexts?: RobotsTexts;
}

/** A page and where its record starts in the input. */
export interface WarcPage extends Page {
  /** Of the record's gzip member in the compressed input; where records are no members, in the decompressed bytes. */
  readonly offset: number;
  /** Captured by a crawl of ours that leaves pages out which ask not to be indexed: to be judged so here, too. */
  readonly obeysNoindex: boolean;
}

/** Can be iterated once. Leaving the loop early closes the input. */
export interface WarcReader extends AsyncIterable<WarcPage> {
  /** So far. */
  readonly counts: WarcCounts;
  /** What was damaged so far; the first 100. */
  readonly problems: readonly WarcProblem[];
  /** Bytes of the input taken so far, before decompression. */
  readonly bytesRead: number;
}

const DEFAULT_LIMITS: RecordLimits = { maxBodyBytes: 4 * 1024 * 1024, statuses: 'success' };

/** An input without a record in so many bytes (decompressed) is taken for something else than a WARC. */
const MAX_LEADING_JUNK_BYTES = 1024 * 1024;

/**
 * The HTML pages of a WARC (1.0, 1.1), gzipped by record, as a whole, or not at all, whatever its name. Records that
 * are damaged or no pages are skipped and counted. At most one page, up to its cap, is in memory. A page comes with the
 * robots.txt of its host if that stands before it, as it does where a crawler wrote down what it fetched.
 *
 * @param source path of a file, or a stream of its bytes
 * @throws NotWarcError while iterating, if the input holds no WARC record; the file system's errors
 */
export function readWarc(source: string | Readable, options: WarcOptions = {}): WarcReader {
  const input = openInput(source);
  const tally = new Tally();
  const { robotsTexts = new RobotsTexts(), ...limits } = options;
  const pages = readPages(input, tally, { ...DEFAULT_LIMITS, ...limits }, robotsTexts);
  return {
    [Symbol.asyncIterator]: () => pages,
    get counts() {
      return tally.counts;
    },
    get problems() {
      return tally.problems;
    },
    get bytesRead() {
      return input.bytesRead();
    },
  };
}

async function* readPages(
  input: Input,
  tally: Tally,
  limits: RecordLimits,
  robotsTexts: RobotsTexts,
): AsyncGenerator<WarcPage> {
  const tape = new Tape(input.pieces);
  let origin = UNKNOWN_ORIGIN;
  try {
    const start = Buffer.from(await tape.peek(16));
    let found = await findRecord(tape, tally, { afterBroken: false, maxBytes: MAX_LEADING_JUNK_BYTES });
    if (!found) throw new NotWarcError(input.format(), start);
    while (found) {
      const { offset } = tape;
      const result = await readRecord(tape, limits, origin);
      if (result.kind === 'page') {
        tally.countPage(result.page.truncated);
        const robotsTxt = robotsTexts.of(result.page.url);
        const { obeysNoindex } = origin;
        yield { ...result.page, ...(robotsTxt === null ? {} : { robotsTxt }), offset, obeysNoindex };
      } else if (result.kind === 'robots') {
        robotsTexts.keep(result.origin, result.text);
        tally.countSkip(offset, 'not_html', null);
      } else if (result.kind === 'origin') {
        ({ origin } = result);
        tally.countSkip(offset, 'other_type', null);
      } else {
        tally.countSkip(offset, result.why, result.problem);
      }
      const afterBroken = result.kind === 'skipped' && result.why === 'broken';
      found = await findRecord(tape, tally, { afterBroken, maxBytes: Infinity });
    }
  } finally {
    await tape.close();
  }
}
