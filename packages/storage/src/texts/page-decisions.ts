// Decides what an index cannot: which pages of a document have a needle in a scope, in its case, or as a pattern, and
// which have two near each other. Both storages evaluate queries with it.
import {
  canonicalText,
  type Expression,
  isDecided,
  type Level,
  LEVELS,
  type Near,
  type Needle,
  partsOf,
  RENDERED,
} from '@sitegrep/search';
import type { NeedleSearches } from './needle-search.ts';
import { needlesOf, searchForNear } from './near-search.ts';
import type { PageText } from './page-text.ts';

/** A part of an expression that is looked for on pages. */
export type PageLeaf = Needle | Near;

/** Decides leaves of an expression for the pages of a document. */
export interface DocumentView {
  /** Number of pages. */
  readonly pages: number;
  /** Whether the document fulfils a condition, or another part that the index decides. */
  fulfils(part: Expression): boolean;
  /** Whether a page has a leaf. @param page its number, from 0 */
  has(leaf: PageLeaf, page: number): boolean;
}

/** Whether a document matches, and at a level by page which of its pages do. */
export interface ExpressionTest {
  isMatch(view: DocumentView): boolean;
  pages(view: DocumentView): readonly number[];
}

/** @param where in canonical form; the view answers as a whole for each part that the index decides */
export function testOf(where: Expression, level: Level): ExpressionTest {
  const ofDocument = documentTest(where);
  const ofPage = pageTest(where);
  return {
    isMatch: LEVELS[level].isByPage ? (view) => somePage(view, ofPage) : ofDocument,
    pages: (view) =>
      Array.from({ length: view.pages }, (_, page) => page).filter((page) => ofPage(view, page)),
  };
}

type DocumentTest = (view: DocumentView) => boolean;
type PageTest = (view: DocumentView, page: number) => boolean;

function somePage(view: DocumentView, test: PageTest): boolean {
  for (let page = 0; page < view.pages; page++) if (test(view, page)) return true;
  return false;
}

function documentTest(part: Expression): DocumentTest {
  if (isDecided(part, 'domain')) return (view) => view.fulfils(part);
  switch (part.kind) {
    case 'and': {
      const tests = cheapFirst(part.of, 'domain').map(documentTest);
      return (view) => tests.every((test) => test(view));
    }
    case 'or': {
      const tests = cheapFirst(part.of, 'domain').map(documentTest);
      return (view) => tests.some((test) => test(view));
    }
    case 'not': {
      const test = documentTest(part.of);
      return (view) => !test(view);
    }
    case 'same_page': {
      const test = pageTest(part.of);
      return (view) => somePage(view, test);
    }
    case 'near':
    case 'text':
    case 'pattern': {
      const onPage = leafTest(part);
      return (view) => somePage(view, (_, page) => onPage(view, page));
    }
    case 'constant':
      return () => part.value;
    case 'keyword':
    case 'condition':
      return (view) => view.fulfils(part);
  }
}

function pageTest(part: Expression): PageTest {
  if (isDecided(part, 'page')) return (view) => view.fulfils(part);
  switch (part.kind) {
    case 'and': {
      const tests = cheapFirst(part.of, 'page').map(pageTest);
      return (view, page) => tests.every((test) => test(view, page));
    }
    case 'or': {
      const tests = cheapFirst(part.of, 'page').map(pageTest);
      return (view, page) => tests.some((test) => test(view, page));
    }
    case 'not': {
      const test = pageTest(part.of);
      return (view, page) => !test(view, page);
    }
    case 'same_page':
      return pageTest(part.of);
    case 'near':
    case 'text':
    case 'pattern':
      return leafTest(part);
    case 'constant':
      return () => part.value;
    case 'keyword':
    case 'condition':
      return (view) => view.fulfils(part);
  }
}

/** The test of a leaf. In documents without rendered pages, what scripts wrote is not looked for: their pages need not be read. */
function leafTest(leaf: PageLeaf): PageTest {
  return isOfScripts(leaf)
    ? (view, page) => view.fulfils(RENDERED) && view.has(leaf, page)
    : (view, page) => view.has(leaf, page);
}

function isOfScripts(part: Expression): boolean {
  return (part.kind === 'text' || part.kind === 'pattern') && part.scope === 'rendered';
}

/** Parts that are decided already, then those of texts alone, then those with patterns. */
function cheapFirst(parts: readonly Expression[], level: Level): readonly Expression[] {
  const costOf = (part: Expression): number => {
    if (isDecided(part, level)) return 0;
    let cost = 1;
    for (const { kind } of partsOf(part)) if (kind === 'pattern' || kind === 'near') cost = 2;
    return cost;
  };
  return parts
    .map((part) => ({ part, cost: costOf(part) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ part }) => part);
}

/** Leaves of an expression that a look at pages may have to decide, with their canonical texts. */
export function leavesOf(where: Expression, level: Level): ReadonlyMap<PageLeaf, string> {
  const leaves = new Map<PageLeaf, string>();
  for (const { part, isLeaf } of endsOf(where, level)) if (isLeaf) leaves.set(part, canonicalText(part));
  return leaves;
}

/** The parts that a test of an expression asks `fulfils` for. */
export function decidedPartsOf(where: Expression, level: Level): readonly Expression[] {
  const ends = Array.from(endsOf(where, level));
  const decided = ends.flatMap(({ part, isLeaf }) => (isLeaf ? [] : [part]));
  return ends.some(({ part, isLeaf }) => isLeaf && isOfScripts(part)) ? [...decided, RENDERED] : decided;
}

type End =
  { readonly part: PageLeaf; readonly isLeaf: true } | { readonly part: Expression; readonly isLeaf: false };

/** The parts below which a test does not go. */
function* endsOf(part: Expression, at: Level): Generator<End> {
  if (isDecided(part, at)) {
    yield { part, isLeaf: false };
    return;
  }
  switch (part.kind) {
    case 'and':
    case 'or':
      for (const one of part.of) yield* endsOf(one, at);
      break;
    case 'not':
      yield* endsOf(part.of, at);
      break;
    case 'same_page':
      yield* endsOf(part.of, 'page');
      break;
    case 'near':
    case 'text':
    case 'pattern':
      yield { part, isLeaf: true };
      break;
    case 'constant':
    case 'keyword':
    case 'condition':
      yield { part, isLeaf: false };
  }
}

/** Needles that a look at pages looks for to decide leaves. */
export function needlesOfLeaves(leaves: Iterable<PageLeaf>): readonly Needle[] {
  return Array.from(leaves).flatMap((leaf) => (leaf.kind === 'near' ? needlesOf(leaf) : [leaf]));
}

/** Looks for a leaf on a page. */
export type LeafSearch = (leaf: PageLeaf, page: PageText) => boolean;

/** @param searches searches for the needles of all leaves */
export function searchForLeaves(leaves: Iterable<PageLeaf>, searches: NeedleSearches): LeafSearch {
  const tests = new Map<PageLeaf, (page: PageText) => boolean>();
  for (const leaf of leaves) {
    if (leaf.kind === 'near') tests.set(leaf, searchForNear(leaf, searches));
    else {
      const search = searches.of(leaf);
      tests.set(leaf, (page) => search.isIn(page));
    }
  }
  return (leaf, page) => {
    const test = tests.get(leaf);
    if (test === undefined) throw new TypeError('a leaf is looked for that is not of the expression');
    return test(page);
  };
}
