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

export interface WarcCounts {
  /** Records that begin in the input: `pages` and all that were skipped. */
  readonly records: number;
  readonly pages: number;
  /** Pages whose body is truncated. */
  readonly truncatedPages: number;
  readonly skipped: Readonly<Record<WarcSkip, number>>;
  /** Ranges of the input that belong to no record. */
  readonly junk: number;
}

export interface WarcProblem {
  /** Offset as in `WarcPage`. */
  readonly offset: number;
  readonly problem: string;
}

const MAX_PROBLEMS = 100;

/** Counts and problems of a WARC that is being read. */
export class Tally {
  /** The first 100 problems. */
  readonly problems: WarcProblem[] = [];
  #pages = 0;
  #truncatedPages = 0;
  #junk = 0;
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

  get counts(): WarcCounts {
    const skipped = Object.values(this.#skipped).reduce((sum, count) => sum + count, 0);
    return {
      records: this.#pages + skipped,
      pages: this.#pages,
      truncatedPages: this.#truncatedPages,
      skipped: { ...this.#skipped },
      junk: this.#junk,
    };
  }

  countPage(truncated: boolean): void {
    this.#pages++;
    if (truncated) this.#truncatedPages++;
  }

  countSkip(offset: number, why: WarcSkip, problem: string | null): void {
    this.#skipped[why]++;
    if (problem !== null) this.#report(offset, problem);
  }

  countJunk(offset: number, problem: string): void {
    this.#junk++;
    this.#report(offset, problem);
  }

  #report(offset: number, problem: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ offset, problem });
  }
}
