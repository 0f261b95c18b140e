import type { SiteOutcome } from '@sitegrep/client';
import { OUTCOME_HELP } from '@sitegrep/site/outcome-help';

/** Outcomes that are good, and those between good and a failure of the site. */
const GOOD: readonly SiteOutcome[] = ['indexed', 'unchanged'];
const BETWEEN: readonly SiteOutcome[] = ['robots_disallowed', 'blocked_domain', 'cancelled', 'not_html'];

export type OutcomeKind = 'good' | 'between' | 'bad';

export function kindOf(outcome: string): OutcomeKind {
  if (GOOD.some((one) => one === outcome)) return 'good';
  return BETWEEN.some((one) => one === outcome) ? 'between' : 'bad';
}

/** Words about an outcome; null: this version of the console does not know it. */
export function helpOf(outcome: string): (typeof OUTCOME_HELP)[SiteOutcome] | null {
  return Object.entries(OUTCOME_HELP).find(([name]) => name === outcome)?.[1] ?? null;
}

export function outcomeName(outcome: string): string {
  return helpOf(outcome)?.name ?? outcome;
}

type OutcomeCount = readonly [outcome: string, count: number];

export interface SortedOutcomes {
  /** Outcomes with their counts, the most frequent first. */
  readonly entries: readonly OutcomeCount[];
  /** Those of sites that did not fail, and of those that did. */
  readonly done: readonly OutcomeCount[];
  readonly failed: readonly OutcomeCount[];
  /** Number of sites that a retry of the crawl would take. */
  readonly retried: number;
}

export function sortedOutcomes(outcomes: Readonly<Record<string, number>>): SortedOutcomes {
  const entries = Object.entries(outcomes).toSorted(([, a], [, b]) => b - a);
  const isDone = ([outcome]: OutcomeCount): boolean => kindOf(outcome) === 'good';
  return {
    entries,
    done: entries.filter(isDone),
    failed: entries.filter((entry) => !isDone(entry)),
    retried: entries.reduce(
      (sum, [outcome, count]) => sum + (helpOf(outcome)?.isRetried === true ? count : 0),
      0,
    ),
  };
}
