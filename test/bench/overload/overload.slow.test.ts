import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../support/server-process.ts';
import type { Goal } from '../harness/figures.ts';
import { generate } from './generate.ts';
import { COSTLY, measureCostly, measureIdle, measureStrangers } from './neighbours.ts';
import { searchRequest, type Figures } from './plan.ts';

// The scenarios of the benchmark, short. What they count must hold on any machine, however busy; times may not.

let dataDir: string;
let server: RunningServer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-overload-'));
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  for (let n = 0; n < 1_500; n++) {
    const domain = `d${n}.example`;
    const source = `<div class="${n % 7}"><script src="jquery.js"></script>${`<p>${n}</p>`.repeat(500)}</div>`;
    const page = {
      url: `https://${domain}/`,
      fetchedAt: 1,
      charset: 'utf-8',
      truncated: false,
      source,
      facts: NO_PAGE_FACTS,
    };
    await storage.domains.put([wholeSite({ domain, facts: NO_SITE_FACTS, pages: [page] })]);
  }
  await storage.close();
  server = await startServer(dataDir, { SITEGREP_LOG_LEVEL: 'error' });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

function load(phases: Parameters<typeof generate>[0]['phases']): Promise<Figures> {
  const requests = ['jquery', '<div', 'zzqqxx'].map((term) =>
    searchRequest(server.url, server.key, { search_terms: [term], limit: 10 }),
  );
  return generate({ url: server.url, requests, connections: 500, phases, lastAnswersMs: 30_000 });
}

test('far more searches than can be answered are refused, each with Retry-After, and searches go on', async () => {
  const { phases } = await load([
    { rate: 20_000, seconds: 3 },
    { clients: 1, seconds: 5 },
  ]);
  const [over, after] = phases;
  expect(over).toMatchObject({ broken: 0, withoutRetryAfter: 0 });
  expect(over?.accepted).toBeGreaterThan(0);
  expect(Object.keys(over?.refusals ?? {}).filter((status) => status !== '503')).toEqual([]);
  expect(after?.broken).toBe(0);
  expect(after?.accepted).toBeGreaterThan(0);
});

test('clients that wait for their answers are all served', async () => {
  const [patient] = (await load([{ clients: 128, seconds: 3 }])).phases;
  expect(patient).toMatchObject({ broken: 0, refusals: {} });
  expect(patient?.accepted).toBeGreaterThan(128);
});

test('strangers and idle connections take nothing from others', async () => {
  const few = (seconds: number): Promise<Figures> => load([{ rate: 20, seconds }]);
  const goals = [...(await measureStrangers(server, few, 3)), ...(await measureIdle(server, few, 10_100, 3))];
  expect(countsOf(goals)).toEqual([true, true, true]);
});

test.each(COSTLY)('a key with $name takes nothing from others', async (kind) => {
  const { goals } = await measureCostly(server, kind, ['jquery', 'zzqqxx'], 2);
  expect(countsOf(goals)).toEqual([true, true, true]);
});

/** Whether each goal is met that is a count. */
function countsOf(goals: readonly Goal[]): readonly boolean[] {
  return goals.filter(({ goal }) => !/slowest|p99|%/.test(goal)).map(({ isMet }) => isMet);
}
