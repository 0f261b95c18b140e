// One look at a match: what a search reads of the pages of what matches, while the verifier has them unpacked.
import type { Query } from '@sitegrep/search';
import { type Capture, capturedTexts, capturesOf } from '../../facets/captured-texts.ts';
import type { CapturesOfSearch, KeptCaptures } from '../../facets/kept-captures.ts';
import { needlesOfHits, readsHits } from '../../texts/hit-wish.ts';
import { NeedleSearches } from '../../texts/needle-search.ts';
import { leavesOf, needlesOfLeaves } from '../../texts/page-decisions.ts';
import type { PageText } from '../../texts/page-text.ts';
import { type PageRow, pageSource } from './page-rows.ts';
import type { DomainRow, RowReader } from './rows.ts';

/** Texts of matches that a search holds for its hits, in UTF-16 units. */
const MAX_HELD_UNITS = 8 << 20;

interface LookParts {
  readonly rows: Pick<RowReader, 'domain' | 'pages'>;
  readonly captures: KeptCaptures;
  /** Called every few milliseconds, may throw. */
  readonly checkpoint: () => void;
}

/**
 * The pages that a search looks at. What groups of patterns capture is collected while the verifier decides. Which matches are
 * hits is known only when all are in order, so texts are held until then, as many as fit; others are unpacked once more.
 */
export class Look {
  readonly searches: NeedleSearches;
  /** Called every few milliseconds, may throw. */
  readonly checkpoint: () => void;
  readonly #parts: LookParts;
  readonly #kept: CapturesOfSearch;
  readonly #holds: boolean;
  /** Texts by the ids of their pages. */
  readonly #held = new Map<number, PageText>();
  #heldUnits = 0;

  constructor(query: Query, parts: LookParts) {
    const { where, level, facets } = query;
    const captures = capturesOf(facets);
    const leaves = needlesOfLeaves(leavesOf(where, level, 'domain').keys());
    const needles = [...leaves, ...needlesOfHits(query), ...captures.map(({ needle }) => needle)];
    this.searches = new NeedleSearches(needles, parts.checkpoint);
    this.checkpoint = parts.checkpoint;
    this.#parts = parts;
    this.#kept = parts.captures.of(captures);
    this.#holds = readsHits(query);
  }

  /** The text of a page. */
  textOf(page: PageRow): PageText {
    return this.#held.get(page.id) ?? this.searches.prepare(pageSource(page));
  }

  /** The texts of pages, each only when it is reached: those of a large site need not all fit into memory. */
  *textsOf(pages: Iterable<PageRow>): Iterable<PageText> {
    for (const page of pages) {
      const text = this.textOf(page);
      try {
        yield text;
      } finally {
        this.#hold(page.id, text);
      }
    }
  }

  /** Whether a look at a match collects something of it. */
  get collects(): boolean {
    return this.#kept.captures.length > 0;
  }

  /**
   * Looks at a document that matches.
   *
   * @param texts texts of all its pages
   * @param pages numbers of the pages that match; null: all
   */
  at(
    { id, revision }: Pick<DomainRow, 'id' | 'revision'>,
    texts: readonly PageText[],
    pages: readonly number[] | null,
  ): void {
    if (this.collects) {
      if (pages === null) this.#collect(itemOf(revision), texts);
      else for (const page of pages) this.#collect(itemOf(revision, page), texts.slice(page, page + 1));
    }
    for (const page of pages ?? texts.keys()) {
      const text = texts[page];
      if (text !== undefined) this.#hold(id + page, text);
    }
  }

  #hold(id: number, text: PageText): void {
    if (!this.#holds || this.#heldUnits + text.units > MAX_HELD_UNITS || this.#held.has(id)) return;
    this.#heldUnits += text.units;
    this.#held.set(id, text);
  }

  /**
   * The different texts that a group has in a document.
   *
   * @param pages numbers of the pages that match; null: all
   */
  captured(capture: Capture, revision: number, pages: readonly number[] | null): Iterable<string> {
    const { rows } = this.#parts;
    const at = this.#kept.captures.indexOf(capture);
    const read = (some?: readonly number[]): Iterable<PageRow> =>
      rows.pages(rows.domain('revision', revision), some);
    if (pages === null) {
      const item = itemOf(revision);
      return this.#kept.get(at, item) ?? this.#capture(item, this.textsOf(read()))[at] ?? [];
    }
    const texts = new Set<string>();
    const unread: number[] = [];
    for (const page of pages) {
      const known = this.#kept.get(at, itemOf(revision, page));
      if (known === null) unread.push(page);
      else for (const text of known) texts.add(text);
    }
    if (unread.length === 0) return texts;
    let index = 0;
    for (const page of read(unread)) {
      const found = this.#capture(itemOf(revision, unread[index++]), [this.textOf(page)]);
      for (const text of found[at] ?? []) texts.add(text);
    }
    return texts;
  }

  /** Collects what groups have in the pages of an item, unless that is known. */
  #collect(item: string, pages: readonly PageText[]): void {
    if (!this.#kept.isKnown(item)) this.#capture(item, pages);
  }

  /** The texts of each group in the pages of an item. */
  #capture(item: string, pages: Iterable<PageText>): readonly (readonly string[])[] {
    const found = capturedTexts(this.#kept.captures, pages, this.searches, this.checkpoint);
    this.#kept.set(item, found);
    return found;
  }
}

/** Name of a document of a revision, or of one of its pages: neither ever changes. */
export function itemOf(revision: number, page?: number): string {
  return page === undefined ? String(revision) : `${revision} ${page}`;
}
