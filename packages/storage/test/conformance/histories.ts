// Histories and records of changes after random visits, compared with a model that keeps everything.
import {
  changesOf,
  type History,
  HOME,
  kindedLabel,
  type KindedLabel,
  NO_HISTORY,
  type PageKey,
  pagelessVisit,
  type Visit,
  withRank,
} from '@sitegrep/site';
import { PlainHistory } from '@sitegrep/site/test/plain-history';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex, DomainPut } from '../../src/domains.ts';
import { wholeSite } from '../../src/puts.ts';
import { documentOf } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';

const HOUR = 3_600_000;
/** Time of the first crawls. */
const START = Date.UTC(2026, 0, 1);

const SITES = ['a.test', 'b.test', 'c.test'] as const;
const PAGES: readonly PageKey[] = [HOME, 5, 9];
const LABELS: readonly KindedLabel[] = [
  kindedLabel('tech', 'PHP'),
  kindedLabel('tech_version', 'PHP\u00008.1'),
  kindedLabel('email', 'a@a.test'),
  kindedLabel('title', 'Ein 😀'),
  kindedLabel('country', 'DE'),
];

const few = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** Labels by the page that shows each, and the pages that are looked at. */
const shown: fc.Arbitrary<Pick<Visit, 'labels' | 'pages' | 'facts'>> = fc
  .record({
    looked: fc.subarray([...PAGES], { minLength: 1 }),
    isWalked: few(false, false, true),
    labels: fc.array(fc.tuple(few(...LABELS), few(...PAGES)), { maxLength: 5 }),
    facts: few('1', '1', '1', '1', '2'),
  })
  .map(({ looked, isWalked, labels, facts }) => ({
    labels: new Map(labels.filter(([, page]) => isWalked || looked.includes(page))),
    pages: isWalked ? ('all' as const) : looked,
    facts,
  }));

interface Step {
  readonly site: (typeof SITES)[number];
  readonly what: 'crawl' | 'captures' | 'analysis' | 'confirm' | 'pageless' | 'delete' | 'takedown';
  /** Hours since the step before; a clock may be set back. */
  readonly after: number;
  /** Hours before the first crawl, or after it, of captures. */
  readonly captured: readonly number[];
  readonly shown: readonly Pick<Visit, 'labels' | 'pages' | 'facts'>[];
  readonly movedTo: string | null;
  /** Source of the page of the document; null: it stays. */
  readonly source: string | null;
  readonly rank: number;
}

const steps: fc.Arbitrary<Step> = fc.record({
  site: few(...SITES),
  what: few(
    ...(['crawl', 'crawl', 'crawl', 'crawl', 'captures', 'captures', 'analysis', 'confirm'] as const),
    ...(['pageless', 'pageless', 'delete', 'takedown'] as const),
  ),
  after: few(24, 24, 24, 1, 0, -1),
  captured: fc.array(fc.integer({ min: -500, max: 1_000 }), { minLength: 1, maxLength: 3 }),
  shown: fc.array(shown, { minLength: 3, maxLength: 3 }),
  movedTo: few(null, null, 'new.test'),
  source: few('one', 'two', null),
  rank: few(0, 99, 250),
});

/** What is known of a site. */
interface Model {
  readonly history: PlainHistory;
  last: Visit | null;
  rank: number;
}

/** Takes steps, of which each waits for the one before, and compares what is stored after some of them. */
export function describeHistories(emptyStore: EmptyStore<DomainIndex>, runs: number): void {
  describe('histories', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
    });
    afterAll(() => index.close());

    it('are those of all visits, whatever else was put, deleted or taken down', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 30 }), async (all) => {
          for (const site of SITES) await index.delete(site);
          const models = new Map<string, Model>();
          let now = START;
          for (const step of all) {
            now += step.after * HOUR;
            await take(index, models, step, now);
          }
          for (const site of SITES) {
            const stored = await index.history(site);
            expect(stored === null, site).toBe(!models.has(site));
            expect(linesOf(stored?.history ?? NO_HISTORY), site).toEqual(
              models.get(site)?.history.changes() ?? [],
            );
          }
        }),
        { numRuns: runs },
      );
    });
  });
}

async function take(index: DomainIndex, models: Map<string, Model>, step: Step, now: number): Promise<void> {
  const { site, what, movedTo } = step;
  const known = models.get(site);
  const [first = { labels: new Map(), pages: [], facts: '1' }] = step.shown;
  switch (what) {
    case 'crawl':
    case 'analysis':
      return await put(index, models, step, [{ ...first, at: now, source: what }]);
    case 'captures':
      return await put(
        index,
        models,
        step,
        step.captured.map((hour, number): Visit => {
          const { labels, pages, facts } = step.shown[number] ?? first;
          const looked = pages === 'all' ? PAGES : pages;
          return { at: START + hour * HOUR, source: 'captures', labels, pages: looked, facts };
        }),
      );
    case 'confirm': {
      const stored = await index.lastVisit(site);
      expect(stored === null).toBe(known === undefined);
      if (stored === null || known === undefined) return;
      expect(await index.confirm(site, { revision: stored.revision, at: now })).toBe(true);
      if (known.last !== null) add(known, { ...known.last, at: now, source: 'crawl' });
      return;
    }
    case 'pageless': {
      const visit = pagelessVisit(now, movedTo);
      expect(await index.recordVisit(site, visit)).toBe(known !== undefined);
      known?.history.add(visit);
      return;
    }
    case 'delete':
      expect(await index.delete(site)).toBe(models.delete(site));
      return;
    case 'takedown':
      await index.blocks.takeDown({ domain: site, reason: null, at: now });
      await index.blocks.unblock(site);
      models.delete(site);
  }
}

async function put(
  index: DomainIndex,
  models: Map<string, Model>,
  { site, source, rank }: Step,
  visits: readonly Visit[],
): Promise<void> {
  await index.setRanks([{ domain: site, rank }]);
  const known = models.get(site) ?? { history: new PlainHistory(), last: null, rank };
  const existing = await index.lastVisit(site);
  const document = documentOf(site, [source ?? 'one'], { title: 'Ein 😀' });
  const stays: Partial<DomainPut> =
    source === null && existing !== null ? { pages: [], removed: [], ifRevision: existing.revision } : {};
  const [result] = await index.put([{ ...wholeSite(document), ...stays, visits }]);
  expect(result?.stored).toBe(true);
  for (const visit of visits) add({ ...known, rank }, visit);
  const crawled = visits.findLast((visit) => visit.source !== 'captures');
  models.set(site, { ...known, rank, last: crawled ?? known.last });
}

function add({ history, rank }: Model, visit: Visit): void {
  history.add(withRank(visit, rank));
}

function linesOf(history: History): readonly string[] {
  return changesOf(history)
    .flatMap(({ at, by, added, removed }) => [
      ...added.map((label) => `${at} +${label} ${by}`),
      ...removed.map((label) => `${at} -${label} ${by}`),
    ])
    .toSorted();
}
