// What a search has to do in sources, by its parts, as the index knows it before a source of the part is read.
import type { Query } from '@sitegrep/search';
import { needlesOf } from './near-search.ts';
import type { PageLeaf } from './page-decisions.ts';

/** A part of the work of a search in sources. */
export interface WorkPart {
  /**
   * Purpose for which sources are read: whether candidates match, the matches that hits show, the values that are read out of hits, or
   * what a group of a pattern has in all that matches.
   */
  readonly part: 'candidates' | 'snippets' | 'values' | 'captures';
  /** Domains or pages whose sources are read. */
  readonly items: number;
  /** Texts, patterns or selectors that are looked for in each of them. */
  readonly sought: number;
  /** Units of work of all of it; a unit takes some 5 µs for a small home page, and more for others. */
  readonly work: number;
}

/** Sources would have to be read for more work than a search may be; none of this work was begun. */
export class WorkTooLarge extends Error {
  override readonly name = 'WorkTooLarge';
  readonly parts: readonly WorkPart[];
  /** Units of work that a search may be. */
  readonly maxWork: number;

  constructor(parts: readonly WorkPart[], maxWork: number) {
    super('the sources would have to be read for more work than a search may be');
    this.parts = parts;
    this.maxWork = maxWork;
  }
}

/** Units of work for reading the sources of an item, and for looking for one thing of each kind in them. */
export const READING = 20;
const TEXT = 1;
export const PATTERN = 10;
/** A selector needs the tree of a page, which takes as long as reading it. */
const VALUE = 20;

interface Sought {
  readonly kind: 'text' | 'pattern';
}

/** Candidates of an expression whose sources decide whether they match. */
interface Candidates {
  readonly total: number;
  /** How many of them no earlier search decided; is asked only if all of them would be too many. */
  readonly undecided: () => number;
}

/** @param leaves parts of an expression that pages decide @throws WorkTooLarge if looking at candidates is more than `maxWork` units */
export function requireBoundedCandidates(
  leaves: Iterable<PageLeaf>,
  { total, undecided }: Candidates,
  maxWork: number,
): void {
  const needles = [...leaves].flatMap((leaf): readonly Sought[] =>
    leaf.kind === 'near' ? needlesOf(leaf) : [leaf],
  );
  const each = workOfNeedles(needles);
  if (partOf('candidates', total, needles.length, each).work <= maxWork) return;
  requireBoundedWork([partOf('candidates', undecided(), needles.length, each)], maxWork);
}

/** Numbers of items that match, and of those that are shown. */
interface FoundCounts {
  readonly matches: number;
  readonly shown: number;
}

/** @throws WorkTooLarge if what a query shows and counts of what was found is more than `maxWork` units */
export function requireBoundedFound(
  { snippets, extract = [], facets = [] }: Query,
  { matches, shown }: FoundCounts,
  maxWork: number,
): void {
  const sought = snippets?.sought ?? [];
  const captured = facets.flatMap((facet) => (facet.kind === 'captures' ? facet.needles : []));
  const parts = [
    partOf('snippets', shown, sought.length, workOfNeedles(sought.map(({ needle }) => needle))),
    partOf('values', shown, extract.length, extract.length * VALUE),
    partOf('captures', matches, captured.length, captured.length * PATTERN),
  ];
  requireBoundedWork(
    parts.filter(({ sought: count }) => count > 0),
    maxWork,
  );
}

function partOf(part: WorkPart['part'], items: number, sought: number, each: number): WorkPart {
  return { part, items, sought, work: items * (READING + each) };
}

/** Units of work of looking for some needles on a page. */
export function workOfNeedles(needles: readonly Sought[]): number {
  return needles.reduce((sum, { kind }) => sum + (kind === 'text' ? TEXT : PATTERN), 0);
}

function requireBoundedWork(parts: readonly WorkPart[], maxWork: number): void {
  const total = parts.reduce((sum, { work }) => sum + work, 0);
  if (total > maxWork) throw new WorkTooLarge(parts, maxWork);
}
