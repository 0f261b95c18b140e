import { ALL_VALUES, type Expression, type Facet, type FacetCounts, type FacetPart } from '@sitegrep/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { byCodePoint, documentOf, put } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { not, text } from './expressions.ts';
import { pageQuery, query } from './query-walks.ts';

/** A domain whose registrable domain is known by how its name is made. */
interface Owned {
  readonly domain: string;
  readonly owner: string;
  /** Number that its only page names. */
  readonly number: number;
}

/** Suffixes, some of which have names of many owners under them. */
const SUFFIXES = ['test', 'co.uk', 'github.io', 'com.br', 'city.kawasaki.jp'];

/** 600 owners; every fifth has several domains, so that many have as many as others. */
const OWNED: readonly Owned[] = Array.from({ length: 600 }, (_, number) => {
  const suffix = SUFFIXES[number % 3 === 0 ? 0 : number % SUFFIXES.length] ?? '';
  const name = `${'zyxwvutsrq'.charAt(number % 10)}${number}`;
  // All names under city.kawasaki.jp are of the city.
  const owner = suffix.startsWith('city.') ? suffix : `${name}.${suffix}`;
  const hosts = [`${name}.${suffix}`];
  if (number % 5 === 0)
    for (let host = 0; host <= number % 4; host++) hosts.push(`h${host}.${name}.${suffix}`);
  return hosts.map((domain): Owned => ({ domain, owner, number }));
}).flat();

const EVERYTHING: Expression = { kind: 'constant', value: true };

const WHERES: readonly (readonly [name: string, where: Expression, test: (one: Owned) => boolean])[] = [
  ['all domains', EVERYTHING, () => true],
  ['a tenth of them', text('digit-3'), ({ number }) => number % 10 === 3],
  ['the others', not(text('digit-3')), ({ number }) => number % 10 !== 3],
  ['none', text('digit-x'), () => false],
];

const PARTS: readonly FacetPart[] = [
  { limit: 1, offset: 0, min: 1 },
  { limit: 7, offset: 0, min: 1 },
  { limit: 7, offset: 5, min: 2 },
  { limit: 100, offset: 90, min: 1 },
  { limit: 100, offset: 9_999, min: 1 },
  { limit: 1_000, offset: 0, min: 3 },
  ALL_VALUES,
];

/** Facets of registrable domains, of which there are more than one request lists. */
export function describeOwnerFacets(emptyStore: EmptyStore<DomainIndex>): void {
  describe('facets of registrable domains', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
      const documents = OWNED.map(({ domain, number }) => documentOf(domain, [`digit-${number % 10}`]));
      await put(index, ...documents);
      // Documents of domains that are gone count nowhere.
      const gone = ['h9.z0.test', 'gone.test', 'h1.gone.co.uk'];
      await put(index, ...gone.map((domain) => documentOf(domain, ['digit-3'])));
      await Promise.all(gone.map((domain) => index.delete(domain)));
    }, 120_000);
    afterAll(() => index.close());

    it.each(WHERES)(
      'count %s, part by part',
      async (_, where, test) => {
        for (const part of PARTS) {
          const facet: Facet = { kind: 'label', label: 'registrable_domain', ...part };
          const expected = countOwners(OWNED.filter(test), part);
          const domains = await index.search(query(where, { limit: 1, facets: [facet] }));
          expect(domains.facets).toEqual([expected]);
          const pages = await index.search(pageQuery(where, { limit: 1, facets: [facet] }));
          expect(pages.facets).toEqual([expected]);
        }
      },
      60_000,
    );
  });
}

function countOwners(found: readonly Owned[], { limit, offset, min }: FacetPart): FacetCounts {
  const byOwner = Map.groupBy(found, ({ owner }) => owner);
  const listed = Array.from(byOwner, ([value, some]) => ({ value, domains: some.length }))
    .filter(({ domains }) => domains >= min)
    .sort((a, b) => b.domains - a.domains || byCodePoint(a.value, b.value));
  return {
    values: listed.slice(offset, offset + limit),
    distinct: byOwner.size,
    listed: listed.length,
    without: 0,
  };
}
