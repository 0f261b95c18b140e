import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Expression, type Needle, type Scope, SCOPE_NAMES, simplify } from '@sitegrep/search';
import type { DomainIndex } from '@sitegrep/storage';
import { put } from '../../storage/test/conformance/documents.ts';
import { drawnDomain, drawnSearches, queryOf } from '../../storage/test/conformance/domain-filters.ts';
import {
  and,
  expressions,
  near,
  not,
  or,
  pieces,
  samePage,
} from '../../storage/test/conformance/expressions.ts';
import { isFound as isFoundByFilters } from '../../storage/test/conformance/filter-oracle.ts';
import { putLists } from '../../storage/test/conformance/listed-domains.ts';
import type { Known } from '../../storage/test/conformance/oracle.ts';
import {
  foundPages,
  isFound,
  type Piece,
  piecedDocument,
  type Site,
} from '../../storage/test/conformance/query-oracle.ts';
import { clear, fill, pageQuery, query } from '../../storage/test/conformance/query-walks.ts';
import { inNewFolder } from '../../storage/test/new-folders.ts';
import { openDomainIndex } from '../../storage/src/sqlite/domains/domain-index.ts';
import { firstShown, siteOf } from '../test/documents.ts';
import { compileSearches, costOf, type Decision, type SavedSearch } from './index.ts';

const emptyStore = inNewFolder((dataDir) => openDomainIndex({ dataDir, readers: 1 }));

/** Searches of an expression at both levels; one that would be refused is narrowed by a condition. */
function searchesOf(where: Expression, number: number): readonly SavedSearch[] {
  return (['domain', 'page'] as const).map((level) => {
    const canonical = simplify(where, level);
    const isRefused = costOf(canonical).kind === 'too broad';
    return {
      id: `${number} ${level}`,
      level,
      where: isRefused ? simplify(and(USES_JQUERY, where), level) : canonical,
    };
  });
}

const USES_JQUERY: Expression = {
  kind: 'condition',
  condition: { kind: 'any_of', field: 'tech', values: ['jQuery'], negated: false },
};

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

const WORDS = [
  'Kelvin',
  '\u212Aelvin',
  'Straße',
  'STRASSE',
  'gtag(',
  'ſcript',
  'Script',
  '東京都',
  'ΟΔΟΣ',
  'οδος',
  'a😀b',
];
const words = fc.constantFrom(...WORDS, ...WORDS.map((word) => word.toLowerCase()));
/** The kinds of pieces that may have any of the words. */
const KINDS = [
  'text',
  'comment',
  'inline',
  'meta',
  'title',
  'rendered',
  'dns',
  'headers',
  'cookies',
  'file',
] as const;
const wordPieces: fc.Arbitrary<readonly Piece[]> = fc.array(
  fc.tuple(
    fc.constantFrom(...KINDS),
    fc.array(words, { minLength: 1, maxLength: 3 }).map((some) => some.join(' ')),
  ),
  { maxLength: 3 },
);
const wordNeedles: fc.Arbitrary<Needle> = fc
  .record({
    word: words,
    scope: fc.oneof(fc.constant<Scope>('body'), fc.constantFrom(...SCOPE_NAMES)),
    kind: fc.constantFrom('text', 'case', 'word', 'pattern'),
  })
  .map(({ word, scope, kind }): Needle => {
    if (kind === 'case') return { kind: 'text', text: word, caseSensitive: true, scope };
    const text = foldedByEngine(word);
    if (kind === 'word') return { kind: 'text', text, caseSensitive: false, scope, wholeWord: true };
    return kind === 'text'
      ? { kind: 'text', text, caseSensitive: false, scope }
      : { kind: 'pattern', pattern: `${word.replace('(', '\\(')}.?[ <]`, caseSensitive: false, scope };
  });

/** The fold of the words above. */
function foldedByEngine(word: string): string {
  return word.toLowerCase().replaceAll('\u212a', 'k').replaceAll('ſ', 's').replaceAll('ς', 'σ');
}

const wordExpressions: fc.Arbitrary<Expression> = fc
  .array(wordNeedles, { minLength: 3, maxLength: 3 })
  .chain(([first, second, third]) => {
    if (first === undefined || second === undefined || third === undefined)
      throw new TypeError('three are drawn');
    return fc.constantFrom<Expression>(
      first,
      and(first, second),
      or(first, second),
      and(first, not(second)),
      samePage(and(first, not(second))),
      samePage(and(or(first, second), third)),
      near([first, second], third, 12),
      and(first, not(samePage(and(second, third)))),
    );
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
