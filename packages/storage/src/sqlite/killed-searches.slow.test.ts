import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { domainsOf, EventConsumer } from '../../test/saved-searches.ts';
import {
  documentAfter,
  fulfils,
  savedOf,
  SEARCHED_SITES,
  sourcesAfter,
  sourcesOf,
  steppedSearch,
} from '../../test/searched-steps.ts';
import { generationOf, isRenewed, linesOf, toldAfter } from '../../test/told-of-steps.ts';
import { threadProgram } from '../../test/thread-program.ts';
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
  const args = threadProgram('killed-searches.ts', dataDir, String(acknowledged), ...steps.map(String));
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const told: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) told.push(line);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return told;
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
      if (isRenewed(number, kill))
        await first.domains.searches.put(savedOf(steppedSearch(number, generationOf(number, kill))));
    await first.close();
    const told = await killAfter(20 + ((kill * 37) % 130), steps);
    const storage = await openSqliteStorage({ dataDir, readers: 1 });
    const { domains } = storage;
    const acknowledged = steps.map(
      (taken, number) => taken + told.filter((domain) => domain === SEARCHED_SITES[number]).length,
    );
    // Of the step after these, which was on its way, all is there or nothing.
    const found = await Promise.all(
      SEARCHED_SITES.map(async (domain) => sourcesOf(await domains.get(domain))),
    );
    steps = acknowledged.map((count, number) =>
      found[number] === sourcesAfter(SEARCHED_SITES[number] ?? '', count) ? count : count + 1,
    );
    expect(found).toEqual(steps.map((count, number) => sourcesAfter(SEARCHED_SITES[number] ?? '', count)));
    await consumer.read(domains);
    const anew = new EventConsumer(MANY);
    await anew.read(domains);
    expect(linesOf(anew.events)).toEqual(
      toldAfter({ sites: SEARCHED_SITES, searches: SEARCHES, before, taken: steps }),
    );
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
