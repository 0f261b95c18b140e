import { scopeRanges, type SourceScope } from '@sitegrep/html';
import { foldCase } from '@sitegrep/fold';
import { type AnswerTexts, type PageFacts, textBeside } from '@sitegrep/site';
import { isOfSource, SEARCH_BOUNDS, type OtherScope, type RangeScope, type Scope } from '@sitegrep/search';

/** UTF-16 units of a source that are folded at a time: most matches are near the beginning of a page. */
export const WINDOW = 1 << 17;

/** UTF-16 units that windows share: the longest text but one. */
const OVERLAP = 2 * SEARCH_BOUNDS.maxTermLength - 1;

/** More ranges than this are not folded one by one: that takes longer than the whole source does. */
const MAX_FOLDED_RANGES = 64;

/** The texts of a page, with what is found out about them once for all needles that are looked for. */
export class PageText {
  readonly #page: PageSource;
  readonly #ranged: ReadonlySet<SourceScope>;
  readonly #checkpoint: () => void;
  readonly #windows: string[] = [];
  #source: string | null = null;
  #folded: string | null = null;
  /** Texts besides the source, as they are and folded, that were read. */
  readonly #others = new Map<OtherScope, string>();
  readonly #foldedOthers = new Map<OtherScope, string>();
  #ranges: Readonly<Partial<Record<SourceScope, Uint32Array>>> | null = null;
  /** Ranges that were folded, by scope and the index of their start. */
  readonly #foldedRanges = new Map<RangeScope, string[]>();

  /**
   * @param ranged scopes that needles may have which are ranges of the source
   * @param checkpoint is called every few milliseconds, may throw
   */
  constructor(page: PageSource, ranged: ReadonlySet<RangeScope>, checkpoint: () => void) {
    this.#page = page;
    this.#ranged = ranged;
    this.#checkpoint = checkpoint;
  }

  get url(): string {
    return this.#page.url;
  }

  get source(): string {
    this.#source ??= this.#page.source;
    return this.#source;
  }

  /** UTF-16 units of the texts that were read and folded. */
  get units(): number {
    const parts = [this.#windows, ...this.#foldedRanges.values()].flat();
    const folded = parts.reduce((sum, { length }) => sum + length, 0);
    const texts = [this.#source, this.#folded, ...this.#others.values(), ...this.#foldedOthers.values()];
    return texts.reduce((sum, text) => sum + (text?.length ?? 0), folded);
  }

  /** The text that a scope is, or holds the ranges of; empty if the page has none. */
  text(scope: Scope): string {
    return isOfSource(scope) ? this.source : this.#otherText(scope);
  }

  /** The same, folded. Folding leaves every character where it is, in UTF-16 units. */
  folded(scope: Scope): string {
    if (isOfSource(scope)) {
      this.#folded ??= foldCase(this.source);
      return this.#folded;
    }
    return keptIn(this.#foldedOthers, scope, () => foldCase(this.#otherText(scope)));
  }

  #otherText(scope: OtherScope): string {
    return keptIn(this.#others, scope, () => {
      if (scope === 'rendered') return this.#page.rendered?.source ?? '';
      return textBeside(this.#page, scope) ?? '';
    });
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

  /** True if the ranges of a scope are better folded one by one than with all of the source. */
  foldsByRange(scope: RangeScope): boolean {
    return this.#folded === null && this.ranges(scope).length <= 2 * MAX_FOLDED_RANGES;
  }

  /** A range of the source, folded. @param index of its start in `ranges` */
  foldedRange(scope: RangeScope, index: number): string {
    const ranges = this.ranges(scope);
    const folded = this.#foldedRanges.get(scope) ?? [];
    this.#foldedRanges.set(scope, folded);
    return (folded[index] ??= foldCase(this.source.slice(ranges[index], ranges[index + 1])));
  }

  /** Ranges of the source that a scope has: starts and ends in turns, ascending, in UTF-16 units. */
  ranges(scope: RangeScope): Uint32Array {
    this.#ranges ??= scopeRanges(this.source, this.#ranged);
    return this.#ranges[scope] ?? new Uint32Array();
  }
}

function keptIn(texts: Map<OtherScope, string>, scope: OtherScope, read: () => string): string {
  const known = texts.get(scope);
  if (known !== undefined) return known;
  const text = read();
  texts.set(scope, text);
  return text;
}

/** The texts of a stored page: well-formed, without NUL. Each may be read when it is needed first. */
export interface PageSource {
  readonly url: string;
  readonly source: string;
  /** Absent if the page was not rendered. */
  readonly rendered?: { readonly source: string } | undefined;
  readonly facts: Pick<PageFacts, 'dns'>;
  /** Absent if they are not known. */
  readonly answers?: AnswerTexts | undefined;
}
