// One look at a match: what a search reads of the pages of what matches, while the verifier has them unpacked.
import type { Query } from '@sitegrep/search';
import { type Capture, capturedTexts, capturesOf } from '../../facets/captured-texts.ts';
import type { CapturesOfSearch, KeptCaptures } from '../../facets/kept-captures.ts';
import {
  leavesOf,
  NeedleSearches,
  needlesOfHits,
  needlesOfLeaves,
  type PageSource,
  type PageText,
  readsHits,
} from '@sitegrep/texts';
import { type PageRow, pageSource } from './page-rows.ts';
import type { DomainRow } from './rows.ts';
import { UNIT } from './text-matches.ts';

/** Texts of matches that a search holds for its hits, in UTF-16 units. */
const MAX_HELD_UNITS = 8 << 20;

/** A version of a page with its texts. */
export interface VersionPage {
  /** Its number in the index of the past. */
  readonly id: number;
  readonly content: PageSource;
}

/** A stored page, or a version of one; no page has the number of a version. */
export type LookedPage = PageRow | VersionPage;

interface LookParts {
  /** Pages of a domain, read one by one. */
  readonly rows: { pages(row: DomainRow, numbers: Iterable<number>): Iterable<LookedPage> };
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
  /** Texts by the numbers of their pages. */
  readonly #held = new Map<number, PageText>();
  #heldUnits = 0;

  constructor(query: Query, parts: LookParts) {
    const { where, facets } = query;
    const captures = capturesOf(facets);
    const leaves = needlesOfLeaves(leavesOf(where, UNIT).keys());
    const needles = [...leaves, ...needlesOfHits(query), ...captures.flatMap((capture) => capture.needles)];
    this.searches = new NeedleSearches(needles, parts.checkpoint);
    this.checkpoint = parts.checkpoint;
    this.#parts = parts;
    this.#kept = parts.captures.of(captures);
    this.#holds = readsHits(query);
  }

  /** The text of a page. */
  textOf(page: LookedPage): PageText {
    return (
      this.#held.get(page.id) ?? this.searches.prepare('content' in page ? page.content : pageSource(page))
    );
  }

  /** The texts of pages, each only when it is reached: those of a large site need not all fit into memory. */
  *textsOf(pages: Iterable<LookedPage>): Iterable<PageText> {
    for (const page of pages) {
      const text = this.textOf(page);
      try {
        yield text;
      } finally {
        this.#hold(page.id, text);
      }
    }
  }

  /** Looks at a page of a match. @param page its number */
  at(page: number, text: PageText): void {
    if (this.#kept.captures.length > 0 && !this.#kept.isKnown(String(page))) this.#capture(page, text);
    this.#hold(page, text);
  }

  #hold(page: number, text: PageText): void {
    if (!this.#holds || this.#heldUnits + text.units > MAX_HELD_UNITS || this.#held.has(page)) return;
    this.#heldUnits += text.units;
    this.#held.set(page, text);
  }

  /** The different texts that a group has in pages of a domain. @param pages their numbers */
  captured(capture: Capture, row: DomainRow, pages: Iterable<number>): Iterable<string> {
    const at = this.#kept.captures.indexOf(capture);
    const texts = new Set<string>();
    const unread: number[] = [];
    for (const page of pages) {
      const known = this.#kept.get(at, String(page));
      if (known === null) unread.push(page);
      else for (const text of known) texts.add(text);
    }
    for (const page of this.#parts.rows.pages(row, unread)) {
      for (const text of this.#capture(page.id, this.textOf(page))[at] ?? []) texts.add(text);
    }
    return texts;
  }

  /** The texts of each group in a page. */
  #capture(page: number, text: PageText): readonly (readonly string[])[] {
    const found = capturedTexts(this.#kept.captures, [text], this.searches, this.checkpoint);
    this.#kept.set(String(page), found);
    return found;
  }
}
