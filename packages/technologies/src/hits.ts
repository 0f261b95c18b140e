import { type PatternTable } from './pattern-table.ts';

/** A match of a pattern. */
export interface Hit {
  readonly pattern: number;
  /** In which of its field's values; 0 for a text. */
  readonly item: number;
  readonly match: RegExpExecArray;
}

/**
 * wappalyzer-core's order, on which versions and exclusions depend: that of patterns. Only script addresses are taken in
 * turn to all patterns of a technology; everywhere else each pattern is taken to all values.
 */
export function inCoreOrder(hits: readonly Hit[], { fieldOf, technologyOf }: PatternTable): readonly Hit[] {
  const byAddress = ({ pattern }: Hit): number =>
    fieldOf(pattern) === 'scriptSrc' ? technologyOf(pattern) : -1;
  return hits.toSorted((a, b) => {
    const technology = byAddress(a);
    const sameAddresses = technology !== -1 && technology === byAddress(b);
    return sameAddresses
      ? a.item - b.item || a.pattern - b.pattern
      : a.pattern - b.pattern || a.item - b.item;
  });
}
