import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { killedPut } from '../../../../test/elasticsearch/killed-puts.ts';
import {
  KILLED_SITES,
  KILLED_WORDS,
  killedSettings,
  wordsAt,
} from '../../../../test/elasticsearch/killed-visits-plan.ts';
import { openTestIndexes } from '../../../../test/elasticsearch/test-indexes.ts';
import { domainsOf, EventConsumer, searchFor } from '../../../../test/saved-searches.ts';
import { openDomainIndex } from '../domain-index.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

const KILLS = 20;
/** Visits between the first one of a process and that of the next: more than one makes. */
const APART = 100;

/** A put that was acknowledged. */
interface Put {
  readonly domain: string;
  readonly visit: number;
  readonly revision: number;
}

/** Runs a process that puts sites until it kills itself. */
async function killAfter(requests: number, indexPrefix: string, first: number): Promise<readonly Put[]> {
  const script = fileURLToPath(new URL('../../../../test/elasticsearch/killed-searches.ts', import.meta.url));
  const child = spawn(process.execPath, [script, indexPrefix, String(first), String(requests)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told: Put[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [domain = '', visit, revision] = line.split(' ');
    told.push({ domain, visit: Number(visit), revision: Number(revision) });
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return told;
}

it('tells of each change once when processes are killed while they put sites and remove them', async () => {
  const { indexPrefix } = indexes.options();
  const index = await openDomainIndex(indexes.client, killedSettings(indexPrefix));
  for (const [number, word] of KILLED_WORDS.entries())
    await index.searches.put(searchFor(word, number % 2 === 0 ? 'domain' : 'page', word));
  await index.searches.fill();
  const consumer = new EventConsumer();
  const puts: Put[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    puts.push(...(await killAfter(5 + ((kill * 13) % 23), indexPrefix, kill * APART)));
    await consumer.read(index);
  }
  // Whoever comes next does what the killed ones left.
  const last = KILLS * APART;
  const results = await index.put(KILLED_SITES.map((domain) => killedPut(domain, last)));
  for (const [number, result] of results.entries())
    if (result.stored)
      puts.push({ domain: KILLED_SITES[number] ?? '', visit: last, revision: result.revision });
  await index.updateRanks();
  await consumer.read(index);

  const numbers = consumer.events.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  let told = 0;
  for (const domain of KILLED_SITES) {
    const own = consumer.events.filter((event) => event.domain === domain);
    // What was told before the last deletion went with it, unless it was read before.
    const deletions = own.filter(({ by }) => by === 'deletion').map(({ revision }) => revision);
    const start = Math.max(0, ...deletions);
    for (const word of KILLED_WORDS) {
      const events = own.filter(({ search, revision, by }) => {
        return search === word && revision > start && by === 'visit';
      });
      const marks = events.filter(({ kind }) => kind !== 'changed');
      expect(new Set(events.map(({ revision }) => revision)).size).toBe(events.length);
      expect(marks.map(({ kind }) => kind)).toEqual(
        marks.map((_, at) => (at % 2 === 0 ? 'appeared' : 'disappeared')),
      );
      for (const { visit, revision } of puts.filter((put) => put.domain === domain && put.revision > start)) {
        const kind = marks.findLast((event) => event.revision <= revision)?.kind;
        const isIn = wordsAt(domain, visit).includes(word);
        expect([domain, word, visit, kind === 'appeared']).toEqual([domain, word, visit, isIn]);
      }
      told += events.length;
      expect((await domainsOf(index, word)).includes(domain)).toBe(wordsAt(domain, last).includes(word));
    }
  }
  expect(told).toBeGreaterThan(KILLS);
  await index.close();
}, 600_000);
