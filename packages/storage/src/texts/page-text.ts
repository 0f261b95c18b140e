import { scopeRanges, type SourceScope } from '@sitegrep/extract';
import { foldCase } from '@sitegrep/fold';
import { SEARCH_BOUNDS, type RangeScope, type Scope } from '@sitegrep/search';

/** UTF-16 units of a source that are folded at a time: most matches are near the beginning of a page. */
export const WINDOW = 1 << 17;

/** UTF-16 units that windows share: the longest text but one. */
const OVERLAP = 2 * SEARCH_BOUNDS.maxTermLength - 1;

/** The address and the source of a page, with what is found out about them once for all needles that are looked for. */
export class PageText {
  readonly url: string;
  readonly source: string;
  readonly #ranged: ReadonlySet<SourceScope>;
  readonly #checkpoint: () => void;
  readonly #windows: string[] = [];
  #folded: string | null = null;
  #foldedUrl: string | null = null;
  #ranges: Readonly<Partial<Record<SourceScope, Uint32Array>>> | null = null;

  /**
   * @param ranged scopes that needles may have besides `body` and `url`
   * @param checkpoint is called every few milliseconds, may throw
   */
  constructor({ url, source }: PageSource, ranged: ReadonlySet<RangeScope>, checkpoint: () => void) {
    this.url = url;
    this.source = source;
    this.#ranged = ranged;
    this.#checkpoint = checkpoint;
  }

  /** The text that holds the ranges of a scope. Folding leaves every character where it is, in UTF-16 units. */
  text(scope: Scope, caseSensitive: boolean): string {
    if (scope === 'url') {
      if (caseSensitive) return this.url;
      this.#foldedUrl ??= foldCase(this.url);
      return this.#foldedUrl;
    }
    if (caseSensitive) return this.source;
    this.#folded ??= foldCase(this.source);
    return this.#folded;
  }

  /**
   * A part of the folded source, with the beginning of the next one, so that each text is whole in one of them.
   *
   * @returns null after the last one
   */
  window(index: number): string | null {
    this.#checkpoint();
    const from = index * WINDOW;
    if (from >= this.source.length) return null;
    if (this.#folded !== null) return this.#folded.slice(from, from + WINDOW + OVERLAP);
    const window = this.#windows[index] ?? foldCase(this.source.slice(from, from + WINDOW + OVERLAP));
    this.#windows[index] = window;
    return window;
  }

  /** Ranges of the source that a scope has: starts and ends in turns, ascending, in UTF-16 units. */
  ranges(scope: RangeScope): Uint32Array {
    this.#ranges ??= scopeRanges(this.source, this.#ranged);
    return this.#ranges[scope] ?? new Uint32Array();
  }
}

export interface PageSource {
  readonly url: string;
  /** Stored source: well-formed, without NUL. */
  readonly source: string;
}
