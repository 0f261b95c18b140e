// Decides what an index cannot: which pages of a document have a needle in a scope, in its case, or as a pattern, and
// which have two near each other. Both storages evaluate queries with it.
import {
  canonicalText,
  type Expression,
  type IndexUnit,
  isDecided,
  type Level,
  type Near,
  type Needle,
  partsOf,
  havingScope,
} from '@sitegrep/search';
import type { NeedleSearches } from './needle-search.ts';
import { needlesOf, searchForNear } from './near-search.ts';
import type { PageText } from './page-text.ts';

/** A part of an expression that is looked for on pages. */
export type PageLeaf = Needle | Near;

/** Decides parts of an expression for the pages of a document. Pages have numbers of the storage's own. */
export interface DocumentView {
  /** Whether the document fulfils a condition, or another part that the index decides. */
  fulfils(part: Expression): boolean;
  /** Tells whether a page fulfils such a part. */
  fulfilsOn(part: Expression, page: number): boolean;
  /** Those pages of the document that may fulfil a part, as far as the index tells. */
  pagesFor(part: Expression): Iterable<number>;
  /** Tells whether a page has a leaf. */
  has(leaf: PageLeaf, page: number): boolean;
}

/** Decides whether a document, or a page of it, matches. */
export interface ExpressionTest {
  isMatch(view: DocumentView): boolean;
  isMatchOn(view: DocumentView, page: number): boolean;
}

/**
 * @param where in canonical form; the view answers as a whole for each part that the index decides
 * @param level of the items; labels tell nothing of the texts of versions
 */
export function testOf(where: Expression, unit: IndexUnit, level: Level): ExpressionTest {
  const how = { unit, hasLabels: level !== 'version' };
  return { isMatch: documentTest(where, how), isMatchOn: pageTest(where, how) };
}

interface TestForm {
  readonly unit: IndexUnit;
  /** True if the labels of a domain tell which of its items have a text of a scope. */
  readonly hasLabels: boolean;
}

type DocumentTest = (view: DocumentView) => boolean;
type PageTest = (view: DocumentView, page: number) => boolean;

function documentTest(part: Expression, how: TestForm): DocumentTest {
  const { unit } = how;
  if (isDecided(part, unit)) return (view) => view.fulfils(part);
  switch (part.kind) {
    case 'and': {
      const tests = cheapFirst(part.of, unit).map((one) => documentTest(one, how));
      return (view) => tests.every((test) => test(view));
    }
    case 'or': {
      const tests = cheapFirst(part.of, unit).map((one) => documentTest(one, how));
      return (view) => tests.some((test) => test(view));
    }
    case 'not': {
      const test = documentTest(part.of, how);
      return (view) => !test(view);
    }
    case 'same_page':
      return somePage(part.of, pageTest(part.of, how));
    case 'near':
    case 'text':
    case 'pattern':
      return somePage(part, leafTest(part, how));
    case 'constant':
      return () => part.value;
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      return (view) => view.fulfils(part);
  }
}

/** @param part whatever fulfils it is on the page that the test is of */
function somePage(part: Expression, test: PageTest): DocumentTest {
  return (view) => {
    for (const page of view.pagesFor(part)) if (test(view, page)) return true;
    return false;
  };
}

function pageTest(part: Expression, how: TestForm): PageTest {
  const { unit } = how;
  if (isDecided(part, unit)) return (view, page) => view.fulfilsOn(part, page);
  switch (part.kind) {
    case 'and': {
      const tests = cheapFirst(part.of, unit).map((one) => pageTest(one, how));
      return (view, page) => tests.every((test) => test(view, page));
    }
    case 'or': {
      const tests = cheapFirst(part.of, unit).map((one) => pageTest(one, how));
      return (view, page) => tests.some((test) => test(view, page));
    }
    case 'not': {
      const test = pageTest(part.of, how);
      return (view, page) => !test(view, page);
    }
    case 'same_page':
      return pageTest(part.of, how);
    case 'near':
    case 'text':
    case 'pattern':
      return leafTest(part, how);
    case 'constant':
      return () => part.value;
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      return (view) => view.fulfils(part);
  }
}

/** The test of a leaf. In documents without rendered pages, what scripts wrote is not looked for: their pages need not be read. */
function leafTest(leaf: PageLeaf, { hasLabels }: TestForm): PageTest {
  const having = hasLabels ? havingOf(leaf) : null;
  return having === null
    ? (view, page) => view.has(leaf, page)
    : (view, page) => view.fulfils(having) && view.has(leaf, page);
}

/** Fulfilled by the domains that have any text of the scope of a leaf; null: all have. */
function havingOf(part: Expression): Expression | null {
  return part.kind === 'text' || part.kind === 'pattern' ? havingScope(part.scope) : null;
}

/** Parts that are decided already, then those of texts alone, then those with patterns. */
function cheapFirst(parts: readonly Expression[], unit: IndexUnit): readonly Expression[] {
  const costOf = (part: Expression): number => {
    if (isDecided(part, unit)) return 0;
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
export function leavesOf(where: Expression, unit: IndexUnit): ReadonlyMap<PageLeaf, string> {
  const leaves = new Map<PageLeaf, string>();
  for (const { part, isLeaf } of endsOf(where, 'domain', unit))
    if (isLeaf) leaves.set(part, canonicalText(part));
  return leaves;
}

/** A part that a test of an expression asks `fulfils` for, at level `domain`, or `fulfilsOn`. */
export interface DecidedPart {
  readonly part: Expression;
  readonly at: Level;
}

/** The parts of an expression that its test asks the index for. */
export function decidedPartsOf(where: Expression, level: Level, unit: IndexUnit): readonly DecidedPart[] {
  const ends = Array.from(endsOf(where, level, unit));
  const decided = ends.flatMap((end) => (end.isLeaf ? [] : [{ part: end.part, at: end.at }]));
  if (level === 'version') return decided;
  const having = ends.flatMap(({ part, isLeaf }) => (isLeaf ? (havingOf(part) ?? []) : []));
  return [...decided, ...Array.from(new Set(having), (part) => ({ part, at: 'domain' }) as const)];
}

type End =
  | { readonly part: PageLeaf; readonly isLeaf: true }
  | { readonly part: Expression; readonly isLeaf: false; readonly at: Level };

/** The parts below which a test does not go. */
function* endsOf(part: Expression, at: Level, unit: IndexUnit): Generator<End> {
  if (isDecided(part, unit)) {
    yield { part, isLeaf: false, at };
    return;
  }
  switch (part.kind) {
    case 'and':
    case 'or':
      for (const one of part.of) yield* endsOf(one, at, unit);
      break;
    case 'not':
      yield* endsOf(part.of, at, unit);
      break;
    case 'same_page':
      yield* endsOf(part.of, at === 'version' ? at : 'page', unit);
      break;
    case 'near':
    case 'text':
    case 'pattern':
      yield { part, isLeaf: true };
      break;
    case 'constant':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      yield { part, isLeaf: false, at };
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
