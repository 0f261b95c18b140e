// How a technology spread: the domains that had it, month by month, and the changes that added or removed it.
import type { TechnologyDetails } from '@sitegrep/contract';
import { ALL_VALUES, and, domainsMatching, type Expression, type Query, simplify } from '@sitegrep/search';
import { formatTimestamp } from '@sitegrep/site';
import type { FastifyRequest } from 'fastify';
import { shownDay } from './day-span.ts';
import type { Searches } from './searches.ts';
import { knownTechnologies, type KnownTechnology } from './technology-catalogue.ts';
import { trendIntervals } from './trend-intervals.ts';

/** Changes that are listed, and technologies that came or went with them. */
const MAX_LATEST = 20;
const MAX_OTHERS = 10;

export interface SpreadOf {
  readonly technology: KnownTechnology;
  /** Requirement of the domains besides that they have it. */
  readonly among: Expression;
  readonly has: Expression;
}

/** The last twelve months of a technology. @param now milliseconds since the epoch */
export async function technologyChanges(
  searches: Pick<Searches, 'search' | 'trend'>,
  request: FastifyRequest,
  { technology, among, has }: SpreadOf,
  now: number,
  signal: AbortSignal,
): Promise<Pick<TechnologyDetails, 'trend' | 'gained' | 'lost'>> {
  const intervals = trendIntervals('month', {}, now);
  const start = { kind: 'offset', offset: 0 } as const;
  const query = { ...domainsMatching(simplify(and([has, among]), 'domain')), limit: 1, from: start };
  const { domains } = await searches.trend(
    request,
    query,
    intervals.map(({ until }) => until),
    { signal },
  );
  const related = relatedTo(technology);

  async function moves(side: 'added' | 'removed') {
    const where = and([
      {
        kind: 'change_label',
        side,
        condition: { kind: 'any_of', field: 'tech', values: [technology.name] },
      },
      { kind: 'change_time', from: intervals[0]?.from ?? null, until: null },
      { kind: 'change_by', by: 'visit' },
      among,
    ]);
    const changes: Query<'change'> = {
      level: 'change',
      where: simplify(where, 'change'),
      order: LATEST_FIRST,
      limit: MAX_LATEST,
      from: start,
      facets: [{ kind: 'changed', side: side === 'added' ? 'removed' : 'added', of: 'tech', ...ALL_VALUES }],
    };
    const { total, hits, facets = [] } = await searches.search(request, changes, { signal });
    const others = (facets[0]?.values ?? [])
      .filter(({ value }) => related.has(value))
      .slice(0, MAX_OTHERS)
      .map(({ value, domains: count }) => ({ technology: value, changes_count: count }));
    const latest = hits.map(({ domain, at }) => ({ domain, at: formatTimestamp(at * 1_000) }));
    return { changes_count: total, latest, others };
  }

  const { others: insteadOf, ...gained } = await moves('added');
  const { others: replacedBy, ...lost } = await moves('removed');
  return {
    trend: intervals.map(({ from, until }, index) => ({
      from: shownDay(from),
      to: shownDay(until - 1),
      domains: domains[index] ?? 0,
    })),
    gained: { ...gained, instead_of: insteadOf },
    lost: { ...lost, replaced_by: replacedBy },
  };
}

const LATEST_FIRST: Query<'change'>['order'] = [
  { field: 'at', direction: 'desc' },
  { field: 'domain', direction: 'asc' },
];

/** Names of the technologies that have a category in common with one. */
function relatedTo({ name, categories }: KnownTechnology): ReadonlySet<string> {
  const some = knownTechnologies().filter(
    (other) => other.name !== name && other.categories.some((path) => categories.includes(path)),
  );
  return new Set(some.map((other) => other.name));
}
