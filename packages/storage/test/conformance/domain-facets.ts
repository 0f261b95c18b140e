import * as fc from 'fast-check';
import {
  ALL_VALUES,
  versionsFacet,
  deriveTokenKey,
  type Expression,
  type Facet,
  type FacetCounts,
  type FacetPart,
  parseSearch,
  type PatternNeedle,
} from '@sitegrep/search';
import type { DetectedTechnology, PageFacts, SeenVersion, SiteAnswers } from '@sitegrep/site';
import { NO_PAGE_FACTS, linkedEmail } from '@sitegrep/site/test/facts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { QueryTooBroad } from '../../src/query-too-broad.ts';
import { CERTIFICATES, ICONS } from './certified-sites.ts';
import type { EmptyStore } from './empty-store.ts';
import { and, exact, not, or, pattern, text } from './expressions.ts';
import { countFacet, versionsOf } from './label-oracle.ts';
import { foundPages, isFound, piecedDocument, type Site } from './query-oracle.ts';
import { clear, fill, pageQuery, query } from './query-walks.ts';

const LABELS = [
  'tech',
  'category',
  'plugin',
  'theme',
  'country',
  'language',
  'content_language',
  'lang',
  'tld',
  'registrable_domain',
  'visited',
  'generator',
  'charset',
  'kind',
  'header',
  'cookie',
  'file',
  'facts_version',
  'tech_seen',
  'category_seen',
  'cert_issuer',
  'cert_name',
  'cert_expires',
  'cert_month',
  'tls',
  'icon',
  'icon_hash',
] as const;

const KEY = deriveTokenKey(new Uint8Array(32).fill(1));

const SITE_ANSWERS: readonly (SiteAnswers | null)[] = [
  null,
  answersWith([], { others: 'allowed', named: [] }),
  answersWith(['llms.txt', 'robots.txt'], {
    others: 'partly',
    named: [
      { agent: 'CCBot', verdict: 'blocked' },
      { agent: 'GPTBot', verdict: 'allowed' },
    ],
  }),
  answersWith(['robots.txt'], { others: 'blocked', named: [{ agent: 'GPTBot', verdict: 'partly' }] }),
  answersWith([], null),
];

function answersWith(names: readonly string[], agents: SiteAnswers['agents']): SiteAnswers {
  const file = { status: 200, bytes: 1, truncated: false };
  const files = ['ads.txt', 'llms.txt', 'robots.txt'].map((name) =>
    names.includes(name)
      ? { ...file, name, isReal: true, reason: null, digest: 'x' }
      : { ...file, name, isReal: false, reason: 'it is empty', digest: null },
  );
  return { files, agents, certificate: null, icon: null };
}

const HEADERS = [
  [],
  ['date', 'server', 'server=nginx'],
  ['server', 'server=nginx/1.25', 'x-powered-by', 'x-powered-by=PHP/8.1=x'],
  ['x-powered-by', 'x-powered-by=PHP/8.1=x', 'x-powered-by=ASP.NET'],
];
const COOKIES = [[], ['PHPSESSID'], [], ['_ga', 'PHPSESSID'], ['ümlaut']];

/** Documents enough for lists of several runs. */
const MANY = 1_300;
/** Ranks that were not set are 0, and links give none here. */
const RANKS = [0, 1, 99, 100, 500, 899, 900, 1_000];

const GROUPS = [
  { name: 'delivery', hosts: ['one.test', 'two.test'] },
  { name: 'näher', hosts: ['cdn.one.test', '192.0.2.1'] },
  { name: 'none', hosts: ['test.example', 'o.test'] },
];

const part = fc.record({
  limit: fc.constantFrom(1, 2, 100, Infinity),
  offset: fc.constantFrom(0, 0, 1, 2, 5, 9_999),
  min: fc.constantFrom(1, 1, 2, 50, 10_000),
});

