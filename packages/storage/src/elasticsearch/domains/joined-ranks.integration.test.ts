import type { OrderRule, Query } from '@sitegrep/search';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BY_DOMAIN, documentOf, put, queryOf } from '../../../test/conformance/documents.ts';
import { pattern } from '../../../test/conformance/expressions.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import type { DomainIndex, SearchOptions } from '../../domains.ts';
import { Walk } from '../../walk.ts';
import { openDomainIndex } from './domain-index.ts';

const indexes = await openTestIndexes();
const options = {
  ...indexes.options(),
  shards: 3,
  refreshInterval: '-1',
  bulkBytes: 1 << 20,
  bulkConcurrency: 2,
};
let index: DomainIndex;
/** Bodies of the requests since the last look. */
let sent: string[] = [];
indexes.client.diagnostic.on('request', (_, result) => {
  sent.push(JSON.stringify(result?.meta.request.params.body ?? ''));
});
beforeAll(async () => {
  index = await openDomainIndex(indexes.client, options);
  const names = ['a.test', 'b.test', 'sub.b.test', 'c.co.uk'];
  await put(index, ...names.map((domain) => documentOf(domain, ['common'])));
  await index.setRanks([
    { domain: 'a.test', rank: 5 },
    { domain: 'sub.b.test', rank: 900 },
    { domain: 'c.co.uk', rank: 70 },
  ]);
});
afterAll(async () => {
  await index.close();
  await indexes.close();
});

const RANKS: Readonly<Record<string, number>> = {
  'a.test': 5,
  'b.test': 0,
  'sub.b.test': 900,
  'c.co.uk': 70,
};
const BY_RANK: readonly OrderRule[] = [{ field: 'rank', direction: 'desc' }, ...BY_DOMAIN];
const TECHNOLOGIES = { kind: 'label', label: 'tech', limit: 10, offset: 0, min: 1 } as const;
const OWNERS = { ...TECHNOLOGIES, label: 'registrable_domain' } as const;
const RANKED = {
  kind: 'condition',
  condition: { kind: 'range', field: 'rank', op: '>=', value: 70 },
} as const;

async function ask(
  rest: Partial<Query<'domain'>>,
  searchOptions: SearchOptions = {},
): Promise<{ readonly shown: readonly (readonly [string, number])[]; readonly joins: boolean }> {
  sent = [];
  const { hits } = await index.search(queryOf(['common'], rest), searchOptions);
  return {
    shown: hits.map(({ domain, rank }) => [domain, rank]),
    joins: sent.some((body) => body.includes('has_child')),
  };
}

const ALL_BY_DOMAIN = ['a.test', 'b.test', 'c.co.uk', 'sub.b.test'].map((domain) => [domain, RANKS[domain]]);

it.each([
  ['of one request', {}],
  ['with facets', { facets: [TECHNOLOGIES, OWNERS] }],
  ['that looks at sources', { where: pattern('comm[a-z]n') }],
] as const)('shows ranks in a search %s, and joins none', async (_, rest) => {
  expect(await ask(rest)).toEqual({ shown: ALL_BY_DOMAIN, joins: false });
});

it('shows ranks in a walk, and joins none', async () => {
  const walk = new Walk();
  expect(await ask({}, { walk })).toEqual({ shown: ALL_BY_DOMAIN, joins: false });
  await walk.close();
});

it.each([
  ['an order by rank', { order: BY_RANK }, ['sub.b.test', 'c.co.uk', 'a.test', 'b.test']],
  ['a condition on ranks', { where: RANKED }, ['c.co.uk', 'sub.b.test']],
  [
    'a facet of ranks',
    { facets: [{ ...TECHNOLOGIES, kind: 'ranks' }] },
    ['a.test', 'b.test', 'c.co.uk', 'sub.b.test'],
  ],
] as const)('joins ranks for %s', async (_, rest, domains) => {
  expect(await ask(rest)).toEqual({ shown: domains.map((domain) => [domain, RANKS[domain]]), joins: true });
});
