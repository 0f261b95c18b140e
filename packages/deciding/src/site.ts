import type { Expression } from '@sitegrep/search';
import type { ChangeRecord, Labels } from '@sitegrep/site';
import type { PageSource } from '@sitegrep/texts';
import type { ListedDomain } from './conditions.ts';

/** A site as it is known right before it is put. */
export interface DecidedSite extends ListedDomain {
  /** Those of all of its pages, as `labelsOfSummary` gives them. */
  readonly labels: Labels;
  /** Milliseconds since the epoch; null: it is not known. */
  readonly firstVisit: number | null;
  /** Its pages, in code point order of URLs. */
  readonly pages: readonly DecidedPage[];
  /** Tells whether the domain has a change that fulfils all of an expression, which is canonical at the level `change`. */
  readonly hasChange: (of: Expression) => boolean;
  /** The record that searches of changes are decided about; absent: they are of the site itself. */
  readonly record?: ChangeRecord;
}

/** A page. Its texts are read when they are needed, some more than once. */
export interface DecidedPage extends PageSource {
  /** The literals of searches that were found in it, as an earlier decision gave them; absent: they are looked for. */
  readonly hits?: PageHits | undefined;
}

/** The literals of searches that a page has. It holds while the page stays, and what it says of other searches does no harm. */
export interface PageHits {
  /** The highest number of a search whose literals were looked for, and those of all others with lower ones. */
  readonly through: number;
  /** Ids of literals, which are the same in all deciders: whole numbers. */
  readonly literals: Float64Array;
}
