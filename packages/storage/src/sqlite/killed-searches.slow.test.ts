import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { domainsOf, EventConsumer } from '../../test/saved-searches.ts';
import {
  documentAfter,
  fulfils,
  savedOf,
  SEARCHED_SITES,
  steppedSearch,
  toldOf,
} from '../../test/searched-steps.ts';
import type { DomainIndex } from '../domains.ts';
import { verifyTextIndex } from './maintenance/verify.ts';
import { openSqliteStorage } from './storage.ts';

const KILLS = 20;
const SEARCHES = 200;
/** Events that are read at a time. */
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
  const threads = fileURLToPath(new URL('../../../../test/support/built-threads.ts', import.meta.url));
  const script = fileURLToPath(new URL('../../test/killed-searches.ts', import.meta.url));
  const args = ['--import', threads, script, dataDir, String(acknowledged), ...steps.map(String)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const told: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) told.push(line);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return told;
}

/** Sources of a site, as they are stored, or as they are after a step. */
async function stored(index: DomainIndex, domain: string): Promise<string> {
  return JSON.stringify((await index.get(domain))?.pages.map(({ source }) => source) ?? null);
}

function expected(domain: string, steps: number): string {
  const document = steps === 0 ? null : documentAfter(domain, steps - 1);
  return JSON.stringify(document?.pages.map(({ source }) => source) ?? null);
}

it('tells each change once when processes are killed while they put sites and fill searches', async () => {
  let steps = SEARCHED_SITES.map(() => 0);
  const consumer = new EventConsumer(MANY);
  /** Steps of each site that were taken before a generation of searches. */
  const before: (readonly number[])[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    before.push(steps);
    const first = await openSqliteStorage({ dataDir, readers: 1 });
    // Half of the searches get other criteria each time, of which stored sites are to be decided.
    for (let number = 0; number < SEARCHES; number++)
      if (kill === 0 || number % 2 === kill % 2)
        await first.domains.searches.put(savedOf(steppedSearch(number, generationOf(number, kill))));
    await first.close();
    const told = await killAfter(20 + ((kill * 37) % 130), steps);
    const storage = await openSqliteStorage({ dataDir, readers: 1 });
    const { domains } = storage;
    const acknowledged = steps.map(
      (taken, number) => taken + told.filter((domain) => domain === SEARCHED_SITES[number]).length,
    );
    // Of the step after these, which was on its way, all is there or nothing.
    const found = await Promise.all(SEARCHED_SITES.map((domain) => stored(domains, domain)));
    steps = acknowledged.map((count, number) =>
      found[number] === expected(SEARCHED_SITES[number] ?? '', count) ? count : count + 1,
    );
    expect(found).toEqual(steps.map((count, number) => expected(SEARCHED_SITES[number] ?? '', count)));
    await consumer.read(domains);
    const anew = new EventConsumer(MANY);
    await anew.read(domains);
    expect(linesOf(anew)).toEqual(toldAfter(before, steps));
    // What was read before is what is read now, but for what deletions removed.
    const known = new Map(consumer.events.map((event) => [event.number, event]));
    for (const event of anew.events) expect(known.get(event.number)).toEqual(event);
    await domains.searches.fill();
    for (let number = kill % 7; number < SEARCHES; number += 7) {
      const search = steppedSearch(number, generationOf(number, kill));
      const fulfilling = SEARCHED_SITES.filter((domain, at) => {
        const taken = steps[at] ?? 0;
        return taken > 0 && fulfils(documentAfter(domain, taken - 1), search);
      });
      expect([search.id, await domainsOf(domains, search.id)]).toEqual([search.id, fulfilling.toSorted()]);
    }
    const last = new EventConsumer(MANY);
    await last.read(domains);
    expect(last.events).toEqual(anew.events);
    await storage.close();
  }
  const numbers = consumer.events.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(numbers.length).toBeGreaterThan(KILLS * SEARCHES);
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
}, 1_800_000);

/** The generation of a search in a round. */
function generationOf(number: number, kill: number): number {
  return kill === 0 || number % 2 === kill % 2 ? kill : kill - 1;
}

function linesOf({ events }: EventConsumer): readonly string[] {
  const lines = new Map<string, string[]>();
  for (const { search, domain, kind, by } of events) {
    const key = `${domain} ${search}`;
    lines.set(key, [...(lines.get(key) ?? []), `${kind} ${by}`]);
  }
  return Array.from(lines, ([key, told]) => `${key}: ${told.join(', ')}`).toSorted();
}

/** All that has to be told: of each site since its last deletion. @param before steps that were taken before each round */
function toldAfter(before: readonly (readonly number[])[], steps: readonly number[]): readonly string[] {
  const lines: string[] = [];
  for (const [at, domain] of SEARCHED_SITES.entries()) {
    const taken = steps[at] ?? 0;
    let from = taken;
    while (from > 0 && documentAfter(domain, from - 1) !== null) from--;
    // Of deletions in a row, the first one removed the site.
    let first = Math.max(0, from - 1);
    while (first > 0 && documentAfter(domain, first - 1) === null) first--;
    for (let number = 0; number < SEARCHES; number++) {
      const told: string[] = [];
      for (let step = first; step < taken; step++) {
        const kill = before.findLastIndex((counts) => (counts[at] ?? 0) <= step);
        const event = toldOf(domain, step, steppedSearch(number, generationOf(number, kill)));
        if (event !== null) told.push(event);
      }
      if (told.length > 0) lines.push(`${domain} search-${number}: ${told.join(', ')}`);
    }
  }
  return lines.toSorted();
}
