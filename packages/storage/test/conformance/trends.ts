// Trends after random visits, compared with counts by a model that keeps everything, and those of newer fingerprints.
import { type Expression, simplify } from '@sitegrep/search';
import {
  HOME,
  kindedLabel,
  type KindedLabel,
  type Labels,
  type PageKey,
  partsOfKinded,
  type Visit,
} from '@sitegrep/site';
import { PlainHistory } from '@sitegrep/site/test/plain-history';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { wholeSite } from '../../src/puts.ts';
import type { Trend } from '../../src/trends.ts';
import { documentOf } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';

const DAY = 86_400;
const START = Date.UTC(2026, 0, 1) / 1_000;
const SITES = ['a.test', 'b.test', 'c.test', 'd.test'] as const;
const PAGES: readonly PageKey[] = [HOME, 5];

const few = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** Labels of visits, each with what its documents have of it. */
const LABELS: readonly KindedLabel[] = [
  kindedLabel('tech', 'PHP'),
  kindedLabel('category', 'web_development.languages'),
  kindedLabel('tech_version', 'PHP\u00008.1'),
  kindedLabel('tech_version', 'PHP\u00007.4'),
  kindedLabel('email', 'a@a.test'),
  kindedLabel('email', 'b@a.test'),
  kindedLabel('country', 'DE'),
  kindedLabel('host', 'test.cdn\0s'),
  kindedLabel('host', 'test.cdn.img\0i'),
];

/** A condition with the labels that it is on, as its definition says. */
interface PlainCondition {
  readonly condition: Expression;
  readonly labels: readonly KindedLabel[];
  readonly negated: boolean;
}

const conditions: readonly PlainCondition[] = [
  plain({ kind: 'any_of', field: 'tech', values: ['PHP'] }, [0]),
  plain({ kind: 'any_of', field: 'tech', values: ['web_development.languages', 'PHP'] }, [0, 1]),
  plain({ kind: 'any_of', field: 'email', values: ['b@a.test'] }, [5]),
  plain({ kind: 'any_of', field: 'email_domain', values: ['a.test'] }, [4, 5]),
  plain({ kind: 'any_of', field: 'country', values: ['DE'] }, [6]),
  plain({ kind: 'matching', field: 'host', value: '*.cdn.test' }, [8]),
  plain({ kind: 'matching', field: 'script_host', value: 'cdn.test' }, [7]),
  {
    condition: { kind: 'condition', condition: { kind: 'versions', field: 'tech', of: 'PHP', range: '>=8' } },
    labels: [kindedLabel('tech_version', 'PHP\u00008.1')],
    negated: false,
  },
];

function plain(
  condition:
    | {
        readonly kind: 'any_of';
        readonly field: 'tech' | 'email' | 'email_domain' | 'country';
        readonly values: string[];
      }
    | { readonly kind: 'matching'; readonly field: 'host' | 'script_host'; readonly value: string },
  labels: readonly number[],
): PlainCondition {
  return {
    condition: { kind: 'condition', condition: { ...condition, negated: false } },
    labels: labels.map((index) => LABELS[index] ?? ''),
    negated: false,
  };
}

/** An expression with its sense for the labels of a domain, and whether the domain is the first one. */
interface Drawn {
  readonly where: Expression;
  readonly holds: (labels: ReadonlySet<KindedLabel>, domain: string) => boolean;
}

const leaf: fc.Arbitrary<Drawn> = fc.oneof(
  {
    weight: 6,
    arbitrary: few(...conditions).map(({ condition, labels }): Drawn => ({
      where: condition,
      holds: (has) => labels.some((label) => has.has(label)),
    })),
  },
  {
    weight: 1,
    arbitrary: few(...SITES).map((site): Drawn => ({
      where: {
        kind: 'condition',
        condition: { kind: 'any_of', field: 'domain', values: [site], negated: false },
      },
      holds: (_, domain) => domain === site,
    })),
  },
);

const { where: expressions } = fc.letrec<{ where: Drawn }>((tie) => ({
  where: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('where').map(({ where, holds }): Drawn => ({
      where: { kind: 'not', of: where },
      holds: (labels, domain) => !holds(labels, domain),
    })),
    fc
      .tuple(few('and' as const, 'or' as const), fc.array(tie('where'), { minLength: 2, maxLength: 3 }))
      .map(([kind, of]): Drawn => ({
        where: { kind, of: of.map(({ where }) => where) },
        holds: (labels, domain) =>
          kind === 'and'
            ? of.every(({ holds }) => holds(labels, domain))
            : of.some(({ holds }) => holds(labels, domain)),
      })),
  ),
}));

