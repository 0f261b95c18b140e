/** Time for the analysis of one page. Once spent, it stays spent. */
export interface Budget {
  readonly isSpent: () => boolean;
}

/**
 * Default budget of a page. Real pages take a few milliseconds; the analysis of a hostile one ends here with
 * the results so far.
 */
export const DEFAULT_BUDGET_MS = 2_000;

/** Starts a budget. @param now clock in milliseconds, never decreasing */
export function openBudget(ms: number, now: () => number = () => performance.now()): Budget {
  const end = now() + ms;
  let isSpent = false;
  return { isSpent: () => (isSpent ||= now() >= end) };
}
