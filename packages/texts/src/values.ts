// Reads values out of the texts of a hit: what selectors select, and what groups of patterns match.
import { type Extraction, type PatternExtraction, SEARCH_BOUNDS } from '@sitegrep/search';
import {
  type HtmlDocument,
  MAX_STEPS,
  readDocument,
  searchForElements,
  textOf,
  TooMuchWork,
  valueOf,
  Work,
} from '@sitegrep/selectors';
import type { Cut, ExtractedValue } from './read-of-hit.ts';
import { searchFor } from './needle-search.ts';
import type { PageText } from './page-text.ts';
import { ownCopy } from './snippets.ts';

const { maxExtractedLength, maxExtractedValues, maxExtractedListLength, maxPatternMatches } = SEARCH_BOUNDS;

/** Reads the values of each extraction out of pages in their order: the first one, or all, each once. */
export type ValueReader = (pages: Iterable<PageText>) => readonly ExtractedValue[];

/** @param checkpoint is called every few milliseconds, may throw */
export function valueReader(extract: readonly Extraction[], checkpoint: () => void): ValueReader {
  const searches = extract.map((one) => ({ one, search: searchOf(one, checkpoint) }));
  return (pages) => {
    const wanted = searches.map(({ one, search }) => ({ search, values: new Values(one.all) }));
    for (const page of pages) {
      checkpoint();
      const view = new PageView(page, checkpoint);
      for (const { search, values } of wanted) if (!values.isComplete) readFrom(view, search, values);
      if (wanted.every(({ values }) => values.isComplete)) break;
    }
    return wanted.map(({ values }) => values.found());
  };
}

/** Gives the values of a page, and whether they are those of all of it. */
interface ValueSearch {
  in(view: PageView, work: Work): Iterable<string>;
  isWhole(view: PageView): boolean;
}

function readFrom(view: PageView, search: ValueSearch, values: Values): void {
  if (!search.isWhole(view)) values.cut('page');
  try {
    for (const value of search.in(view, view.work())) {
      values.add(value);
      if (values.isComplete) return;
    }
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    values.cut('page');
  }
}

function searchOf(one: Extraction, checkpoint: () => void): ValueSearch {
  if (one.kind === 'pattern') return captureSearch(one, checkpoint);
  const { select, attribute } = one;
  const search = searchForElements(select);
  return {
    *in(view, work) {
      for (const element of search.in(view.document, work)) {
        const value =
          attribute === null ? textOf(element, maxExtractedLength, work) : valueOf(element, attribute);
        // An element without the attribute has no value; one without text has none either.
        if (value !== null && (attribute !== null || value !== '')) yield value;
      }
    },
    isWhole: (view) => view.document.isWhole,
  };
}

/** Parts of the work of a pattern on one page, each some milliseconds or less: many matches may each need a look at all of it. */
const MAX_PATTERN_WORK = 1_000;

function captureSearch({ pattern, group, scope }: PatternExtraction, checkpoint: () => void): ValueSearch {
  const needle = { kind: 'pattern', pattern, caseSensitive: false, scope } as const;
  let left = 0;
  const search = searchFor(needle, () => {
    checkpoint();
    if (--left < 0) throw new TooMuchWork();
  });
  return {
    *in({ text }) {
      let count = 0;
      left = MAX_PATTERN_WORK;
      for (const { start, end, captures } of search.matches(text)) {
        if (++count > maxPatternMatches) throw new TooMuchWork();
        const value = group === 0 ? text.text(scope).slice(start, end) : (captures?.[group - 1] ?? null);
        if (value !== null) yield value;
      }
    },
    isWhole: () => true,
  };
}

/** A page, of which the document is read when it is needed. */
class PageView {
  readonly text: PageText;
  readonly #checkpoint: () => void;
  #document: HtmlDocument | null = null;

  constructor(text: PageText, checkpoint: () => void) {
    this.text = text;
    this.#checkpoint = checkpoint;
  }

  get document(): HtmlDocument {
    this.#document ??= readDocument(this.text.source, this.#checkpoint);
    return this.#document;
  }

  work(): Work {
    return new Work(MAX_STEPS, this.#checkpoint);
  }
}

/** Values that were found, within the bounds of an answer. */
class Values {
  readonly #all: boolean;
  readonly #found = new Set<string>();
  readonly #cut = new Set<Cut>();
  #length = 0;
  #isFull = false;

  constructor(all: boolean) {
    this.#all = all;
  }

  /** Whether no further value is wanted. */
  get isComplete(): boolean {
    return this.#isFull || (!this.#all && this.#found.size > 0);
  }

  add(value: string): void {
    const text = shortened(value);
    if (this.#found.has(text)) return;
    if (this.#found.size === maxExtractedValues || this.#length + text.length > maxExtractedListLength) {
      this.#isFull = true;
      this.#cut.add('values');
      return;
    }
    if (text.length < value.length) this.#cut.add('length');
    this.#length += text.length;
    this.#found.add(ownCopy(text));
  }

  cut(what: Cut): void {
    this.#cut.add(what);
  }

  found(): ExtractedValue {
    const [first = null] = this.#found;
    return { value: this.#all ? [...this.#found] : first, cut: [...this.#cut].toSorted() };
  }
}

/** A value up to its maximum length, which splits no pair of surrogates. */
function shortened(value: string): string {
  if (value.length <= maxExtractedLength) return value;
  const isSplit = (value.charCodeAt(maxExtractedLength) & 0xfc00) === 0xdc00;
  return value.slice(0, isSplit ? maxExtractedLength - 1 : maxExtractedLength);
}
