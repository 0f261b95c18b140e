import type { TechnologySignals } from '@sitegrep/site';
import type { ExplainedTechnology } from '../src/resolve.ts';

/** Explained technologies with their evidence in no order. */
export function setsOf(found: readonly ExplainedTechnology[]) {
  return found.map(({ evidence, impliedBy, ...technology }) => ({
    ...technology,
    evidence: [...new Set(evidence.map((one) => JSON.stringify(one)))].sort(),
    impliedBy: impliedBy.toSorted(),
  }));
}

/** A page as far as its stored source has it. */
export function sourceOf(page: TechnologySignals): TechnologySignals {
  return { ...page, headers: {}, cookies: {}, robots: '', certIssuer: '', dns: {}, js: {}, xhr: [] };
}
