import type { Filter } from './filter.ts';
import type { OrderRule } from './order.ts';
import { runsOf, type Mode } from './terms.ts';

/** Criteria and order of a search, apart from which part of the results is shown. A token is bound to them. */
export interface Criteria {
  readonly mode: Mode;
  /** Case-folded, unique, in code point order; 0–10. A domain has to match each, as `mode` says. */
  readonly terms: readonly string[];
  /** Excluded terms in the same form, 0–10. A domain that matches one of them is left out. */
  readonly excludedTerms: readonly string[];
  /** Keywords in the same form, 0–10. Each has to be a substring of the folded title, description or one of the meta keywords. */
  readonly keywords: readonly string[];
  readonly filter: Filter | null;
  /** A total order: it always ends with a rule for `domain`. */
  readonly order: readonly OrderRule[];
}

/** Criteria of a search for terms and nothing else. */
export const TERMS_ALONE = {
  mode: 'strict_entry',
  excludedTerms: [],
  keywords: [],
  filter: null,
} as const satisfies Partial<Criteria>;

/** Folded texts that the sources of a domain must and must not contain. */
export interface Needs {
  /** Each of them has to be there, on whichever page. */
  readonly all: readonly string[];
  /** Lists of which at least one text must be missing. */
  readonly none: readonly (readonly string[])[];
}

export function needsOf({ mode, terms, excludedTerms }: Criteria): Needs {
  return {
    all: [...new Set(terms.flatMap((term) => runsOf(term, mode)))],
    none: excludedTerms.map((term) => runsOf(term, mode)),
  };
}

/** Position of one item in a total order. */
export interface Cursor {
  /** The item's value for each rule of the query's order, in that order; `last_visited` in whole seconds since the epoch. */
  readonly values: readonly (string | number | null)[];
  /** Number of items before the next page, this item included. */
  readonly offset: number;
}
