// Searches at level `version`, compared with a plain scan of the versions that are kept.
import {
  type Expression,
  type Facet,
  type OrderRule,
  onDomains,
  type PatternNeedle,
  type Query,
  simplify,
  type SortField,
} from '@sitegrep/search';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex, VersionHit } from '../../src/domains.ts';
import { wholeSite } from '../../src/puts.ts';
import { byCodePoint } from './documents.ts';
import { and, exact, expressions, near, not, or, pattern, pieces, samePage, text } from './expressions.ts';
import { putLists } from './listed-domains.ts';
import { compareBy } from './oracle.ts';
import { foundVersions, type Piece, piecedDocument, type Site, type SiteVersion } from './query-oracle.ts';
import { clear, pageQuery, query } from './query-walks.ts';
import type { VersionStore } from './versioned-pages.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 2, 1);

type Rules = Query<'version'>['order'];

const TIES: Rules = (['domain', 'url', 'first_seen', 'id'] as const).map((field) => ({
  field,
  direction: 'asc',
}));

function versionQuery(where: Expression, rest: Partial<Query<'version'>> = {}): Query<'version'> {
  return {
    level: 'version',
    where: simplify(where, 'version'),
    order: TIES,
    limit: 10_000,
    from: { kind: 'offset', offset: 0 },
    ...rest,
  };
}

/** A version as the listing of its page has it. */
interface Known extends SiteVersion {
  readonly id: number;
  readonly goneAt: number | null;
}

/** Sites that are put, and all that was ever put of them. */
class Puts {
  readonly sites = new Map<string, Site>();
  readonly #index: DomainIndex;
  readonly #pieces = new Map<string, readonly Piece[]>();
  readonly #urls = new Map<string, Set<string>>();
  #day = 0;

  constructor(index: DomainIndex) {
    this.#index = index;
  }

  /** Puts sites a day after the last. One without pages is deleted. */
  async put(sites: readonly Site[]): Promise<void> {
    const at = START + this.#day++ * DAY;
    for (const site of sites) {
      const { domain } = site.document;
      if (site.pages.length === 0) {
        await this.#index.delete(domain);
        this.sites.delete(domain);
        continue;
      }
      const pages = site.document.pages.map((page, number) => ({ ...page, fetchedAt: at + 700 * number }));
      const document = { ...site.document, pages };
      const visit = { at, facts: '1', source: 'crawl', labels: new Map(), pages: [] } as const;
      await this.#index.put([{ ...wholeSite(document), visits: [visit] }]);
      this.sites.set(domain, { ...site, document });
      const urls = this.#urls.get(domain) ?? new Set();
      this.#urls.set(domain, urls);
      for (const [number, { url, source, rendered }] of pages.entries()) {
        urls.add(url);
        this.#pieces.set(JSON.stringify([source, rendered?.source]), site.pages[number] ?? []);
      }
    }
    const ranks = sites.map(({ document: { domain }, rank }) => ({ domain, rank }));
    await this.#index.setRanks(ranks);
  }

