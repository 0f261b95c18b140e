import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { changesOf } from '@sitegrep/site';
import { afterAll, expect, it } from 'vitest';
import {
  KILLED_SITES,
  killedSettings,
  technologiesAt,
  timeOf,
} from '../../../test/elasticsearch/killed-visits-plan.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { feedConsumer } from '../../../test/feed-consumer.ts';
import { crawlOf } from '../../../test/visited-sites.ts';
import { openDomainIndex } from './domain-index.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

const KILLS = 20;
/** Visits between the first one of a process and that of the next: more than one makes. */
const APART = 100;

/** Runs a process that makes visits until it kills itself. @returns the visits that it acknowledged */
async function killAfter(
  requests: number,
  indexPrefix: string,
  first: number,
): Promise<readonly (readonly [domain: string, visit: number])[]> {
  const script = fileURLToPath(new URL('../../../test/elasticsearch/killed-visits.ts', import.meta.url));
  const child = spawn(process.execPath, [script, indexPrefix, String(first), String(requests)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told: (readonly [string, number])[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [domain = '', visit] = line.split(' ');
    told.push([domain, Number(visit)]);
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return told;
}

it('loses no change and doubles none when processes are killed while they record visits', async () => {
  const { indexPrefix } = indexes.options();
  const index = await openDomainIndex(indexes.client, killedSettings(indexPrefix));
  const feed = feedConsumer(7);
  const acknowledged = new Map<string, Set<number>>(KILLED_SITES.map((domain) => [domain, new Set()]));
  for (let kill = 0; kill < KILLS; kill++) {
    for (const [domain, visit] of await killAfter(5 + ((kill * 29) % 83), indexPrefix, kill * APART)) {
      acknowledged.get(domain)?.add(visit);
    }
    await feed.read(index);
  }
  // Whoever comes next does what the killed ones left.
  const last = KILLS * APART;
  await index.put(KILLED_SITES.map((domain) => crawlOf(domain, timeOf(last), technologiesAt(domain, last))));
  await index.updateRanks();
  await feed.read(index);

  expect(new Set(feed.numbers).size).toBe(feed.numbers.length);
  expect(feed.numbers).toEqual(feed.numbers.toSorted((a, b) => a - b));
  for (const domain of KILLED_SITES) {
    const stored = await index.history(domain);
    const times = stored?.history.visits.map(({ at }) => at) ?? [];
    const first = times[0] ?? Infinity;
    // Those before the last deletion went with it.
    const made = [...(acknowledged.get(domain) ?? [])].map(timeOf).filter((at) => at >= first);
    expect(new Set(made).difference(new Set(times))).toEqual(new Set());
    expect(new Set(times).size).toBe(times.length);
    for (const at of times) expect((at - timeOf(0)) % 3_600).toBe(0);
    expect(feed.changesOf(domain)).toEqual(stored === null ? [] : changesOf(stored.history));
  }
  expect(feed.records().length).toBeGreaterThan(KILLS);
  await index.close();
}, 600_000);
