import type { Expression } from '@sitegrep/search';
import type { Labels } from '@sitegrep/site';
import type { PageSource } from '@sitegrep/texts';
import type { ListedDomain } from './conditions.ts';

/** A site as it is known right before it is put. */
export interface DecidedSite extends ListedDomain {
  /** Those of all of its pages, as `labelsOfSummary` gives them. */
  readonly labels: Labels;
  /** Milliseconds since the epoch; null: it is not known. */
  readonly firstVisit: number | null;
  /** Its pages, in code point order of URLs. Their texts are read when they are needed, some more than once. */
  readonly pages: readonly PageSource[];
  /** Tells whether the domain has a change that fulfils all of an expression, which is canonical at the level `change`. */
  readonly hasChange: (of: Expression) => boolean;
}
