import { expect, test } from 'vitest';
import type { DomainIndex, SearchOptions } from './domains.ts';
import { NO_FINGERPRINT_STATE } from './fingerprints.ts';
import { countOutdatedDomains } from './outdated-domains.ts';
import { QueryTooBroad } from './query-too-broad.ts';

const OLD = 'facts-1';
const NOW = 'facts-2';

/** The parts of a storage with domains of an old version, whose outdated ones a search counts. */
function partsWith(count: (options: SearchOptions) => number): Parameters<typeof countOutdatedDomains>[0] {
  const facet = { values: [{ value: OLD, domains: 9 }], distinct: 1, listed: 1, without: 0 };
  const search: DomainIndex['search'] = async (query, options = {}) => {
    const page = { offset: 0, hits: [], next: null };
    return query.facets === undefined
      ? { ...page, total: count(options) }
      : { ...page, total: 9, facets: [facet] };
  };
  return { domains: { search }, fingerprints: { get: () => Promise.resolve(NO_FINGERPRINT_STATE) } };
}

test('a count is bounded in time, and is of what may be outdated while sources are still to be read', async () => {
  const budgets: (number | undefined)[] = [];
  const tooMany = partsWith(({ budgetMs }) => {
    budgets.push(budgetMs);
    throw new QueryTooBroad(1_000, 20);
  });
  expect(await countOutdatedDomains(tooMany, NOW)).toEqual({ count: 1_000, isExact: false });
  expect(budgets).toEqual([500]);
  expect(
    await countOutdatedDomains(
      partsWith(() => 7),
      NOW,
    ),
  ).toEqual({ count: 7, isExact: true });
});

test('nothing is outdated where all facts are of the version', async () => {
  const never = partsWith(() => {
    throw new Error('there is nothing to count');
  });
  expect(await countOutdatedDomains(never, OLD)).toEqual({ count: 0, isExact: true });
});
