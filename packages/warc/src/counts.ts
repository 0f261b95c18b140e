/** Why a record gave no page. */
export type WarcSkip =
  /** Neither a response nor a resource: requests, metadata, … */
  | 'other_type'
  /** A response that is the same as an earlier one, without its content. */
  | 'revisit'
  /** No HTTP answer, or no http(s) URL. */
  | 'not_http'
  /** A status other than 2xx. */
  | 'not_success'
  | 'not_html'
  /** The answer is empty or was interrupted; sitegrep captured it, and its crawl took it for no page either. */
  | 'no_page'
  /** A damaged record, or one without a usable length or date. */
  | 'broken'
  /** The input ends in the middle of it. */
  | 'cut_off';

/** A deviation from the standard that does not matter: the record is read as it was meant. */
export type WarcSlip =
  /** The length of the record is not that of its block. */
  | 'length'
  /** The date is not in the form of the standard, or only the answer has one. */
  | 'date'
  /** Lines of the record's header end in a lone line feed. */
  | 'line_ends'
  /** A version that is no standard, such as WARC/0.18. */
  | 'version'
  /** The input ends in the middle of the record, but there is a part of its page. */
  | 'clipped';

export interface WarcCounts {
  /** Records that begin in the input: `pages` and all that were skipped. */
  readonly records: number;
  readonly pages: number;
  /** Pages whose body is truncated. */
  readonly truncatedPages: number;
  readonly skipped: Readonly<Record<WarcSkip, number>>;
  /** Deviations that did not matter, in pages and in other records. */
  readonly slips: Readonly<Record<WarcSlip, number>>;
  /** Ranges of the input that belong to no record. */
  readonly junk: number;
  /** Entries of a WACZ that could not be read. */
  readonly unreadEntries: number;
}

/** A damaged record, a range that belongs to no record, or an entry of a WACZ that could not be read. */
export interface WarcProblem {
  /** Entry of a WACZ; null if the input is none. */
  readonly entry: string | null;
  /** Offset as in `WarcPage`; null if it concerns a whole entry. */
  readonly offset: number | null;
  /** Target URI of the record as it is written; null if it is not known. */
  readonly uri: string | null;
  readonly problem: string;
}

const MAX_PROBLEMS = 100;

/** Counts and problems of an input that is being read. */
export class Tally {
  /** The first 100 problems. */
  readonly problems: WarcProblem[] = [];
  /** Entry of a WACZ that is being read; null if the input is none. */
  entry: string | null = null;
  readonly #onProblem: (problem: WarcProblem) => void;
  #pages = 0;
  #truncatedPages = 0;
  #junk = 0;
  #unreadEntries = 0;
  readonly #slips: Record<WarcSlip, number> = { length: 0, date: 0, line_ends: 0, version: 0, clipped: 0 };
  readonly #skipped: Record<WarcSkip, number> = {
    other_type: 0,
    revisit: 0,
    not_http: 0,
    not_success: 0,
    not_html: 0,
    no_page: 0,
    broken: 0,
    cut_off: 0,
  };

  /** @param onProblem called for each problem, also for those after the first 100 */
  constructor(onProblem: (problem: WarcProblem) => void = () => {}) {
    this.#onProblem = onProblem;
  }

  get counts(): WarcCounts {
    const skipped = Object.values(this.#skipped).reduce((sum, count) => sum + count, 0);
    return {
      records: this.#pages + skipped,
      pages: this.#pages,
      truncatedPages: this.#truncatedPages,
      skipped: { ...this.#skipped },
      slips: { ...this.#slips },
      junk: this.#junk,
      unreadEntries: this.#unreadEntries,
    };
  }

  countPage(truncated: boolean): void {
    this.#pages++;
    if (truncated) this.#truncatedPages++;
  }

  countSkip(offset: number, uri: string | null, why: WarcSkip, problem: string | null): void {
    this.#skipped[why]++;
    if (problem !== null) this.#report({ offset, uri, problem });
  }

  /** A clipped record is a problem too: there may be a longer input. */
  countSlips(offset: number, uri: string | null, slips: readonly WarcSlip[]): void {
    for (const slip of slips) {
      this.#slips[slip]++;
      if (slip !== 'clipped') continue;
      this.#report({
        offset,
        uri,
        problem: 'the input ends in the middle of it; its page is kept as far as it goes',
      });
    }
  }

  countJunk(offset: number, problem: string): void {
    this.#junk++;
    this.#report({ offset, uri: null, problem });
  }

  countUnreadEntry(problem: string): void {
    this.#unreadEntries++;
    this.#report({ offset: null, uri: null, problem });
  }

  #report(found: Omit<WarcProblem, 'entry'>): void {
    const problem = { entry: this.entry, ...found };
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
    this.#onProblem(problem);
  }
}