  /** All versions that the index lists. */
  async versions(): Promise<readonly Known[]> {
    const all: Known[] = [];
    for (const site of this.sites.values()) {
      const { domain } = site.document;
      for (const url of this.#urls.get(domain) ?? []) all.push(...(await this.#ofPage(site, url)));
    }
    return all;
  }

  async #ofPage(site: Site, url: string): Promise<readonly Known[]> {
    const { document } = site;
    const listed = (await this.#index.versions(document.domain, url))?.versions ?? [];
    const ids = listed.map(({ id }) => id);
    const [bodies, written] = await Promise.all(
      (['body', 'rendered'] as const).map(async (part) => {
        const found = await this.#index.versionSources(document.domain, url, ids, part);
        return new Map(found?.sources.map(({ id, utf8 }) => [id, Buffer.from(utf8).toString()]));
      }),
    );
    return listed.map(({ id, firstSeen, lastSeen, goneAt, title, charset, truncated }): Known => {
      const source = bodies?.get(id) ?? '';
      const rendered = written?.get(id);
      const present = document.pages.find((page) => page.url === url);
      if (present === undefined && lastSeen === null) throw new Error(`${url} is not stored`);
      const template = document.pages[0];
      if (template === undefined) throw new Error('a document without pages');
      // What answers had besides the source is known of the stored page alone.
      const stored = lastSeen === null ? present : undefined;
      const { answers: _, rendered: __, ...rest } = template;
      return {
        site,
        id,
        goneAt,
        stood: { first: firstSeen, last: lastSeen },
        pieces: this.#pieces.get(JSON.stringify([source, rendered])) ?? [],
        record: {
          ...rest,
          url,
          charset,
          truncated,
          source,
          facts: { ...template.facts, title, dns: stored?.facts.dns ?? [] },
          ...(stored?.answers === undefined ? {} : { answers: stored.answers }),
          ...(rendered === undefined ? {} : { rendered: { source: rendered, truncated: false } }),
        },
      };
    });
  }
}

/** Compares versions as rules say. */
function compareVersions(rules: Rules): (a: Known, b: Known) => number {
  const second = (time: number | null): number | null => (time === null ? null : Math.floor(time / 1_000));
  const own: Partial<Record<SortField<'version'>, (version: Known) => string | number | null>> = {
    url: ({ record }) => record.url,
    id: ({ id }) => id,
    first_seen: ({ stood }) => second(stood.first),
    last_seen: ({ stood }) => second(stood.last),
  };
  return (a, b) => {
    for (const { field, direction } of rules) {
      const valueOf = own[field];
      if (valueOf === undefined) {
        const rule = { field, direction } as OrderRule;
        const ofDomain = compareBy([rule])(a.site, b.site);
        if (ofDomain !== 0) return ofDomain;
        continue;
      }
      const [left, right] = [valueOf(a), valueOf(b)];
      if (left === right) continue;
      if (left === null || right === null) return left === null ? 1 : -1;
      const isText = typeof left === 'string' && typeof right === 'string';
      const sign = isText ? byCodePoint(left, right) : Number(left) - Number(right);
      if (sign !== 0) return direction === 'asc' ? sign : -sign;
    }
    return 0;
  };
}

type Shown = Pick<
  VersionHit,
  'domain' | 'rank' | 'url' | 'id' | 'title' | 'firstSeen' | 'lastSeen' | 'goneAt' | 'charset' | 'truncated'
>;

function expectedOf({ site, id, goneAt, stood, record }: Known): Shown {
  const { url, charset, truncated } = record;
  const { document, rank } = site;
  const times = { firstSeen: stood.first, lastSeen: stood.last, goneAt };
  return {
    domain: document.domain,
    rank,
    url,
    id,
    title: record.facts.title,
    charset,
    truncated,
    ...times,
  };
}

function shownOf(hit: VersionHit): Shown {
  const { sortValues: _, matches: __, extracted: ___, ...shown } = hit;
  return shown;
}

/** All ids of a walk by cursors. */
async function walkVersions(index: DomainIndex, wish: Query<'version'>): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let from = wish.from; ;) {
    const { hits, next, offset } = await index.search({ ...wish, from });
    expect(offset).toBe(ids.length);
    ids.push(...hits.map(({ id }) => id));
    if (next === null) return ids;
    expect(hits).toHaveLength(wish.limit);
    from = { kind: 'after', cursor: next };
  }
}

function at(from: number | null, until: number | null): Expression {
  const second = (day: number | null): number | null => (day === null ? null : (START + day * DAY) / 1_000);
  return { kind: 'change_time', from: second(from), until: second(until) };
}

const span = fc
  .tuple(fc.option(fc.nat(8)), fc.option(fc.integer({ min: 1, max: 9 })))
  .map(([from, until]) => at(from, until));

/** Expressions with and without conditions on time. */
const timed: fc.Arbitrary<Expression> = fc.oneof(
  { weight: 3, arbitrary: expressions },
  { weight: 2, arbitrary: span },
  { weight: 3, arbitrary: fc.tuple(expressions, span).map((of) => and(...of)) },
  { weight: 1, arbitrary: fc.tuple(expressions, span).map((of) => or(...of)) },
  { weight: 1, arbitrary: fc.tuple(expressions, span).map(([one, when]) => and(one, not(when))) },
  { weight: 1, arbitrary: fc.tuple(expressions, span).map(([one, when]) => not(and(one, when))) },
);

const order: fc.Arbitrary<Rules> = fc
  .tuple(
    fc.shuffledSubarray(['rank', 'country', 'domain', 'url', 'first_seen', 'last_seen', 'id'] as const, {
      maxLength: 3,
    }),
    fc.constantFrom('asc', 'desc'),
  )
  .map(([fields, direction]) => {
    const rules = fields.map((field) => ({ field, direction }));
    return [...rules, ...TIES.filter(({ field }) => !fields.some((one) => one === field))];
  });

const THEME = pattern('theme=([a-z]+)') as PatternNeedle;

