import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Expression } from '@sitegrep/search';
import type { DomainIndex } from '@sitegrep/storage';
import { put } from '../../storage/test/conformance/documents.ts';
import { drawnDomain, drawnSearches, queryOf } from '../../storage/test/conformance/domain-filters.ts';
import { expressions, pieces } from '../../storage/test/conformance/expressions.ts';
import { isFound as isFoundByFilters } from '../../storage/test/conformance/filter-oracle.ts';
import { putLists } from '../../storage/test/conformance/listed-domains.ts';
import type { Known } from '../../storage/test/conformance/oracle.ts';
import {
  foundPages,
  isFound,
  piecedDocument,
  type Site,
} from '../../storage/test/conformance/query-oracle.ts';
import { clear, fill, pageQuery, query } from '../../storage/test/conformance/query-walks.ts';
import { inNewFolder } from '../../storage/test/new-folders.ts';
import { openDomainIndex } from '../../storage/src/sqlite/domains/domain-index.ts';
import { firstShown, siteOf } from '../test/documents.ts';
import { searchesOf } from '../test/searches.ts';
import { wordExpressions, wordPieces } from '../test/words.ts';
import { compileSearches, costOf, type Decision, type SavedSearch } from './index.ts';

const emptyStore = inNewFolder((dataDir) => openDomainIndex({ dataDir, readers: 1 }));

function pagesById({ fulfilled }: Decision): ReadonlyMap<string, readonly string[]> {
  return new Map(fulfilled.map(({ id, pages }) => [id, pages]));
}

const site = fc.record({
  pages: fc.array(pieces, { minLength: 1, maxLength: 3 }),
  rank: fc.constantFrom(1, 500, 501),
  countryIsoCode: fc.constantFrom('AT', 'DE', null),
  title: fc.constantFrom('aB! ', 'A', null),
  technologies: fc.constantFrom({}, { a: { b: ['jQuery'] } }),
});

describe('searches that are decided about a site', () => {
  let index: DomainIndex;
  let stored: readonly Site[] = [];
  beforeAll(async () => {
    index = await (await emptyStore())();
    await putLists(index);
  });
  afterAll(() => index.close());

  /** Domains, or URLs of pages, that a search finds in the index. */
  async function searched(level: SavedSearch['level'], where: Expression): Promise<readonly string[]> {
    if (level === 'domain') return (await index.search(query(where))).hits.map(({ domain }) => domain);
    return (await index.search(pageQuery(where))).hits.map(({ url }) => url);
  }

  /** Compares what is decided of sites with a plain look at them, and with searches over an index of them. */
  async function compare(sites: readonly Site[], wheres: readonly Expression[]): Promise<number> {
    const searches = wheres.flatMap(searchesOf);
    const decider = compileSearches(searches);
    await clear(index, stored);
    stored = sites;
    await fill(index, sites);
    const decisions = sites.map((one) => ({
      one,
      decision: decider.decide(siteOf(one.document, one.rank)),
    }));
    let found = 0;
    for (const { one, decision } of decisions) {
      expect(decision.undecided).toEqual([]);
      const expected = searches.flatMap(({ id, level, where }): (readonly [string, readonly string[]])[] => {
        if (level === 'page') {
          const urls = foundPages(one, where).map(({ url }) => url);
          return urls.length === 0 ? [] : [[id, urls]];
        }
        if (!isFound(one, where)) return [];
        const first = firstShown(one, where);
        return [[id, first === null ? [] : [first]]];
      });
      found += expected.length;
      expect(new Map(pagesById(decision))).toEqual(new Map(expected));
    }
    for (const { id, level, where } of searches) {
      const decided = decisions.flatMap(({ one, decision }) => {
        const urls = pagesById(decision).get(id);
        if (urls === undefined) return [];
        return level === 'page' ? urls : [one.document.domain];
      });
      expect(await searched(level, where)).toEqual(decided.sort());
    }
    return found;
  }

  test('are those that find it, for expressions of every kind', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(site, { minLength: 1, maxLength: 3 }),
        fc.array(expressions, { minLength: 8, maxLength: 8 }),
        async (drawn, wheres) => {
          const sites = drawn.map(({ pages, rank, ...facts }, number): Site => ({
            ...piecedDocument(`d${number}.test`, pages, { description: null, metaKeywords: [], ...facts }),
            rank,
          }));
          found += await compare(sites, wheres);
        },
      ),
      { numRuns: 100 },
    );
    expect(found).toBeGreaterThan(300);
  }, 300_000);

  test('are those that find it, for texts that are looked for together, in any script and case', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(wordPieces, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 }),
        fc.array(wordExpressions, { minLength: 10, maxLength: 10 }),
        async (drawn, wheres) => {
          const sites = drawn.map((pages, number): Site => ({
            ...piecedDocument(`d${number}.test`, pages, {}),
            rank: 1,
          }));
          found += await compare(sites, wheres);
        },
      ),
      { numRuns: 100 },
    );
    expect(found).toBeGreaterThan(300);
  }, 300_000);
});

test('conditions on each field, keywords and terms hold as they do in a search', async () => {
  const index = await (await emptyStore())();
  await putLists(index);
  const known: Known[] = Array.from({ length: 30 }, (_, number) => drawnDomain(number, 0));
  await put(index, ...known.map(({ document }) => document));
  await index.setRanks(known.map(({ document: { domain }, rank }) => ({ domain, rank })));
  let found = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(drawnSearches, { minLength: 10, maxLength: 10 }), async (inputs) => {
      const kept = inputs
        .map((input, number) => ({ input, id: `${number}`, where: queryOf(input).where }))
        .filter(({ where }) => costOf(where).kind !== 'too broad');
      const decider = compileSearches(kept.map(({ id, where }) => ({ id, level: 'domain', where })));
      const decided = new Map(
        known.map((one) => [
          one.document.domain,
          new Set(decider.decide(siteOf(one.document, one.rank)).fulfilled.map(({ id }) => id)),
        ]),
      );
      for (const { input, id, where } of kept) {
        const domains = known
          .filter((one) => isFoundByFilters(one, input))
          .map(({ document }) => document.domain);
        const fulfilling = [...decided].filter(([, ids]) => ids.has(id)).map(([domain]) => domain);
        expect(fulfilling).toEqual(domains);
        const { hits } = await index.search(query(where));
        expect(fulfilling.toSorted()).toEqual(hits.map(({ domain }) => domain).toSorted());
        found += domains.length;
      }
    }),
    { numRuns: 100 },
  );
  expect(found).toBeGreaterThan(1_000);
  await index.close();
}, 300_000);
