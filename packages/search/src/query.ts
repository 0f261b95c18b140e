import type { OrderRule } from './order.ts';
import type { Cursor } from './cursor.ts';

/** A search, fully said: defaults filled in, terms folded. A pure value; storage adapters compile it. */
export interface Query {
  /** Case-folded, unique, in code point order; 1–10. A domain matches when each is a substring of one of its pages. */
  readonly terms: readonly string[];
  /** Always ends with a rule for `domain`, so the order is total. */
  readonly order: readonly OrderRule[];
  /** 1–10,000. */
  readonly limit: number;
  readonly from: StartPosition;
}

/** Where a page of results starts: a number of items to skip, or right behind an item already seen. */
export type StartPosition =
  { readonly kind: 'offset'; readonly offset: number } | { readonly kind: 'after'; readonly cursor: Cursor };
