// Histories and records of changes after random visits, compared with a model that keeps everything.
import type { Query } from '@sitegrep/search';
import {
  type Change,
  changesOf,
  HOME,
  kindedLabel,
  type KindedLabel,
  type PageKey,
  pagelessVisit,
  type Visit,
  withRank,
} from '@sitegrep/site';
import { PlainHistory } from '@sitegrep/site/test/plain-history';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeHit, DomainIndex, DomainPut, SearchPage } from '../../src/domains.ts';
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

/** A site as it must be stored. */
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
            expect(await take(index, models, step, now)).toEqual([]);
          }
          const expected = SITES.map((site) => models.get(site)?.history.changes() ?? null);
          expect(await Promise.all(SITES.map((site) => storedLines(index, site)))).toEqual(expected);
          expect(await recordedLines(index)).toEqual(expected.flatMap((lines) => lines ?? []).toSorted());
        }),
        { numRuns: runs },
      );
    });
  });
}

/** Takes a step. @returns answers that are not as the model has them */
async function take(
  index: DomainIndex,
  models: Map<string, Model>,
  step: Step,
  now: number,
): Promise<readonly string[]> {
  const { site, what, movedTo } = step;
  const known = models.get(site);
  const wrong = (isRight: boolean): readonly string[] => (isRight ? [] : [`${what} ${site}`]);
  const [first = { labels: new Map(), pages: [], facts: '1' }] = step.shown;
  switch (what) {
    case 'crawl':
    case 'analysis':
      return wrong(await put(index, models, step, [{ ...first, at: now, source: what }]));
    case 'captures': {
      const visits = step.captured.map((hour, number): Visit => {
        const { labels, pages, facts } = step.shown[number] ?? first;
        const looked = pages === 'all' ? PAGES : pages;
        return { at: START + hour * HOUR, source: 'captures', labels, pages: looked, facts };
      });
      return wrong(await put(index, models, step, visits));
    }
    case 'confirm': {
      const stored = await index.lastVisit(site);
      if (stored === null || known === undefined) return wrong(stored === null && known === undefined);
      if (known.last !== null) add(known, { ...known.last, at: now, source: 'crawl' });
      return wrong(await index.confirm(site, { revision: stored.revision, at: now }));
    }
    case 'pageless': {
      const visit = pagelessVisit(now, movedTo);
      known?.history.add(visit);
      return wrong((await index.recordVisit(site, visit)) === (known !== undefined));
    }
    case 'delete':
      return wrong((await index.delete(site)) === models.delete(site));
    case 'takedown':
      await index.blocks.takeDown({ domain: site, reason: null, at: now });
      await index.blocks.unblock(site);
      models.delete(site);
      return [];
  }
}

/** @returns whether it was stored */
async function put(
  index: DomainIndex,
  models: Map<string, Model>,
  { site, source, rank }: Step,
  visits: readonly Visit[],
): Promise<boolean> {
  await index.setRanks([{ domain: site, rank }]);
  const known = models.get(site) ?? { history: new PlainHistory(), last: null, rank };
  const existing = await index.lastVisit(site);
  const document = documentOf(site, [source ?? 'one'], { title: 'Ein 😀' });
  const stays: Partial<DomainPut> =
    source === null && existing !== null ? { pages: [], removed: [], ifRevision: existing.revision } : {};
  const [result] = await index.put([{ ...wholeSite(document), ...stays, visits }]);
  for (const visit of visits) add({ ...known, rank }, visit);
  const crawled = visits.findLast((visit) => visit.source !== 'captures');
  models.set(site, { ...known, rank, last: crawled ?? known.last });
  return result?.stored === true;
}

function add({ history, rank }: Model, visit: Visit): void {
  history.add(withRank(visit, rank));
}

/** Lines of changes as `PlainHistory` has them, of the history of a site; null: it is not stored. */
async function storedLines(index: DomainIndex, site: string): Promise<readonly string[] | null> {
  const stored = await index.history(site);
  return stored === null ? null : changesOf(stored.history).flatMap(linesOf).toSorted();
}

/** The same of the records of all sites, each of which has a number of its own. */
async function recordedLines(index: DomainIndex): Promise<readonly string[]> {
  const hits: ChangeHit[] = [];
  let from: Query['from'] = { kind: 'offset', offset: 0 };
  for (;;) {
    const page: SearchPage<'change'> = await index.search({ ...FEED, from });
    hits.push(...page.hits);
    if (page.next === null) break;
    from = { kind: 'after', cursor: page.next };
  }
  const numbers = hits.map(({ recorded }) => recorded);
  if (numbers.some((number, position) => number <= (numbers[position - 1] ?? 0)))
    throw new Error(`the records are not in the order of their numbers: ${numbers.join()}`);
  const sites = new Set<string>(SITES);
  return hits
    .filter(({ domain }) => sites.has(domain))
    .flatMap(linesOf)
    .toSorted();
}

const FEED: Query<'change'> = {
  level: 'change',
  where: { kind: 'change_by', by: 'any' },
  order: [
    { field: 'recorded', direction: 'asc' },
    { field: 'domain', direction: 'asc' },
    { field: 'at', direction: 'asc' },
  ],
  limit: 7,
  from: { kind: 'offset', offset: 0 },
};

function linesOf({ at, by, added, removed }: Change | ChangeHit): readonly string[] {
  return [
    ...added.map((label) => `${at} +${label} ${by}`),
    ...removed.map((label) => `${at} -${label} ${by}`),
  ];
}
