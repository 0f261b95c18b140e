import type { Filter } from './filter.ts';
import { type Mode, partsOf } from './mode.ts';
import type { OrderRule } from './order.ts';

/** What a search is for and in which order, apart from how much of it is shown: what a token is bound to. */
export interface Asked {
  readonly mode: Mode;
  /** Case-folded, unique, in code point order; 1–10. A domain has to match each, as `mode` says. */
  readonly terms: readonly string[];
  /** As `terms`, 0–10. A domain that matches one of them is left out. */
  readonly excludedTerms: readonly string[];
  /** As `terms`, 0–10. Each has to be a substring of the folded title, description or one of the meta keywords. */
  readonly keywords: readonly string[];
  readonly filter: Filter | null;
  /** Always ends with a rule for `domain`, so the order is total. */
  readonly order: readonly OrderRule[];
}

/** What a search is for that asks for terms as they are and nothing else. */
export const TERMS_ALONE = {
  mode: 'strict_entry',
  excludedTerms: [],
  keywords: [],
  filter: null,
} as const satisfies Partial<Asked>;

/** What the sources of a domain must hold, and not hold, folded. */
export interface Needs {
  /** Each of them, somewhere. */
  readonly all: readonly string[];
  /** Of each list not all. */
  readonly none: readonly (readonly string[])[];
}

export function needsOf({ mode, terms, excludedTerms }: Asked): Needs {
  return {
    all: [...new Set(terms.flatMap((term) => partsOf(term, mode)))],
    none: excludedTerms.map((term) => partsOf(term, mode)),
  };
}
