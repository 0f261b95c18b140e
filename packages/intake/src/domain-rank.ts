/** Points that a place ten times as far down a list is lower. */
const POINTS_A_DECADE = 125;

/** The last place that a list may have: as many as there are registered domains, and more. */
export const LAST_POSITION = 1_000_000_000;

/**
 * The domain_rank of a place in a list that begins with the most linked domain:
 * `max(1, round(1000 − 125 · log10(position)))`, so 1 → 1000, 10 → 875, 1,000 → 625, 1,000,000 → 250, 100,000,000 and
 * beyond → 1.
 *
 * By the logarithm because links are spread like that: the first has about ten times as many as the tenth. Not by the
 * length of the list, so that ranks out of lists of different lengths compare, and a longer list moves none of the
 * domains that a shorter one had. Down to place 100,000,000 because the longest lists that are published have some ten
 * million places. Never 0, which means that nothing is known.
 *
 * @param position 1 to LAST_POSITION
 */
export function domainRankAt(position: number): number {
  return Math.max(1, Math.round(1_000 - POINTS_A_DECADE * Math.log10(position)));
}
