import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Expression, simplify } from '@sitegrep/search';
import { type Change, changesOf, kindedLabel } from '@sitegrep/site';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { feedConsumer } from '../../test/feed-consumer.ts';
import { siteAfter, STEPPED_SITES, STEPPED_TECHNOLOGIES } from '../../test/visit-steps.ts';
import { threadProgram } from '../../test/thread-program.ts';
import type { ChangeHit, DomainIndex } from '../domains.ts';
import { verifyTextIndex } from './maintenance/verify.ts';
import { openSqliteStorage } from './storage.ts';

const KILLS = 20;
/** Records that whoever reads all of them at once takes at a time. */
const MANY = 1_000;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

/**
 * Runs a process that takes steps until it kills itself.
 *
 * @param steps of each site that were taken before
 * @returns the sites of those that it acknowledged
 */
async function killAfter(acknowledged: number, steps: readonly number[]): Promise<readonly string[]> {
  const args = threadProgram('killed-visits.ts', dataDir, String(acknowledged), ...steps.map(String));
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const told: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) told.push(line);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return told;
}

function linesOf({ at, by, added, removed }: Change | ChangeHit): readonly string[] {
  return [
    ...added.map((label) => `${at} +${label} ${by}`),
    ...removed.map((label) => `${at} -${label} ${by}`),
  ];
}

/** Times of visits and lines of changes, as a plain history gives both; null: the site is not stored. */
async function stored(index: DomainIndex, domain: string): Promise<string | null> {
  const found = await index.history(domain);
  if (found === null) return null;
  const { visits } = found.history;
  return JSON.stringify([visits.map(({ at }) => at), changesOf(found.history).flatMap(linesOf).toSorted()]);
}

function expected(domain: string, steps: number): string | null {
  const { history } = siteAfter(domain, steps);
  return history === null ? null : JSON.stringify([history.visits.map(({ at }) => at), history.changes()]);
}

/** Number of records that have a technology on a side. */
async function countWith(index: DomainIndex, side: 'added' | 'removed', technology: string): Promise<number> {
  const condition = { kind: 'any_of', field: 'tech', values: [technology] } as const;
  const where: Expression = { kind: 'change_label', side, condition };
  const order = [{ field: 'recorded', direction: 'asc' }] as const;
  const from = { kind: 'offset', offset: 0 } as const;
  const query = { level: 'change', where: simplify(where, 'change'), order, limit: 1, from } as const;
  return (await index.search(query)).total;
}

function byNumber(a: ChangeHit, b: ChangeHit): number {
  return a.recorded - b.recorded;
}

/** Expects that records are those of some sites: each once, in what each says, and under its labels. */
async function expectRecords(
  index: DomainIndex,
  steps: readonly number[],
  records: readonly ChangeHit[],
): Promise<void> {
  const sites = STEPPED_SITES.map((domain, number) => ({ domain, ...siteAfter(domain, steps[number] ?? 0) }));
  const lines = sites.map(({ history }) => history?.changes() ?? []);
  expect(
    sites.map(({ domain }) =>
      records
        .filter((record) => record.domain === domain)
        .flatMap(linesOf)
        .toSorted(),
    ),
  ).toEqual(lines);
  expect(records.flatMap(({ by, domain }) => (by === 'deletion' ? [domain] : [])).toSorted()).toEqual(
    sites.flatMap(({ domain, wasDeleted }) => (wasDeleted ? [domain] : [])).toSorted(),
  );
  await Promise.all(
    STEPPED_TECHNOLOGIES.flatMap((technology) =>
      SIDES.map(async ([side, sign]) => {
        const mark = ` ${sign}${kindedLabel('tech', technology)} `;
        const count = lines.flat().filter((line) => line.includes(mark)).length;
        expect(await countWith(index, side, technology)).toBe(count);
      }),
    ),
  );
}

const SIDES = [
  ['added', '+'],
  ['removed', '-'],
] as const;

it('loses no change and doubles none when processes are killed while they record visits', async () => {
  let steps = STEPPED_SITES.map(() => 0);
  const feed = feedConsumer(100);
  for (let kill = 0; kill < KILLS; kill++) {
    const told = await killAfter(20 + ((kill * 37) % 130), steps);
    const storage = await openSqliteStorage({ dataDir, readers: 1 });
    const { domains } = storage;
    const acknowledged = steps.map(
      (before, number) => before + told.filter((domain) => domain === STEPPED_SITES[number]).length,
    );
    // Of the step after these, which was on its way, all is there or nothing.
    const found = await Promise.all(STEPPED_SITES.map((domain) => stored(domains, domain)));
    steps = acknowledged.map((count, number) =>
      found[number] === expected(STEPPED_SITES[number] ?? '', count) ? count : count + 1,
    );
    expect(found).toEqual(steps.map((count, number) => expected(STEPPED_SITES[number] ?? '', count)));
    await feed.read(domains);
    await expectRecords(domains, steps, feed.records());
    const anew = feedConsumer(MANY);
    await anew.read(domains);
    expect(feed.records().toSorted(byNumber)).toEqual(anew.records().toSorted(byNumber));
    await storage.close();
  }
  expect(new Set(feed.numbers).size).toBe(feed.numbers.length);
  expect(feed.numbers).toEqual(feed.numbers.toSorted((a, b) => a - b));
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
}, 1_800_000);
