/** How long a page may be looked at. Once spent, it stays spent. */
export interface Budget {
  readonly isSpent: () => boolean;
}

/** Real pages take a few milliseconds; a hostile one is given up here, with what it has shown so far. */
export const DEFAULT_BUDGET_MS = 2_000;

/** @param now milliseconds, rising */
export function openBudget(ms: number, now: () => number = () => performance.now()): Budget {
  const end = now() + ms;
  let isSpent = false;
  return { isSpent: () => (isSpent ||= now() >= end) };
}
