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
  /** An answer without content: 204, 205, a part of a page, an empty or blank body, or content that was not kept. */
  | 'no_content'
  /** No answer came, or not all of it: its status is 0, negative or missing, or it was aborted, blocked or interrupted. */
  | 'no_answer'
  /** A damaged record, or one without a usable length or date, or whose content-encoding can't be undone. */
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
  /** A version that is not a standard, such as WARC/0.18. */
  | 'version'
  /** The input ends in the middle of the record, but there is a part of its page. */
  | 'clipped'
  /** The date is in the future: the time of reading counts. */
  | 'future';

/** Parts that an input consists of: records of a WARC or an ARC, lines or objects of JSON, or entries of a HAR. */
export type RecordUnit = 'record' | 'line' | 'item' | 'har_entry';

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

/** Counts of what was read before, as a program gives them back. */
export type CountsBefore = Omit<WarcCounts, 'skipped' | 'slips'> & {
  readonly skipped: Readonly<Record<string, number>>;
  readonly slips: Readonly<Record<string, number>>;
};

/** A damaged record, a range that belongs to no record, an entry of a WACZ that could not be read, or a line that is not a page. */
export interface WarcProblem {
  /** Number of the record, the entry of a HAR, the object of a list, or the line, from 1; null if it belongs to none. */
  readonly record: number | null;
  /** Kind of what has this number. */
  readonly unit: RecordUnit;
  /** Why there is no page; null if there is one all the same. */
  readonly why: WarcSkip | null;
  /** Entry of a WACZ; null if the input is none. */
  readonly entry: string | null;
  /** Offset as in `WarcPage`; null if it concerns a whole entry. */
  readonly offset: number | null;
  /** Target URI of the record as it is written; null if it is not known. */
  readonly uri: string | null;
  readonly problem: string;
}

/** Notice of a page whose record is not whole: there may be a longer input. */
export const CLIPPED_PAGE = 'the input ends in the middle of it; its page is kept as far as it goes';
/** Notice of a page with a date in the future. */
export const FUTURE_PAGE = 'its date is in the future; the time of the import counts';
/** Slips that are told as a problem, too. */
const TOLD_SLIPS: Readonly<Partial<Record<WarcSlip, string>>> = {
  clipped: CLIPPED_PAGE,
  future: FUTURE_PAGE,
};

const MAX_PROBLEMS = 100;

/** Is told each problem as it is found; reading goes on when it has resolved. */
export type OnProblem = (problem: WarcProblem) => void | Promise<void>;

/** Counts and problems of an input that is being read. */
export class Tally {
  /** The first 100 problems. */
  readonly problems: WarcProblem[] = [];
  /** Entry of a WACZ that is being read; null if the input is none. */
  entry: string | null = null;
  /** Parts of the input that is being read. */
  unit: RecordUnit = 'record';
  /** Offset of the input in that of which it is the rest. */
  readonly base: number;
  readonly #onProblem: OnProblem;
  #records = 0;
  #pages = 0;
  #truncatedPages = 0;
  #junk = 0;
  #unreadEntries = 0;
  #isLastTruncated = false;
  /** Slips of the last record that had some, by its count. */
  #slipsOf: { readonly record: number; readonly slips: WarcSlip[] } = { record: 0, slips: [] };
  readonly #slips: Record<WarcSlip, number> = {
    length: 0,
    date: 0,
    line_ends: 0,
    version: 0,
    clipped: 0,
    future: 0,
  };
  readonly #skipped: Record<WarcSkip, number> = {
    other_type: 0,
    revisit: 0,
    not_http: 0,
    not_success: 0,
    not_html: 0,
    no_content: 0,
    no_answer: 0,
    broken: 0,
    cut_off: 0,
  };

  /**
   * @param onProblem called for each problem, also for those after the first 100
   * @param before counts of what was read before
   * @param base offset of the input in that of which it is the rest
   */
  constructor(onProblem: OnProblem = () => {}, before: CountsBefore | null = null, base = 0) {
    this.#onProblem = onProblem;
    this.base = base;
    if (before === null) return;
    this.#records = before.records;
    this.#pages = before.pages;
    this.#truncatedPages = before.truncatedPages;
    this.#junk = before.junk;
    this.#unreadEntries = before.unreadEntries;
    Object.assign(this.#slips, before.slips);
    Object.assign(this.#skipped, before.skipped);
  }

  get counts(): WarcCounts {
    return {
      records: this.#records,
      pages: this.#pages,
      truncatedPages: this.#truncatedPages,
      skipped: { ...this.#skipped },
      slips: { ...this.#slips },
      junk: this.#junk,
      unreadEntries: this.#unreadEntries,
    };
  }

  /** Counts without the page that was counted last. */
  get countsBefore(): WarcCounts {
    const { counts } = this;
    const slips = { ...counts.slips };
    for (const slip of this.#slipsOf.record === this.#records ? this.#slipsOf.slips : []) slips[slip]--;
    return {
      ...counts,
      records: counts.records - 1,
      pages: counts.pages - 1,
      truncatedPages: counts.truncatedPages - (this.#isLastTruncated ? 1 : 0),
      slips,
    };
  }

  /** @returns the number of its record, from 1 */
  countPage(truncated: boolean): number {
    this.#isLastTruncated = truncated;
    this.#pages++;
    if (truncated) this.#truncatedPages++;
    return ++this.#records;
  }

  /** @param line number of its line; absent for records */
  async countSkip(
    offset: number,
    uri: string | null,
    why: WarcSkip,
    problem: string | null,
    line?: number,
  ): Promise<void> {
    this.#skipped[why]++;
    this.#records++;
    if (problem !== null) await this.#report({ record: line ?? this.#records, why, offset, uri, problem });
  }

  /** Some slips are told as a problem, too. The page is counted after this. */
  async countSlips(
    offset: number,
    uri: string | null,
    slips: readonly WarcSlip[],
    record = this.#records + 1,
  ): Promise<void> {
    const number = this.#records + 1;
    if (slips.length > 0 && this.#slipsOf.record !== number) this.#slipsOf = { record: number, slips: [] };
    for (const slip of slips) {
      this.#slips[slip]++;
      this.#slipsOf.slips.push(slip);
      const problem = TOLD_SLIPS[slip];
      if (problem !== undefined) await this.#report({ record, why: null, offset, uri, problem });
    }
  }

  async countJunk(offset: number, problem: string): Promise<void> {
    this.#junk++;
    await this.#report({ record: null, why: 'broken', offset, uri: null, problem });
  }

  async countUnreadEntry(problem: string): Promise<void> {
    this.#unreadEntries++;
    await this.#report({ record: null, why: 'broken', offset: null, uri: null, problem });
  }

  async #report(found: Omit<WarcProblem, 'entry' | 'unit'>): Promise<void> {
    const offset = found.offset === null ? null : found.offset + this.base;
    const problem = { entry: this.entry, unit: this.unit, ...found, offset };
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
    await this.#onProblem(problem);
  }
}

/** Counts of an input of which nothing is read yet. @param before counts of what was read before it; null: nothing was */
export function unreadCounts(before: CountsBefore | null): WarcCounts {
  return new Tally(undefined, before).counts;
}
