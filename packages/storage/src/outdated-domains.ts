// The domains with pages that an analysis would give other facts now: the index has the versions of facts as labels, and what is
// recorded of fingerprints says which pages are the same in another version.
import {
  ALL,
  ALL_VALUES,
  and,
  domainsMatching,
  type Expression,
  or,
  type Scope,
  simplify,
} from '@sitegrep/search';
import type { DomainIndex } from './domains.ts';
import type { FingerprintStep, FingerprintStore } from './fingerprints.ts';
import { QueryTooBroad } from './query-too-broad.ts';

const FROM_START = { kind: 'offset', offset: 0 } as const;

/** Parts of a storage that know what is outdated. */
export interface VersionedParts {
  readonly domains: Pick<DomainIndex, 'search'>;
  readonly fingerprints: Pick<FingerprintStore, 'get'>;
}

/** Criteria of the outdated domains that fulfil an expression, in the order of domains; null if no domain at all is outdated. */
export async function outdatedDomains(
  { domains, fingerprints }: VersionedParts,
  factsVersion: string,
  where: Expression = ALL,
): Promise<ReturnType<typeof domainsMatching> | null> {
  const { facets } = await domains.search({
    ...domainsMatching(ALL),
    limit: 1,
    from: FROM_START,
    facets: [{ kind: 'label', label: 'facts_version', ...ALL_VALUES }],
  });
  const versions = facets?.[0]?.values.map(({ value }) => value) ?? [];
  const others = versions.filter((version) => version !== factsVersion);
  if (others.length === 0) return null;
  const { steps } = await fingerprints.get();
  const unlike: string[] = [];
  const across = new Map<FingerprintStep, string[]>();
  for (const version of others) {
    const way = stepsBetween(steps, version, factsVersion);
    if (way === null) unlike.push(version);
    for (const step of way ?? []) across.set(step, [...(across.get(step) ?? []), version]);
  }
  const parts = Array.from(across, ([step, some]) => and([ofVersions(some), or(needsOf(step))]));
  if (unlike.length > 0) parts.push(ofVersions(unlike));
  return domainsMatching(simplify(and([where, or(parts)]), 'domain'));
}

/** Time for which a count looks at sources, in milliseconds: what is decided in it is kept for the next one. */
const COUNT_MS = 500;

/** Number of outdated domains; if it is not exact, there are so many at most. */
interface OutdatedCount {
  readonly count: number;
  readonly isExact: boolean;
}

/**
 * Counts all outdated domains. Where technologies by query have changed, sources decide, and they take their time: until counts that
 * follow each other have looked at all of them, the domains that may be outdated are counted, which is not exact.
 */
export async function countOutdatedDomains(
  parts: VersionedParts,
  factsVersion: string,
): Promise<OutdatedCount> {
  const criteria = await outdatedDomains(parts, factsVersion);
  if (criteria === null) return { count: 0, isExact: true };
  try {
    const query = { ...criteria, limit: 1, from: FROM_START };
    const { total } = await parts.domains.search(query, { budgetMs: COUNT_MS });
    return { count: total, isExact: true };
  } catch (error) {
    if (error instanceof QueryTooBroad) return { count: error.candidates, isExact: error.candidates === 0 };
    throw error;
  }
}

/** Steps that lead from one version to another, whichever way each was taken; null if none do. */
function stepsBetween(
  steps: readonly FingerprintStep[],
  from: string,
  to: string,
): readonly FingerprintStep[] | null {
  const routes = new Map<string, readonly FingerprintStep[]>([[from, []]]);
  // A map gives what is added while it is walked.
  for (const [version, way] of routes) {
    if (version === to) return way;
    for (const step of steps) {
      const next = step.from === version ? step.to : step.to === version ? step.from : null;
      if (next !== null && !routes.has(next)) routes.set(next, [...way, step]);
    }
  }
  return null;
}

function ofVersions(values: readonly string[]): Expression {
  return { kind: 'condition', condition: { kind: 'any_of', field: 'facts_version', values, negated: false } };
}

function needsOf({ technologies, texts, queries }: FingerprintStep): readonly Expression[] {
  const known: readonly Expression[] =
    technologies.length === 0
      ? []
      : [
          {
            kind: 'condition',
            condition: { kind: 'any_of', field: 'tech', values: technologies, negated: false },
          },
        ];
  const needles = texts.flatMap(({ text, scope }) =>
    (scope === 'source' ? (['body', 'rendered'] as const) : [scope]).map((one: Scope): Expression => ({
      kind: 'text',
      text,
      caseSensitive: false,
      scope: one,
    })),
  );
  return [...known, ...needles, ...queries.map((of): Expression => ({ kind: 'same_page', of }))];
}
