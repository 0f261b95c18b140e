// Searches for changes, compared with a loop over the records of a model.
import { type Expression, type Facet, type FacetCounts, type Query, simplify } from '@sitegrep/search';
import { formatTimestamp, RECORD_REASONS, type SortValue } from '@sitegrep/site';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeHit, DomainIndex } from '../../src/domains.ts';
import { conditionParts, onBoth, onChanges } from './change-expressions.ts';
import { ChangeModel, keyOf, type ModelRecord } from './change-model.ts';
import { holds } from './change-oracle.ts';
import { byCodePoint } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { and, or } from './expressions.ts';
import { countFacet } from './label-oracle.ts';
import { putLists } from './listed-domains.ts';
import { isFound, type Site } from './query-oracle.ts';
import { query } from './query-walks.ts';

type Rule = Query<'change'>['order'][number];
const orders: fc.Arbitrary<readonly Rule[]> = fc
  .uniqueArray(
    fc.record({
      field: fc.constantFrom('at' as const, 'recorded' as const, 'rank' as const, 'domain' as const),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    { maxLength: 3, selector: ({ field }) => field },
  )
  .map((rules) => {
    const named = new Set(rules.map(({ field }) => field));
    const last = (['domain', 'at'] as const).filter((field) => !named.has(field));
    return [...rules, ...last.map((field): Rule => ({ field, direction: 'asc' }))];
  });

const BY_TIME: readonly Rule[] = [
  { field: 'at', direction: 'asc' },
  { field: 'domain', direction: 'asc' },
];

const part = fc.record({
  limit: fc.constantFrom(1, 3, Infinity),
  offset: fc.constantFrom(0, 0, 1, 4),
  min: fc.constantFrom(1, 1, 5),
});
const facets: fc.Arbitrary<readonly Facet[]> = fc.uniqueArray(
  fc.oneof(
    fc
      .record({
        side: fc.constantFrom('added' as const, 'removed' as const),
        of: fc.constantFrom('tech' as const, 'host' as const, 'tech_version' as const, 'tls' as const),
        part,
      })
      .map(({ part: shown, ...wish }): Facet => ({ kind: 'changed', ...wish, ...shown })),
    fc
      .record({ step: fc.constantFrom('day' as const, 'week' as const, 'month' as const), part })
      .map(({ step, part: shown }): Facet => ({ kind: 'times', step, ...shown })),
    part.map((shown): Facet => ({ kind: 'causes', ...shown })),
    part.map((shown): Facet => ({ kind: 'label', label: 'tech', ...shown })),
    part.map((shown): Facet => ({ kind: 'label', label: 'country', ...shown })),
    part.map((shown): Facet => ({ kind: 'ranks', ...shown })),
  ),
  { minLength: 1, maxLength: 4, selector: (facet) => JSON.stringify(facet) },
);

/** @param runs how often random searches are compared with the model */
export function describeFoundChanges(emptyStore: EmptyStore<DomainIndex>, runs: number): void {
  describe('changes', () => {
    let index: DomainIndex;
    const model = new ChangeModel();
    let records: readonly ModelRecord[];
    let byDomain: ReadonlyMap<string, Site>;
    /** Numbers under which the store has the records. */
    let numbers: ReadonlyMap<string, number>;
    beforeAll(async () => {
      index = await (await emptyStore())();
      await putLists(index);
      await model.fill(index);
      const deletions = await index.search(search(by('deletion')));
      model.setDeletions((domain) => deletions.hits.find((hit) => hit.domain === domain)?.at ?? NaN);
      records = model.records;
      byDomain = new Map(model.sites.map((site) => [site.document.domain, site]));
      const { hits } = await index.search(search(by('any')));
      numbers = new Map(hits.map((hit) => [`${hit.domain} ${hit.at}`, hit.recorded]));
    }, 300_000);
    afterAll(() => index.close());

    it('are recorded once for each domain and time, and later ones under higher numbers', async () => {
      const { total, hits } = await index.search(search(by('any')));
      expect(hits.map(keyOfHit).toSorted()).toEqual(records.map(keyOf).toSorted());
      expect(total).toBe(records.length);
      expect(total).toBeGreaterThan(1_200);
      for (const reason of RECORD_REASONS) expect(hits.some((hit) => hit.by === reason)).toBe(true);
      const ordered = records
        .filter(({ step }) => step >= 0)
        .toSorted((a, b) => numberOf(a) - numberOf(b))
        .map(({ step }) => step);
      expect(ordered).toEqual(ordered.toSorted((a, b) => a - b));
      expect(new Set(numbers.values()).size).toBe(records.length);
    });

    it('are found, ordered and counted as a loop over all records does', async () => {
      await fc.assert(
        fc.asyncProperty(onBoth, orders, facets, fc.nat(20), async (where, order, wish, offset) => {
          const expected = inOrder(found(where), order);
          const answer = await index.search(
            search(where, { order, facets: wish, limit: 30, from: { kind: 'offset', offset } }),
          );
          expect(answer.total).toBe(expected.length);
          expect(answer.hits.map(keyOfHit)).toEqual(expected.slice(offset, offset + 30).map(keyOf));
          expect(answer.facets).toEqual(wish.map((facet) => counted(expected, facet)));
        }),
        { numRuns: runs },
      );
    }, 600_000);

    it('are the latest ones of their domains, if visits made them', async () => {
      const wishes = [
        ...model.sites.map(({ document: { domain } }) => ({ domain, url: null })),
        { domain: 'nowhere.test', url: null },
        ...model.sites.slice(0, 3).map(({ document: { domain } }) => ({ domain, url: `https://${domain}/` })),
      ];
      const expected = wishes.map(({ domain }) => {
        const ofVisits = records.filter((one) => one.domain === domain && one.by === 'visit');
        const last = ofVisits.toSorted((a, b) => b.at - a.at)[0];
        if (last === undefined || !byDomain.has(domain)) return { change: null, earlierVersions: 0 };
        const { at, previousAt, added, removed } = last;
        const change = { at, previousAt, added: added.toSorted(), removed: removed.toSorted() };
        return { change, earlierVersions: 0 };
      });
      const latest = (await index.latest(wishes)).map(({ change, ...rest }) => ({
        ...rest,
        change: change && {
          ...change,
          added: change.added.toSorted(),
          removed: change.removed.toSorted(),
        },
      }));
      expect(latest).toEqual(expected);
      expect(expected.filter(({ change }) => change !== null).length).toBeGreaterThan(100);
      expect(await index.latest([])).toEqual([]);
    });

    it('come one after the other on a walk', async () => {
      await fc.assert(
        fc.asyncProperty(onBoth, orders, fc.integer({ min: 37, max: 400 }), async (where, order, limit) => {
          const walked: string[] = [];
          for (let wish = search(where, { order, limit }); ;) {
            const { hits, next, offset } = await index.search(wish);
            expect(offset).toBe(walked.length);
            walked.push(...hits.map(keyOfHit));
            if (next === null) break;
            expect(hits).toHaveLength(limit);
            wish = { ...wish, from: { kind: 'after', cursor: next } };
          }
          expect(walked).toEqual(inOrder(found(where), order).map(keyOf));
        }),
        { numRuns: Math.ceil(runs / 4) },
      );
    }, 600_000);

    it('find the domains with one that fulfils all, and those with several that fulfil it together', async () => {
      await fc.assert(
        fc.asyncProperty(onChanges, onChanges, conditionParts, async (one, other, own) => {
          const where = and({ kind: 'same_change', of: one }, or({ kind: 'same_change', of: other }, own));
          const [first, second] = [domainsOf(found(one)), domainsOf(found(other))];
          const expected = model.sites.filter(
            (site) =>
              first.has(site.document.domain) && (second.has(site.document.domain) || isFound(site, own)),
          );
          const { hits, total } = await index.search(query(where));
          expect(hits.map(({ domain }) => domain)).toEqual(
            expected.map(({ document }) => document.domain).toSorted(byCodePoint),
          );
          expect(total).toBe(expected.length);
          const pages = await index.search({
            level: 'page',
            where: simplify(where, 'page'),
            order: [{ field: 'domain', direction: 'asc' }],
            limit: 1,
            from: { kind: 'offset', offset: 0 },
          });
          // All of it is of the domain, and so holds for both of its pages.
          expect(pages.total).toBe(2 * expected.length);
        }),
        { numRuns: Math.ceil(runs / 2) },
      );
    }, 600_000);

    it('are rendered as answers have them', async () => {
      const wish = search({
        kind: 'change_label',
        side: 'removed',
        condition: { kind: 'any', field: 'tech' },
      });
      const { hits } = await index.search(wish);
      const { items } = await index.searchItems(wish, { names: 'own', fields: [] });
      const rendered = JSON.parse(`[${items.json}]`) as readonly Record<string, unknown>[];
      expect(rendered).toHaveLength(hits.length);
      expect(items.ends).toHaveLength(hits.length);
      for (const [at, item] of rendered.entries()) {
        const hit = hits[at];
        expect(item).toMatchObject({
          type: 'change_item',
          domain: hit?.domain,
          rank: hit?.rank,
          at: formatTimestamp((hit?.at ?? 0) * 1_000),
          recorded: hit?.recorded,
          by: 'visit',
          removed: {
            tech: hit?.removed.flatMap((label) => label.match(/^tech\0(.*)$/)?.[1] ?? []).toSorted(),
          },
        });
      }
    });

    it('of a domain that is taken down in the middle of a walk do not come after that', async () => {
      const wish = search(by('visit'), { order: BY_TIME, limit: 100 });
      const all = inOrder(found(by('visit')), BY_TIME);
      const { hits: first, next } = await index.search(wish);
      const later = new Set(all.slice(100).map(({ domain }) => domain));
      const domain = first.find((hit) => later.has(hit.domain))?.domain;
      if (domain === undefined || next === null) throw new RangeError('the walk is too short');
      await index.blocks.takeDown({ domain, reason: null, at: 0 });
      const rest = await index.search({ ...wish, limit: 10_000, from: { kind: 'after', cursor: next } });
      expect(rest.hits.map(keyOfHit)).toEqual(
        all
          .slice(100)
          .filter((record) => record.domain !== domain)
          .map(keyOf),
      );
      expect(rest.offset).toBe(100);
      const { hits: deleted } = await index.search(search(by('any'), { order: BY_TIME }));
      expect(deleted.filter((hit) => hit.domain === domain).map((hit) => hit.by)).toEqual(['deletion']);
    });

    function numberOf({ domain, at }: Pick<ModelRecord, 'domain' | 'at'>): number {
      return numbers.get(`${domain} ${at}`) ?? NaN;
    }

    /** The records that fulfil an expression; by a visit unless it says by what. */
    function found(where: Expression): readonly ModelRecord[] {
      const isAny = JSON.stringify(where).includes('"change_by"');
      return records.filter(
        (record) => (isAny || record.by === 'visit') && holds(where, record, byDomain.get(record.domain)),
      );
    }

    function inOrder(some: readonly ModelRecord[], order: readonly Rule[]): readonly ModelRecord[] {
      const valueOf = (record: ModelRecord, field: Rule['field']): SortValue => {
        if (field === 'recorded') return numberOf(record);
        return field === 'at' || field === 'rank' ? record[field] : record.domain;
      };
      return some.toSorted((a, b) => {
        for (const { field, direction } of order) {
          const [left, right] = [valueOf(a, field), valueOf(b, field)];
          if (left === right) continue;
          const sign =
            typeof left === 'number' ? left - Number(right) : byCodePoint(String(left), String(right));
          return direction === 'asc' ? sign : -sign;
        }
        return 0;
      });
    }

    function counted(some: readonly ModelRecord[], facet: Facet): FacetCounts {
      if (facet.kind === 'changed')
        return countsOf(some.map((record) => record[facet.side].flatMap((one) => shown(one, facet.of))));
      if (facet.kind === 'causes') return countsOf(some.map((record) => [record.by]));
      if (facet.kind === 'times') return countsOf(some.map(({ at }) => [stepOf(at, facet.step)]));
      // What domains are now is counted once for each of them that is there.
      const sites = [...domainsOf(some)].flatMap((domain) => byDomain.get(domain) ?? []);
      return countFacet(sites, facet);

      function countsOf(values: readonly (readonly string[])[]): FacetCounts {
        const counts = new Map<string, number>();
        for (const own of values)
          for (const value of new Set(own)) counts.set(value, (counts.get(value) ?? 0) + 1);
        const listed = [...counts]
          .filter(([, count]) => count >= facet.min)
          .toSorted(([a, ofA], [b, ofB]) => ofB - ofA || byCodePoint(a, b));
        return {
          values: listed
            .slice(facet.offset, facet.offset + facet.limit)
            .map(([value, domains]) => ({ value, domains })),
          distinct: counts.size,
          listed: listed.length,
          without: values.filter((own) => own.length === 0).length,
        };
      }
    }
  });
}

function by(reason: 'visit' | 'deletion' | 'any'): Expression {
  return { kind: 'change_by', by: reason };
}

function search(where: Expression, rest: Partial<Query<'change'>> = {}): Query<'change'> {
  return {
    level: 'change',
    where: simplify(where, 'change'),
    order: [
      { field: 'domain', direction: 'asc' },
      { field: 'at', direction: 'asc' },
    ],
    limit: 10_000,
    from: { kind: 'offset', offset: 0 },
    ...rest,
  };
}

function keyOfHit(hit: ChangeHit): string {
  return keyOf(hit);
}

function domainsOf(records: readonly ModelRecord[]): ReadonlySet<string> {
  return new Set(records.map(({ domain }) => domain));
}

/** A label of a kind as facets show it, none of another kind. */
function shown(kinded: string, of: string): readonly string[] {
  const [kind, label = '', rest = ''] = kinded.split('\0');
  if (kind !== of) return [];
  if (kind === 'host') return [label.split('.').toReversed().join('.')];
  return [kind === 'tech_version' ? `${label} ${rest}` : label];
}

function stepOf(seconds: number, step: 'day' | 'week' | 'month'): string {
  const date = new Date(seconds * 1_000);
  if (step === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, step === 'month' ? 7 : 10);
}