const facets = fc.array(
  fc.oneof(
    fc
      .record({ label: fc.constantFrom(...LABELS), part })
      .map(({ label, part: shown }): Facet => ({ kind: 'label', label, ...shown })),
    fc
      .record({
        label: fc.constantFrom('tech_version', 'plugin_version', 'theme_version'),
        of: fc.constantFrom('WordPress', 'Woo', 'form', 'look', 'None'),
        part,
      })
      .map(({ part: shown, label, of }): Facet => versionsFacet(label, of, shown)),
    fc
      .record({ agent: fc.constantFrom('GPTBot', 'CCBot', 'bingbot'), part })
      .map(({ agent, part: shown }): Facet => ({
        kind: 'values',
        label: 'agent',
        of: agent,
        prefix: `${agent}=`,
        ...shown,
      })),
    fc
      .record({
        of: fc.constantFrom(null, 'script', 'image', 'link', 'request'),
        isThird: fc.boolean(),
        part,
      })
      .map(({ part: shown, ...wish }): Facet => ({ kind: 'hosts', ...wish, ...shown })),
    part.map((shown): Facet => ({ kind: 'host_groups', groups: GROUPS, ...shown })),
    fc
      .record({ name: fc.constantFrom('server', 'x-powered-by', 'via'), part })
      .map(({ name, part: shown }): Facet => ({
        kind: 'values',
        label: 'header_value',
        of: name,
        prefix: `${name}\0`,
        ...shown,
      })),
    part.map((shown): Facet => ({ kind: 'ranks', ...shown })),
  ),
  { minLength: 1, maxLength: 10 },
);

const wheres: fc.Arbitrary<Expression> = fc.oneof(
  fc.constant<Expression>({ kind: 'constant', value: true }),
  fc.constantFrom('digit-3', 'number 12', 'none of these').map((one) => text(one)),
  fc.constantFrom('number [0-9]{3}', 'ver=1\\.[02]').map((one) => pattern(one)),
  fc.constantFrom('Digit-3', 'digit-4').map((one) => text(one, exact)),
  fc.constantFrom('number 1', 'digit-5').map((one) => not(text(one))),
  fc
    .record({
      field: fc.constantFrom('tech', 'tech_seen'),
      values: fc.subarray(['WordPress', 'Woo', 'a.b', 'x'], { minLength: 1 }),
      negated: fc.boolean(),
    })
    .map(({ field, values, negated }): Expression => ({
      kind: 'condition',
      condition: { kind: 'any_of', field, values, negated },
    })),
  fc.constantFrom(['email'], ['phone', 'email']).map((values): Expression => ({
    kind: 'condition',
    condition: { kind: 'any_of', field: 'has', values, negated: false },
  })),
  fc.constantFrom(['parked'], ['challenge', 'soft_404']).map((values): Expression => ({
    kind: 'condition',
    condition: { kind: 'any_of', field: 'kind', values, negated: false },
  })),
);
const expressions = fc.oneof(
  wheres,
  fc.array(wheres, { minLength: 2, maxLength: 3 }).map((of) => and(...of)),
  fc.array(wheres, { minLength: 2, maxLength: 3 }).map((of) => or(...of)),
);

