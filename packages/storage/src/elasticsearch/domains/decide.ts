// Decides whether documents match an expression, of which the index decides a part only.
import { type Expression, type Level, LEVELS } from '@sitegrep/search';
import { type Capture, capturedTexts } from '../../facets/captured-texts.ts';
import {
  type DocumentView,
  type LeafSearch,
  leavesOf,
  NeedleSearches,
  needlesOfLeaves,
  type PageLeaf,
  type PageText,
  searchForLeaves,
  testOf,
} from '@sitegrep/texts';
import { type Answers, IndexQuestions } from './index-questions.ts';
import { UNIT } from './page-mapping.ts';
import { checkpointFor, Stopped, type StopSign } from './stop-sign.ts';
import { type StoredTexts, unpackedTexts } from './versions/stored-texts.ts';

/** An expression, in the parts of which it is decided. */
export interface Plan {
  readonly where: Expression;
  readonly level: Level;
  /** Questions that the index answers. */
  readonly questions: IndexQuestions;
  /** Parts that pages decide, with their canonical texts. */
  readonly leaves: ReadonlyMap<PageLeaf, string>;
  /** The pages that match, none unless the level is by page; null: the document does not match. */
  match(view: DocumentView): readonly number[] | null;
}

export function planFor(where: Expression, level: Level): Plan {
  const test = testOf(where, UNIT, level);
  return {
    where,
    level,
    questions: new IndexQuestions(where, level),
    leaves: leavesOf(where, UNIT),
    match(view) {
      if (!LEVELS[level].isByPage) return test.isMatch(view) ? [] : null;
      const pages = Array.from(view.pagesFor(where)).filter((page) => test.isMatchOn(view, page));
      return pages.length === 0 ? null : pages;
    },
  };
}

/** Numbers of pages, each with true if the page has a leaf, false if not; absent: not known. */
export type LeafDecisions = ReadonlyMap<number, boolean>;

/** Decisions about each leaf of a plan; null: none is known. */
export type Decisions = readonly (LeafDecisions | null)[];

interface DocumentToDecide {
  readonly texts: StoredTexts;
  /** Answers of the index about it. */
  readonly answers: Answers;
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
    const searches = new NeedleSearches(
      [...leaves, ...captures.flatMap((capture) => capture.needles)],
      checkpoint,
    );
    const search = searchForLeaves(plan.leaves.keys(), searches);
    for (const document of documents) {
      checkpoint();
      const texts = unpackedTexts(document.texts).map((page) => searches.prepare(page));
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

/** A document of which the index said what it knows. */
abstract class IndexedView implements DocumentView {
  readonly #questions: IndexQuestions;
  readonly #answers: Answers;

  constructor({ questions }: Plan, answers: Answers) {
    this.#questions = questions;
    this.#answers = answers;
  }

  fulfils(part: Expression): boolean {
    return this.#questions.fulfils(part, this.#answers);
  }

  fulfilsOn(part: Expression, page: number): boolean {
    return this.#questions.fulfilsOn(part, this.#answers, page);
  }

  pagesFor(part: Expression): Iterable<number> {
    return this.#questions.pagesFor(part, this.#answers);
  }

  abstract has(leaf: PageLeaf, page: number): boolean;
}

/** A document as far as it is known without its pages. */
export class KnownView extends IndexedView {
  readonly #known: (leaf: PageLeaf) => LeafDecisions | null;
  /** Whether something was asked for that is not known. */
  isIncomplete = false;

  /** @param known gives the decisions about a leaf; null: none is known */
  constructor(plan: Plan, answers: Answers, known: (leaf: PageLeaf) => LeafDecisions | null) {
    super(plan, answers);
    this.#known = known;
  }

  has(leaf: PageLeaf, page: number): boolean {
    const decision = this.#known(leaf)?.get(page);
    if (decision === undefined) this.isIncomplete = true;
    return decision ?? false;
  }
}

/** A document with its pages, in which is looked for what is not known. */
class PagesView extends IndexedView {
  readonly #texts: readonly PageText[];
  readonly #search: LeafSearch;
  readonly #known: ReadonlyMap<PageLeaf, Map<number, boolean>>;

  constructor(
    plan: Plan,
    { answers, known }: DocumentToDecide,
    { texts, search }: { readonly texts: readonly PageText[]; readonly search: LeafSearch },
  ) {
    super(plan, answers);
    this.#texts = texts;
    this.#search = search;
    this.#known = new Map(Array.from(plan.leaves.keys(), (leaf, index) => [leaf, new Map(known[index])]));
  }

  get known(): Decisions {
    return Array.from(this.#known.values(), (decisions) => (decisions.size === 0 ? null : decisions));
  }

  has(leaf: PageLeaf, page: number): boolean {
    const known = this.#known.get(leaf);
    const before = known?.get(page);
    if (before !== undefined) return before;
    const text = this.#texts[page];
    const isThere = text !== undefined && this.#search(leaf, text);
    known?.set(page, isThere);
    return isThere;
  }
}