/** @param runs how often searches after some puts are compared with a plain scan */
export function describeFoundVersions(emptyStore: () => Promise<VersionStore>, runs: number): void {
  describe('searches for versions', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore()).open(1_000);
      await putLists(index);
    });
    afterAll(() => index.close());

    it('find what a plain scan finds, in order and page by page, while documents change', async () => {
      const puts = new Puts(index);
      const site = fc
        .record({
          number: fc.nat(4),
          pages: fc.array(pieces, { maxLength: 3 }),
          rank: fc.constantFrom(1, 500, 501),
          countryIsoCode: fc.constantFrom('AT', 'DE', null),
          title: fc.constantFrom('aB! ', 'A', null),
          technologies: fc.constantFrom({}, { a: { b: ['jQuery'] } }),
        })
        .map(({ number, pages, rank, ...facts }): Site => ({
          ...piecedDocument(`v${number}.test`, pages, { description: null, metaKeywords: [], ...facts }),
          rank,
        }));
      const search = fc.tuple(timed, order, fc.integer({ min: 1, max: 5 }));
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(site, { minLength: 1, maxLength: 3, selector: ({ document }) => document.domain }),
          fc.array(search, { minLength: 3, maxLength: 3 }),
          async (writes, searches) => {
            await puts.put(writes);
            const all = await puts.versions();
            for (const [where, rules, limit] of searches) {
              const expected = foundVersions(all, where) as readonly Known[];
              const sorted = expected.toSorted(compareVersions(rules));
              const whole = await index.search(versionQuery(where, { order: rules }));
              expect([whole.total, whole.hits.map(shownOf)]).toEqual([sorted.length, sorted.map(expectedOf)]);
              const ids = sorted.map(({ id }) => id);
              expect(await walkVersions(index, versionQuery(where, { order: rules, limit }))).toEqual(ids);
            }
          },
        ),
        { numRuns: runs },
      );
      await clear(index, [...puts.sites.values()]);
    }, 600_000);

    it('find of what stands what a search for pages finds', async () => {
      const puts = new Puts(index);
      for (const content of ['one Stays', 'two stays', 'three Stays'])
        await puts.put(
          [0, 1].map((number) => siteOf(`same${number}.test`, [[['text', content]], [['title', content]]])),
        );
      for (const where of [
        text('stays'),
        text('Stays', exact),
        pattern('t[a-z]+ s', { scope: 'title' }),
        near(text('three'), text('stays'), 3),
        samePage(and(text('stays'), not(text('three')))),
      ]) {
        const pages = await index.search(pageQuery(where));
        const versions = await index.search(versionQuery(where));
        const standing = versions.hits.filter(({ lastSeen }) => lastSeen === null);
        expect(standing.map(({ url }) => url)).toEqual(pages.hits.map(({ url }) => url));
      }
      await clear(index, [...puts.sites.values()]);
    });

    it('find what scripts wrote on pages that are rendered no longer, by texts and by patterns', async () => {
      const puts = new Puts(index);
      await puts.put([
        siteOf('once.test', [
          [
            ['text', 'plain'],
            ['rendered', 'by scripts'],
          ],
        ]),
      ]);
      await puts.put([siteOf('once.test', [[['text', 'no scripts here']]])]);
      for (const where of [
        text('by scripts', { scope: 'rendered' }),
        pattern('b.*s', { scope: 'rendered', caseSensitive: true }),
        pattern('[a-z]{2}', { scope: 'rendered' }),
      ]) {
        expect((await index.search(versionQuery(where))).hits.map(shownOf)).toMatchObject([
          { url: 'https://once.test/000000', firstSeen: START, lastSeen: START, goneAt: null },
        ]);
        expect((await index.search(versionQuery(not(where)))).hits).toHaveLength(1);
      }
      await clear(index, [...puts.sites.values()]);
    });

    it('know when a version stood, and when its page was gone', async () => {
      const puts = new Puts(index);
      const home: readonly Piece[] = [['text', 'home']];
      await puts.put([siteOf('when.test', [home, [['text', 'alpha stood here']]])]);
      await puts.put([siteOf('when.test', [home, [['text', 'beta came then']]])]);
      await puts.put([siteOf('when.test', [home])]);
      const found = async (where: Expression): Promise<readonly string[]> =>
        (await index.search(versionQuery(and(text('e'), not(text('home')), where)))).hits.map(({ goneAt }) =>
          goneAt === null ? 'alpha' : 'beta',
        );
      expect(await found(at(0, 1))).toEqual(['alpha']);
      expect(await found(at(1, 2))).toEqual(['beta']);
      expect(await found(at(0, 2))).toEqual(['alpha', 'beta']);
      expect(await found(at(2, null))).toEqual([]);
      expect(await found(not(at(0, 1)))).toEqual(['beta']);
      const standing = await index.search(versionQuery(at(5, null)));
      expect(standing.hits.map(({ url, lastSeen }) => [url, lastSeen])).toEqual([
        ['https://when.test/000000', null],
      ]);
      await clear(index, [...puts.sites.values()]);
    });

    it('show excerpts and values of a version out of its own source', async () => {
      const puts = new Puts(index);
      for (const number of [1, 2, 3])
        await puts.put([siteOf('shown.test', [[['text', `release ver=${number}.0 of all`]]])]);
      const needle = pattern('ver=([0-9]+)');
      const { hits } = await index.search(
        versionQuery(needle, {
          order: [
            { field: 'first_seen', direction: 'asc' },
            ...TIES.filter(({ field }) => field !== 'first_seen'),
          ],
          snippets: { sought: [{ term: 'ver', needle }], perNeedle: 1, around: 8, isComplete: false },
        }),
      );
      expect(hits.map(({ matches }) => matches?.map(({ match }) => match))).toEqual([
        ['ver=1'],
        ['ver=2'],
        ['ver=3'],
      ]);
      await clear(index, [...puts.sites.values()]);
    });

    it('count domains and labels by facets, and captured groups over all versions', async () => {
      const puts = new Puts(index);
      const themes = { AT: ['plain', 'bright', 'dusky'], DE: ['bright', 'modern', 'classic'] } as const;
      for (const day of [0, 1, 2])
        await puts.put(
          (['AT', 'DE'] as const).map((country) =>
            siteOf(
              `${country}.facet.test`.toLowerCase(),
              [[['text', `kept theme=${themes[country][day]}; of all`]]],
              {
                countryIsoCode: country,
              },
            ),
          ),
        );
      const page = { limit: 10, offset: 0, min: 1, prefix: '' };
      const facets: readonly Facet[] = [
        { kind: 'label', label: 'country', ...page },
        { kind: 'captures', needles: [THEME], group: 1, ...page },
      ];
      const { total, facets: counts } = await index.search(versionQuery(text('kept theme'), { facets }));
      expect(total).toBe(6);
      expect(
        counts?.map(({ values }) => Object.fromEntries(values.map(({ value, domains }) => [value, domains]))),
      ).toEqual([
        { AT: 1, DE: 1 },
        { plain: 1, bright: 2, dusky: 1, modern: 1, classic: 1 },
      ]);
      await clear(index, [...puts.sites.values()]);
    });

    it('say which domains have a version that the index finds', async () => {
      const puts = new Puts(index);
      await puts.put([
        siteOf('had.test', [[['text', 'legacy word']]]),
        siteOf('has.test', [[['text', 'other']]]),
      ]);
      await puts.put([
        siteOf('had.test', [[['text', 'modern content']]]),
        siteOf('has.test', [[['text', 'a legacy']]]),
      ]);
      const domains = async (where: Expression): Promise<readonly string[]> =>
        (await index.search(query(onDomains(simplify(where, 'version'), 'version')))).hits.map(
          ({ domain }) => domain,
        );
      expect(await domains(text('legacy'))).toEqual(['had.test', 'has.test']);
      expect(await domains(and(text('legacy'), at(null, 1)))).toEqual(['had.test']);
      expect(await domains(and(text('legacy'), at(2, null)))).toEqual(['has.test']);
      await clear(index, [...puts.sites.values()]);
    });

    it('find nothing of a domain that was deleted', async () => {
      const puts = new Puts(index);
      for (const content of ['first text', 'second text'])
        await puts.put([siteOf('deleted.test', [[['text', content]]])]);
      expect((await index.search(versionQuery(text('text')))).total).toBe(2);
      await clear(index, [...puts.sites.values()]);
      expect((await index.search(versionQuery(text('text')))).total).toBe(0);
      expect((await index.search(versionQuery({ kind: 'constant', value: true }))).total).toBe(0);
    });
  });

  it('finds the pages that stand where no version is kept', async () => {
    const index = await (await emptyStore()).open(0);
    await putLists(index);
    const puts = new Puts(index);
    for (const content of ['first text', 'second text'])
      await puts.put([siteOf('plain.test', [[['text', content]]])]);
    const { hits } = await index.search(versionQuery(text('text')));
    expect(hits.map(shownOf)).toMatchObject([
      { domain: 'plain.test', firstSeen: START + DAY, lastSeen: null, goneAt: null },
    ]);
    expect((await index.search(versionQuery(and(text('text'), at(null, 1))))).total).toBe(0);
    await index.close();
  });
}

function siteOf(
  domain: string,
  pages: readonly (readonly Piece[])[],
  facts: Parameters<typeof piecedDocument>[2] = {},
): Site {
  return { ...piecedDocument(domain, pages, facts), rank: 1 };
}
