import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { madeYear } from '../../support/made-year/made-year.ts';
import { REAL_RATES } from '../../support/made-year/rates.ts';
import { smallSites } from '../../support/made-year/small-sites.ts';
import { importYear } from './import-year.ts';
import { trueChanges } from './true-changes.ts';
import { versionBytes } from './version-bytes.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

test('an imported year ends with each page as it was fetched last, and its parts count its visits', async () => {
  const year = madeYear({
    sites: smallSites(6, 'import'),
    seed: 'import',
    visits: 5,
    everyMs: 10 * WEEK_MS,
    from: Date.UTC(2025, 0, 6),
    rates: { ...REAL_RATES, outages: 0.1, smallerVisits: 0.4, movedAYear: 0.5 },
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'import-year-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const { first, later } = await importYear(year, dataDir, 5, 'all');
  const all = [...year.visits('time')];
  const fetched = all.flatMap(({ sources }) => sources);
  expect(first.visits + later.visits).toBe(all.length);
  expect(first.pages + later.pages).toBe(fetched.length);
  const expected = new Map(fetched.map(({ url, body }) => [url, Buffer.from(body).toString()]));

  const storage = await openSqliteStorage({ dataDir, readers: 1, mustExist: true });
  onTestFinished(() => storage.close());
  const found = new Map<string, string>();
  for await (const { pages } of storage.domains.scan())
    for (const { url, source } of pages) found.set(url, source);
  expect(found).toEqual(expected);
  expect(first.bytes['domains.page']).toBeGreaterThan(0);
  expect(later.bytes['segments']).toBeGreaterThan(0);
  expect(first.versions).toBe(0);
  expect(later.versions).toBeGreaterThan(0);
  expect(versionBytes(dataDir, later.bytes)?.versions).toBe(later.versions);
});

test('a change is counted when labels or a title differ from the last visit that got pages', () => {
  const options = { sites: smallSites(50, 'count', 1), seed: 'count', visits: 40, everyMs: WEEK_MS };
  const still = {
    ...REAL_RATES,
    lostAYear: { tech: 0, tech_version: 0, generator: 0, email: 0, host: 0, title: 0 },
    alternatingSites: 0,
    movedAYear: 0,
  };
  const from = Date.UTC(2025, 0, 6);
  // Slots that are empty at first are filled at some time.
  const filled = trueChanges(madeYear({ ...options, from, rates: still }));
  expect(filled.visits).toBe(2_000);
  expect(filled.changed).toBeLessThan(filled.visits / 10);
  const alternating = trueChanges(madeYear({ ...options, from, rates: { ...still, alternatingSites: 1 } }));
  expect(alternating.changed).toBeGreaterThan(0.8 * alternating.fetched);
});
