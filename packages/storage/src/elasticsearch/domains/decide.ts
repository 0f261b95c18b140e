// Decides whether documents match an expression, of which the index decides a part only.
import { type Expression, type Level, LEVELS } from '@sitegrep/search';
import { type Capture, capturedTexts } from '../../facets/captured-texts.ts';
import { NeedleSearches } from '../../texts/needle-search.ts';
import {
  decidedPartsOf,
  leavesOf,
  needlesOfLeaves,
  searchForLeaves,
  testOf,
  type DocumentView,
  type LeafSearch,
  type PageLeaf,
} from '../../texts/page-decisions.ts';
import type { PageText } from '../../texts/page-text.ts';
import { checkpointFor, Stopped, type StopSign } from './stop-sign.ts';
import { unpackedPages } from './unpack-pages.ts';

/** An expression, in the parts of which it is decided. */
/** The index knows in which domains a text stands, and not on which of their pages. */
export const UNIT = 'domain';

export interface Plan {
  readonly where: Expression;
  readonly level: Level;
  /** Parts that the index decides. */
  readonly parts: readonly Expression[];
  /** Parts that pages decide, with their canonical texts. */
  readonly leaves: ReadonlyMap<PageLeaf, string>;
  /** The pages that match, none unless the level is by page; null: the document does not match. */
  match(view: DocumentView): readonly number[] | null;
}

export function planFor(where: Expression, level: Level): Plan {
  const test = testOf(where, UNIT);
  return {
    where,
    level,
    parts: decidedPartsOf(where, level, UNIT).map(({ part }) => part),
    leaves: leavesOf(where, level, UNIT),
    match(view) {
      if (!LEVELS[level].isByPage) return test.isMatch(view) ? [] : null;
      const pages = Array.from(view.pagesFor(where)).filter((page) => test.isMatchOn(view, page));
      return pages.length === 0 ? null : pages;
    },
  };
}

/** Pages that have each leaf of a plan; null: not known. */
export type Decisions = readonly (readonly number[] | null)[];

export interface DocumentToDecide {
  /** Stored field, Base64. */
  readonly pages: string;
  /** Indexes of the parts that it fulfils. */
  readonly fulfilled: readonly number[];
  readonly known: Decisions;
}

export interface DocumentsToDecide {
  readonly where: Expression;
  readonly level: Level;
  readonly documents: readonly DocumentToDecide[];
  /** Groups whose texts are collected in what matches. */
  readonly captures: readonly Capture[];
  readonly stop: StopSign['shared'];
}

/** Findings of a look at the pages of a document. */
export interface DecidedDocument {
  readonly decisions: Decisions;
  /** The texts of each group in what matches; null: nothing is collected. */
  readonly collected: {
    /** Numbers of the pages that match; none unless the level is by page. */
    readonly pages: readonly number[];
    readonly texts: readonly (readonly string[])[];
  } | null;
}

/**
 * Decisions about each document, in their order; fewer of them if the work was stopped. Decompressing,
 * folding and searching take about 10 milliseconds per megabyte, so this runs in a thread.
 */
export function decideDocuments({
  where,
  level,
  documents,
  captures,
  stop,
}: DocumentsToDecide): readonly DecidedDocument[] {
  const checkpoint = checkpointFor(stop);
  const decided: DecidedDocument[] = [];
  try {
    const plan = planFor(where, level);
    const leaves = needlesOfLeaves(plan.leaves.keys());
    const searches = new NeedleSearches([...leaves, ...captures.map(({ needle }) => needle)], checkpoint);
    const search = searchForLeaves(plan.leaves.keys(), searches);
    for (const document of documents) {
      checkpoint();
      const texts = unpackedPages(document.pages).map((page) => searches.prepare(page));
      const view = new PagesView(plan, document, { texts, search });
      const pages = plan.match(view);
      if (pages === null || captures.length === 0) {
        decided.push({ decisions: view.known, collected: null });
        continue;
      }
      const counted = LEVELS[level].isByPage ? texts.filter((_, number) => pages.includes(number)) : texts;
      const found = capturedTexts(captures, counted, searches, checkpoint);
      decided.push({ decisions: view.known, collected: { pages, texts: found } });
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  return decided;
}

/** A document as far as it is known without its pages. */
export class KnownView implements DocumentView {
  readonly #pageCount: number;
  readonly #fulfilled: ReadonlySet<Expression>;
  readonly #known: (leaf: PageLeaf) => readonly number[] | null;
  /** Whether something was asked for that is not known. */
  isIncomplete = false;

  /** @param known gives the pages that have a leaf; null: not known */
  constructor(
    plan: Plan,
    { pageCount, fulfilled }: Pick<DocumentToDecide, 'fulfilled'> & { readonly pageCount: number },
    known: (leaf: PageLeaf) => readonly number[] | null,
  ) {
    this.#pageCount = pageCount;
    this.#fulfilled = fulfilledOf(plan, fulfilled);
    this.#known = known;
  }

  fulfils(part: Expression): boolean {
    return this.#fulfilled.has(part);
  }

  /** Parts that the index decides hold for all pages of a document or for none. */
  fulfilsOn(part: Expression): boolean {
    return this.fulfils(part);
  }

  *pagesFor(): Iterable<number> {
    for (let page = 0; page < this.#pageCount; page++) yield page;
  }

  has(leaf: PageLeaf, page: number): boolean {
    const pages = this.#known(leaf);
    if (pages === null) this.isIncomplete = true;
    return pages?.includes(page) ?? false;
  }
}

/** A document with its pages, in which is looked for what is not known. */
class PagesView implements DocumentView {
  readonly #texts: readonly PageText[];
  readonly #search: LeafSearch;
  readonly #fulfilled: ReadonlySet<Expression>;
  readonly #known: Map<PageLeaf, readonly number[] | null>;

  constructor(
    plan: Plan,
    { fulfilled, known }: DocumentToDecide,
    { texts, search }: { readonly texts: readonly PageText[]; readonly search: LeafSearch },
  ) {
    this.#texts = texts;
    this.#search = search;
    this.#fulfilled = fulfilledOf(plan, fulfilled);
    this.#known = new Map(Array.from(plan.leaves.keys(), (leaf, index) => [leaf, known[index] ?? null]));
  }

  pagesFor(): Iterable<number> {
    return this.#texts.keys();
  }

  get known(): Decisions {
    return [...this.#known.values()];
  }

  fulfils(part: Expression): boolean {
    return this.#fulfilled.has(part);
  }

  /** Parts that the index decides hold for all pages of a document or for none. */
  fulfilsOn(part: Expression): boolean {
    return this.fulfils(part);
  }

  has(leaf: PageLeaf, page: number): boolean {
    const known = this.#known.get(leaf) ?? null;
    if (known !== null) return known.includes(page);
    const pages = this.#texts.flatMap((text, number) => (this.#search(leaf, text) ? [number] : []));
    this.#known.set(leaf, pages);
    return pages.includes(page);
  }
}

function fulfilledOf({ parts }: Plan, indexes: readonly number[]): ReadonlySet<Expression> {
  return new Set(indexes.flatMap((index) => parts[index] ?? []));
}
