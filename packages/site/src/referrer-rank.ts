/** Points that ten times as many referring domains are worth: as many as a place ten times as far up a list of ranks. */
const POINTS_A_DECADE = 125;

/**
 * The domain_rank of a domain that so many others refer to: `min(1000, round(125 · log10(1 + referrers)))`, so 0 → 0,
 * 1 → 38, 10 → 130, 100 → 251, 1,000 → 375, 1,000,000 → 750, 100,000,000 → 1000. Of the number alone, so that one more
 * link moves the domain it leads to and no other; docs/ranks.md compares it with the ranks of lists.
 *
 * @param referrers whole number ≥ 0
 */
export function referrerRank(referrers: number): number {
  return Math.min(1_000, Math.round(POINTS_A_DECADE * Math.log10(1 + referrers)));
}
