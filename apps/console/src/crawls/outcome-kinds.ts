import type { SiteOutcome } from '@sitegrep/client';

/** Outcomes that are good, and those between good and a failure of the site. */
const GOOD: readonly SiteOutcome[] = ['indexed', 'unchanged'];
const BETWEEN: readonly SiteOutcome[] = ['robots_disallowed', 'blocked_domain', 'cancelled', 'not_html'];

export function kindOf(outcome: string): 'good' | 'between' | 'bad' {
  if (GOOD.some((one) => one === outcome)) return 'good';
  return BETWEEN.some((one) => one === outcome) ? 'between' : 'bad';
}

/** Outcomes with their counts, the most frequent first, and how many sites there are. */
export function sortedOutcomes(outcomes: Readonly<Record<string, number>>): {
  readonly entries: readonly (readonly [outcome: string, count: number])[];
  readonly all: number;
} {
  const entries = Object.entries(outcomes).toSorted(([, a], [, b]) => b - a);
  return { entries, all: entries.reduce((sum, [, count]) => sum + count, 0) };
}
