// Captures of years, imported in one run: the history of each label is that of a plain model which knows what was put into the pages
// of each visit, whatever the order of the captures.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@sitegrep/config';
import { importPages, SiteWriter } from '@sitegrep/intake';
import { CHANGE_KINDS, intervalsOf, kindedLabel } from '@sitegrep/site';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { readWarc } from '@sitegrep/warc';
import { afterAll, expect, test } from 'vitest';
import { openAnalysis } from '../../apps/cli/src/instance.ts';
import { madeYear, type MadeYear } from '../support/made-year/made-year.ts';
import { REAL_RATES } from '../support/made-year/rates.ts';
import { smallSites } from '../support/made-year/small-sites.ts';
import { writeVisitWarc } from '../support/made-year/visit-warcs.ts';
import type { VisitTruth } from '../support/made-year/visits.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const KINDS: ReadonlySet<string> = new Set(CHANGE_KINDS);

const closers = new AsyncDisposableStack();
afterAll(() => closers.disposeAsync());
const config = loadConfig({});
const analysis = openAnalysis(config, closers);

/** Times at which a label was seen first and last, and since which it is missing, in seconds since the epoch. */
interface Stay {
  readonly first: number;
  readonly last: number;
  readonly goneAt: number | null;
}

/** The stays of a label, by the rule that two visits in a row have to miss it. */
function staysOf(visits: readonly (readonly [at: number, has: boolean])[]): readonly Stay[] {
  const stays: Stay[] = [];
  for (const [number, [at, has]] of visits.entries()) {
    const last = stays.at(-1);
    const open = last?.goneAt === null ? last : null;
    const isGone = !has && visits[number + 1]?.[1] === false;
    if (open === null && has) stays.push({ first: at, last: at, goneAt: null });
    else if (open !== null && has) stays.splice(-1, 1, { ...open, last: at });
    else if (open !== null && isGone) stays.splice(-1, 1, { ...open, goneAt: at });
  }
  return stays;
}

/** The stays of every label that was put into pages of a domain, by its text. */
function trueStays(visits: readonly VisitTruth[]): ReadonlyMap<string, readonly Stay[]> {
  const seen = visits
    .filter(({ fetched }) => fetched > 0)
    .map(({ at, domain, pages: [page] }) => {
      const title = page?.title ?? `Page 0 of ${domain.replace('moved-', '')}`;
      const labels = [...(page?.labels ?? []), ['title', title] as const];
      return { at: Math.floor(at / 1_000), labels: new Set(labels.map((label) => label.join('\0'))) };
    })
    .toSorted((a, b) => a.at - b.at);
  const all = new Set(seen.flatMap(({ labels }) => [...labels]));
  return new Map(
    Array.from(all, (label) => [label, staysOf(seen.map(({ at, labels }) => [at, labels.has(label)]))]),
  );
}

async function importedInto(dataDir: string, path: string): Promise<void> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    const sites = new SiteWriter({ domains: storage.domains, maxSiteBytes: config.maxSiteBytes });
    await importPages(readWarc(path), { sites, analysis, concurrency: 4 });
  } finally {
    await storage.close();
  }
}

/** The stays of every label of the year that the stored history of a domain has. */
async function storedStays(dataDir: string, year: MadeYear): Promise<ReadonlyMap<string, object>> {
  const storage = await openSqliteStorage({ dataDir, readers: 1, mustExist: true });
  try {
    const found = new Map<string, object>();
    for (const domain of year.domains) {
      const history = (await storage.domains.history(domain))?.history;
      if (history === undefined) continue;
      const controlled = new Set(year.controlled(domain).map((label) => label.join('\0')));
      const own = [...history.labels.keys()].filter(
        (label) => controlled.has(label) || label.startsWith(kindedLabel('title', '')),
      );
      const timeOf = (visit: number): number => history.visits[visit]?.at ?? Number.NaN;
      const stays = own.map((label) => {
        const intervals = intervalsOf(history, label).map(({ first, last, end }): Stay => ({
          first: timeOf(first),
          last: timeOf(last),
          goneAt: end === null ? null : timeOf(end.visit),
        }));
        return [label, intervals] as const;
      });
      found.set(domain, new Map(stays.toSorted(([a], [b]) => (a < b ? -1 : 1))));
    }
    return found;
  } finally {
    await storage.close();
  }
}

test.each(['time', 'reversed', 'shuffled'] as const)('years of captures, %s', async (order) => {
  const folder = await mkdtemp(join(tmpdir(), 'import-years-'));
  try {
    const year = madeYear({
      sites: smallSites(8, 'years', 1),
      seed: 'years',
      visits: 40,
      everyMs: 4 * WEEK_MS,
      from: Date.UTC(2023, 0, 2),
      rates: { ...REAL_RATES, outages: 0.1, alternatingSites: 0.2, goneAYear: 0.3, movedAYear: 0.1 },
    });
    const path = join(folder, 'years.warc.gz');
    await writeVisitWarc(path, year.visits(order));
    await importedInto(folder, path);
    const expected = Map.groupBy(year.truths('time'), ({ domain }) => domain);
    const stays = new Map(
      [...expected]
        .map(([domain, visits]) => [domain, trueStays(visits)] as const)
        .filter(([, labels]) => labels.size > 0)
        .map(([domain, labels]) => {
          const recorded = [...labels].filter(([label]) => KINDS.has(label.slice(0, label.indexOf('\0'))));
          return [domain, new Map(recorded.toSorted(([a], [b]) => (a < b ? -1 : 1)))] as const;
        }),
    );
    const all = [...stays.values()].flatMap((labels) => [...labels.values()].flat());
    expect(all.filter(({ goneAt }) => goneAt !== null).length).toBeGreaterThan(20);
    expect(await storedStays(folder, year)).toEqual(stays);
  } finally {
    await rm(folder, { recursive: true });
  }
});