interface Step {
  readonly site: string;
  readonly hours: number;
  readonly source: 'crawl' | 'captures' | 'analysis';
  readonly looked: readonly PageKey[];
  readonly shown: readonly (readonly [label: KindedLabel, page: PageKey])[];
  readonly facts: string;
  readonly isDeleted: boolean;
}

const steps: fc.Arbitrary<Step> = fc.record({
  site: few(...SITES),
  hours: fc.integer({ min: 0, max: 30 * 24 }),
  source: few('crawl', 'crawl', 'crawl', 'captures', 'analysis'),
  looked: fc.subarray([...PAGES], { minLength: 1 }),
  shown: fc.array(fc.tuple(few(...LABELS), few(...PAGES)), { maxLength: 6 }),
  facts: few('1', '1', '1', '1', '1', '2'),
  isDeleted: few(...Array.from({ length: 15 }, () => false), true),
});

/** @param runs cases of the property */
export function describeTrends(emptyStore: EmptyStore<DomainIndex>, runs: number): void {
  describe('trends', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
    });
    afterAll(() => index.close());

    it('are the counts of a plain model at each time', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(steps, { minLength: 1, maxLength: 25 }),
          fc.array(expressions, { minLength: 3, maxLength: 3 }),
          fc.uniqueArray(fc.integer({ min: -1, max: 40 }), { minLength: 1, maxLength: 6 }),
          async (all, drawn, days) => {
            for (const site of SITES) await index.delete(site);
            const models = new Map<string, PlainHistory>();
            for (const step of all.toSorted((a, b) => a.hours - b.hours)) await take(index, models, step);
            const ends = days.toSorted((a, b) => a - b).map((day) => START + day * DAY);
            for (const { where, holds } of drawn) {
              const trend = await trendOf(index, where, ends);
              expect({ where, ...trend }).toEqual({
                where,
                domains: ends.map((end) => countAt(models, end, holds)),
                ...movesBetween(models, ends, holds),
              });
            }
          },
        ),
        { numRuns: runs },
      );
    });

    it('leave out what newer fingerprints changed, and count texts as they are now', async () => {
      for (const site of SITES) await index.delete(site);
      const php = LABELS[0] ?? '';
      const visit = (day: number, facts: string, has: boolean): Visit => ({
        at: (START + day * DAY) * 1_000,
        source: 'crawl',
        facts,
        labels: new Map(has ? [[php, HOME]] : []),
        pages: [HOME],
      });
      const put = async (site: string, visits: readonly Visit[]): Promise<void> => {
        const whole = wholeSite(documentOf(site, [`source of ${site}`]));
        await index.put([{ ...whole, labels: { ...whole.labels, tech: ['PHP'] }, visits }]);
      };
      await put('a.test', [visit(0, '1', false), visit(10, '2', true)]);
      await put('b.test', [visit(2, '1', false), visit(10, '1', true)]);
      const ends = [0, 1, 5, 11].map((day) => START + day * DAY);
      const uses: Expression = {
        kind: 'condition',
        condition: { kind: 'any_of', field: 'tech', values: ['PHP'], negated: false },
      };
      // What newer fingerprints found was there at the first visit.
      expect(await trendOf(index, uses, ends)).toEqual({ domains: [0, 1, 1, 2], began: 2, ended: 0 });
      const text: Expression = {
        kind: 'text',
        text: 'source of b',
        caseSensitive: false,
        scope: 'body',
      };
      expect(await trendOf(index, text, ends)).toMatchObject({ domains: [0, 0, 1, 1] });
      expect(await trendOf(index, { kind: 'and', of: [text, uses] }, ends)).toMatchObject({
        domains: [0, 0, 0, 1],
      });
      expect(await trendOf(index, { kind: 'constant', value: true }, ends)).toMatchObject({
        domains: [0, 1, 2, 2],
      });
    });
  });
}