/** @param runs how often facets are compared with a plain loop */
export function describeDomainFacets(emptyStore: EmptyStore<DomainIndex>, runs: number): void {
  describe('facets', () => {
    let index: DomainIndex;
    let sites: readonly Site[];
    beforeAll(async () => {
      index = await (await emptyStore())();
      await fill(
        index,
        Array.from({ length: MANY }, (_, number) => siteOf(number, 0)),
      );
      // Some go, and others are replaced, so that lists have documents that are gone.
      const gone = Array.from({ length: 200 }, (_, number) => siteOf(3 * number, 0));
      await clear(index, gone);
      const replaced = Array.from({ length: 700 }, (_, number) => siteOf(3 * number + 1, 1)).slice(0, 400);
      await fill(index, replaced);
      const byDomain = new Map<string, Site>();
      for (let number = 0; number < MANY; number++) {
        const site = siteOf(number, 0);
        byDomain.set(site.document.domain, site);
      }
      for (const { document } of gone) byDomain.delete(document.domain);
      for (const site of replaced) byDomain.set(site.document.domain, site);
      sites = [...byDomain.values()];
    }, 300_000);
    afterAll(() => index.close());

    it('count what a plain loop counts', async () => {
      await fc.assert(
        fc.asyncProperty(expressions, facets, async (where, wish) => {
          const unique = [...new Map(wish.map((one) => [JSON.stringify(one), one])).values()];
          const ofDomains = sites.filter((site) => isFound(site, where));
          const domains = await index.search(query(where, { limit: 1, facets: unique }));
          expect(domains.total).toBe(ofDomains.length);
          expect(domains.facets).toEqual(unique.map((facet) => countFacet(ofDomains, facet)));
          const withPages = sites.filter((site) => foundPages(site, where).length > 0);
          const pages = await index.search(pageQuery(where, { limit: 1, facets: unique }));
          expect(pages.facets).toEqual(unique.map((facet) => countFacet(withPages, facet)));
        }),
        { numRuns: runs },
      );
    }, 600_000);

    it('give the pages of a long list one after the other, as one long list', async () => {
      const everything: Expression = { kind: 'constant', value: true };
      const page = async (shown: FacetPart): Promise<FacetCounts | undefined> => {
        const wish: Facet = { kind: 'label', label: 'registrable_domain', ...shown };
        return (await index.search(query(everything, { limit: 1, facets: [wish] }))).facets?.[0];
      };
      const expected = countFacet(sites, { kind: 'label', label: 'registrable_domain', ...ALL_VALUES });
      expect(expected.values.length).toBeGreaterThan(1_000);
      const walked: FacetCounts['values'][number][] = [];
      for (let offset = 0; offset < expected.distinct; offset += 100) {
        const counted = await page({ limit: 100, offset, min: 1 });
        expect(counted).toMatchObject({ distinct: expected.distinct, listed: expected.distinct });
        walked.push(...(counted?.values ?? []));
      }
      expect(walked).toEqual(expected.values);
      expect(await page({ limit: 100, offset: 0, min: 2 })).toEqual({
        values: [],
        distinct: expected.distinct,
        listed: 0,
        without: 0,
      });
    });

    it('count under lang, country, tld and rank what a search for the value finds', async () => {
      const kinds: readonly (readonly [facet: Facet, values: number])[] = [
        [{ kind: 'label', label: 'lang', ...ALL_VALUES }, 3],
        [{ kind: 'label', label: 'country', ...ALL_VALUES }, 3],
        [{ kind: 'label', label: 'tld', ...ALL_VALUES }, 1],
        [{ kind: 'ranks', ...ALL_VALUES }, 5],
      ];
      const everything: Expression = { kind: 'constant', value: true };
      const wish = { limit: 1, facets: kinds.map(([facet]) => facet) };
      const { facets: counted = [] } = await index.search(query(everything, wish));
      expect(counted.map(({ values }) => values.length)).toEqual(kinds.map(([, values]) => values));
      for (const [at, field] of ['lang', 'country', 'tld', 'rank'].entries()) {
        for (const { value, domains } of counted[at]?.values ?? []) {
          const read = parseSearch('domain', { q: `${field}:${value}` }, KEY);
          if (!read.ok || read.value.level !== 'domain') throw new Error(`${field}:${value} is not a query`);
          expect([value, (await index.search(read.value)).total]).toEqual([value, domains]);
        }
      }
    });

    it.each([
      ['<1.5', ['1.0', '1.2', 'v1.4']],
      ['1.x', ['1.0', '1.2', '1.9-rc', 'v1.4']],
      ['>=2', ['2.0.1.7', '10.0']],
      ['<0.1', []],
    ])('find the documents of versions in the range %s', async (range, versions) => {
      const where: Expression = {
        kind: 'condition',
        condition: { kind: 'versions', field: 'tech', of: 'WordPress', range },
      };
      const expected = sites.filter(({ document }) =>
        versionsOf(document, 'WordPress').some((version) => versions.includes(version)),
      );
      expect((await index.search(query(where))).total).toBe(expected.length);
      expect((await index.search(query(not(where)))).total).toBe(sites.length - expected.length);
      const both = and(where, pattern('number [0-9]{3}'));
      const ofBoth = expected.filter(({ document }) =>
        document.pages.some(({ source }) => /number \d{3}/.test(source)),
      );
      expect((await index.search(query(both))).total).toBe(ofBoth.length);
    });

    it.each([
      ['plugin', 'form', '<1.5'],
      ['plugin', 'form-two', '1.x'],
      ['theme', 'look', '>=2'],
      ['theme', 'form', '1.x'],
    ] as const)('find the documents of %s called %s in the range %s', async (field, of, range) => {
      const where: Expression = { kind: 'condition', condition: { kind: 'versions', field, of, range } };
      const wanted = IN_RANGE[range] ?? [];
      const expected = sites.filter(({ document }) =>
        document.pages.some(({ facts }) =>
          (field === 'plugin' ? facts.plugins : facts.themes).some(
            ({ slug, version }) => slug === of && version !== null && wanted.includes(version),
          ),
        ),
      );
      expect((await index.search(query(where))).total).toBe(expected.length);
      expect(expected.length > 0).toBe(of !== 'form' || field === 'plugin');
    });

    it.each([
      ['all domains', pattern('ver=([0-9.]+)|number (\\d)\\d')],
      ['those with a text whose case counts', pattern('ver=([0-9.]+)|number (\\d)\\d', exact)],
    ])('count what groups of a pattern capture in %s', async (_, needle) => {
      for (const group of [1, 2]) {
        const facet: Facet = { kind: 'captures', needles: [needle as PatternNeedle], group, ...ALL_VALUES };
        for (const where of [needle, and(needle, text('Digit-3', exact))]) {
          const found = sites.filter((site) => isFound(site, where));
          const { facets: counted } = await index.search(query(where, { limit: 1, facets: [facet] }));
          expect(counted).toEqual([
            capturesIn(
              found.map((site) => site.document.pages.map((page) => page.source)),
              group,
            ),
          ]);
          const pages = await index.search(pageQuery(where, { limit: 1, facets: [facet] }));
          const sources = sites.map((site) => foundPages(site, where).map(({ source }) => source));
          expect(pages.facets).toEqual([
            capturesIn(
              sources.filter((one) => one.length > 0),
              group,
            ),
          ]);
        }
      }
    });

    it('say so when time is up while captures are collected', async () => {
      const needle = pattern('ver=([0-9.]+)') as PatternNeedle;
      const facet: Facet = { kind: 'captures', needles: [needle], group: 1, ...ALL_VALUES };
      const search = index.search(query(text('number'), { facets: [facet] }), { budgetMs: 0 });
      await expect(search).rejects.toThrow(QueryTooBroad);
    });
  });
}