function trendOf(index: DomainIndex, where: Expression, ends: readonly number[]): Promise<Trend> {
  return index.trend(
    {
      level: 'domain',
      where: simplify(where, 'domain'),
      order: [{ field: 'domain', direction: 'asc' }],
      limit: 1,
      from: { kind: 'offset', offset: 0 },
    },
    ends,
  );
}

async function take(index: DomainIndex, models: Map<string, PlainHistory>, step: Step): Promise<void> {
  const { site, hours, source, looked, shown, facts, isDeleted } = step;
  if (isDeleted) {
    await index.delete(site);
    models.delete(site);
    return;
  }
  const visit: Visit = {
    at: (START + hours * 3_600) * 1_000,
    source,
    facts,
    labels: new Map(shown.filter(([, page]) => looked.includes(page))),
    pages: looked,
  };
  const country = visit.labels.has(kindedLabel('country', 'DE')) ? 'DE' : null;
  const whole = wholeSite(documentOf(site, ['source'], { countryIsoCode: country }));
  // The document has what the visit showed: what it did not look at is held by the history.
  await index.put([{ ...whole, labels: { ...whole.labels, ...labelsBy(visit) }, visits: [visit] }]);
  const model = models.get(site) ?? new PlainHistory();
  model.add(visit);
  models.set(site, model);
}

/** The labels of a visit by their kinds; of each kind that labels are drawn of there are some, or none. */
function labelsBy({ labels }: Visit): Partial<Labels> {
  const all = Array.from(labels.keys(), partsOfKinded);
  const kinds = [...new Set(LABELS.map((label) => partsOfKinded(label).kind))];
  const byKind = kinds.map((kind) => [kind, all.flatMap((one) => (one.kind === kind ? [one.label] : []))]);
  const emailDomains = all.some(({ kind }) => kind === 'email') ? ['a.test'] : [];
  return { ...Object.fromEntries(byKind), email_domain: emailDomains };
}

/** The number of sites that fulfilled an expression before a time. */
function countAt(models: ReadonlyMap<string, PlainHistory>, end: number, holds: Drawn['holds']): number {
  return [...models].filter(([site, model]) => isFulfilledAt(site, model, end, holds)).length;
}

/** Tells whether a site fulfilled an expression before a time. */
function isFulfilledAt(site: string, model: PlainHistory, end: number, holds: Drawn['holds']): boolean {
  return firstDayOf(model) < end && holds(labelsAt(model, end), site);
}

function firstDayOf({ visits }: PlainHistory): number {
  return Math.floor((visits[0]?.at ?? Infinity) / DAY) * DAY;
}

/** How often sites began and ended to fulfil an expression from the first of some times until before the last one, second by second. */
function movesBetween(
  models: ReadonlyMap<string, PlainHistory>,
  ends: readonly number[],
  holds: Drawn['holds'],
): Omit<Trend, 'domains'> {
  const [from = 0, until = 0] = [ends[0], ends.at(-1)];
  let [began, ended] = [0, 0];
  for (const [site, model] of models) {
    const moments = new Set([firstDayOf(model), ...model.visits.map(({ at }) => at)]);
    for (const at of moments) {
      if (at < from || at >= until) continue;
      const [before, after] = [at, at + 1].map((end) => isFulfilledAt(site, model, end, holds));
      if (after === true && before === false) began += 1;
      if (after === false && before === true) ended += 1;
    }
  }
  return { began, ended };
}

/**
 * Labels that were there before a time: what the site's next change of each says; without one, what is there now. Changes by
 * newer fingerprints are none of the site.
 */
function labelsAt(model: PlainHistory, end: number): ReadonlySet<KindedLabel> {
  const lines = model.changes().map((line) => {
    const [, at = '', sign = '', label = '', by = ''] = /^(\d+) ([+-])(.*) (\w+)$/s.exec(line) ?? [];
    return { at: Number(at), sign, label, by };
  });
  const seen = new Set(model.visits.flatMap(({ shown }) => [...shown.keys()]));
  return new Set(
    [...seen].filter((label) => {
      const own = lines.filter((line) => line.label === label).toSorted((a, b) => a.at - b.at);
      const next = own.find(({ at, by }) => by === 'visit' && at >= end);
      if (next !== undefined) return next.sign === '-';
      return (own.at(-1)?.sign ?? '+') === '+';
    }),
  );
}