/** Counts by the engine's own regular expressions. */
function capturesIn(documents: readonly (readonly string[])[], group: number) {
  const counts = new Map<string, number>();
  let without = 0;
  for (const sources of documents) {
    const texts = new Set(
      sources.flatMap((source) =>
        Array.from(source.matchAll(/ver=([0-9.]+)|number (\d)\d/g), (match) => match[group] ?? []).flat(),
      ),
    );
    if (texts.size === 0) without++;
    for (const one of texts) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const values = Array.from(counts, ([value, domains]) => ({ value, domains })).sort(
    (a, b) => b.domains - a.domains || (a.value < b.value ? -1 : 1),
  );
  return { values, distinct: counts.size, listed: counts.size, without };
}

const VERSIONS = ['1.0', '1.2', 'v1.4', '1.9-rc', '2.0.1.7', '10.0', null];

/** Which of `VERSIONS` are in a range. */
const IN_RANGE: Readonly<Record<string, readonly string[]>> = {
  '<1.5': ['1.0', '1.2', 'v1.4'],
  '1.x': ['1.0', '1.2', '1.9-rc', 'v1.4'],
  '>=2': ['2.0.1.7', '10.0'],
};

/** A version, others of the same source, and one of a source that is less reliable. */
function versionsFrom(
  version: string | null,
  others: readonly string[],
): Pick<DetectedTechnology, 'version' | 'versions'> {
  if (version === null || others.length === 0) return { version };
  const same = [version, ...others].map((one): SeenVersion => ({ version: one, source: 'path' }));
  return { version, versions: [...same, { version: '2.0.9', source: 'parameter' }] };
}

/** A site whose facts follow from its number. @param edition 0, and 1 for what replaces it */
function siteOf(number: number, edition: number): Site {
  const pick = <Value>(values: readonly Value[], by: number): Value | undefined =>
    values[(number * by + edition) % values.length];
  const pages = Array.from({ length: 1 + (number % 2) }, (_, page) => [
    ['text', `number ${number + page} Digit-${(number + edition + page) % 10} ver=1.${number % 7}`] as const,
  ]);
  const { document } = piecedDocument(`d${number}.test`, pages, {
    countryIsoCode: pick(['DE', 'AT', null, 'US'], 1) ?? null,
    languageCode: pick(['de', null, 'en'], 1) ?? null,
    contentLanguageCode: pick(['de', 'en', 'fr', null], 3) ?? null,
    lastVisited: number % 11 === 0 ? null : Date.UTC(2026, (number + edition) % 12, 28, 23, 59, 59, 999),
    emails: number % 5 === 0 ? [linkedEmail(`info@d${number}.test`), linkedEmail('both@mail.test')] : [],
    phoneNumbers: [],
    kind: pick([null, 'parked', null, 'default_page', 'challenge'] as const, 1) ?? null,
    technologies:
      pick([{}, { a: { b: ['WordPress'] } }, { a: { b: ['WordPress', 'Ümlaut'], c: ['Woo'] } }], 1) ?? {},
    generators:
      pick([[], ['WordPress 6'], ['Hugo 0.1', 'WordPress 6'], ['\uFFFD', '\u{1F600} made']], 1) ?? [],
    impliedTechnologies: pick([[], ['Woo'], ['WordPress', 'Ümlaut'], ['WordPress']], 3) ?? [],
  });
  const own = (page: number): PageFacts => ({
    ...NO_PAGE_FACTS,
    technologies: ['WordPress', 'Woo'].map((name, at) => ({
      name,
      ...versionsFrom(pick(VERSIONS, 1 + page + at) ?? null, pick([[], ['1.2'], ['10.0', '1.0']], 1) ?? []),
      confidence: 100,
      paths: ['a.b'],
    })),
    plugins:
      pick<PageFacts['plugins']>(
        [
          [],
          [{ slug: 'form', version: null }],
          [
            { slug: 'form', version: pick(VERSIONS, 2 + page) ?? null },
            { slug: 'form-two', version: '1.0' },
          ],
        ],
        1 + page,
      ) ?? [],
    hosts: [
      { host: `img.d${number}.test`, kinds: 'i' },
      {
        host: pick(['cdn.one.test', 'one.test', 'two.test', 'a_b.two.test'], 1 + page) ?? '',
        kinds: pick(['s', 'sl', 'il', 'l', 'sir'], 1) ?? '',
      },
      { host: `link-${number % 401}.test`, kinds: 'l' },
      { host: '192.0.2.1', kinds: page === 0 ? 'r' : 'c' },
    ].slice(number % 4),
    themes: number % 3 === page ? [{ slug: 'look', version: pick(VERSIONS, 3) ?? null }] : [],
    headers: pick(HEADERS, 1 + page) ?? [],
    cookies: pick(COOKIES, 1 + page) ?? [],
    site:
      page === 0
        ? {
            ...(pick(SITE_ANSWERS, 1) ?? answersWith([], null)),
            certificate: pick(CERTIFICATES, 1) ?? null,
            icon: pick(ICONS, 1) ?? null,
          }
        : null,
  });
  const records = document.pages.map((page, at) => ({
    ...page,
    charset: (number + at) % 4 === 0 ? 'windows-1252' : 'utf-8',
    facts: own(at),
  }));
  return { document: { ...document, pages: records }, pages, rank: pick(RANKS, 1) ?? 0 };
}
