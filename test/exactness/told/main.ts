// Compares what saved searches told of thousands of sites with a plain model, while the processes that put, replace and remove the
// sites are killed, and half of the searches get other criteria after each kill; then what each search finds, by its name and by its
// criteria, with the model. Ends with 1 if anything differs.
//
//   npm run exactness:told -- [--storage sqlite] [--sites 3000] [--searches 200] [--kills 20]
//   TEST_ELASTICSEARCH=URL npm run exactness:told -- --storage elasticsearch
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DomainIndex } from '../../../packages/storage/src/domains.ts';
import { MAX_EVENTS } from '../../../packages/storage/src/searches/saved-searches.ts';
import { domainsOf, EventConsumer } from '../../../packages/storage/test/saved-searches.ts';
import {
  documentAfter,
  fulfils,
  savedOf,
  sourcesAfter,
  sourcesOf,
  steppedSearch,
} from '../../../packages/storage/test/searched-steps.ts';
import {
  generationOf,
  isRenewed,
  toldIn,
  toldOfSteps,
} from '../../../packages/storage/test/told-of-steps.ts';
import { integer, readOptions, someOf } from '../../bench/harness/options.ts';
import { temporaryFolder } from '../../bench/harness/temporary-folder.ts';
import { openIndex, type StorageName } from './open-index.ts';
import type { Plan } from './putter.ts';

const STORAGES: readonly StorageName[] = ['sqlite', 'elasticsearch'];
const options = readOptions(
  { storage: someOf(STORAGES), sites: integer(3_000), searches: integer(200), kills: integer(20) },
  'no files',
);
const sites = Array.from({ length: options.sites }, (_, number) => `s${number}.test`);
const folder = temporaryFolder('told');
for (const storage of options.storage) await compare(storage);

async function compare(storage: StorageName): Promise<void> {
  const began = performance.now();
  const location = storage === 'sqlite' ? join(folder, 'data') : `test-${randomUUID()}`;
  if (storage === 'sqlite') mkdirSync(location);
  const before: (readonly number[])[] = [];
  const seen = new EventConsumer(1_000);
  let taken: readonly number[] = sites.map(() => 0);
  for (let round = 0; round < options.kills; round++) {
    before.push(taken);
    const saving = await openIndex(storage, location);
    for (let number = 0; number < options.searches; number++)
      if (isRenewed(number, round))
        await saving.index.searches.put(savedOf(steppedSearch(number, generationOf(number, round))));
    await saving.close();
    const acknowledged = await killAfter(storage, location, {
      sites,
      taken,
      first: (round * 997) % sites.length,
    });
    const { index, refresh, close } = await openIndex(storage, location);
    await refresh();
    taken = await settled(
      index,
      taken.map((steps, site) => steps + (acknowledged.get(site) ?? 0)),
    );
    await index.updateRanks();
    await seen.read(index);
    await close();
    const sum = taken.reduce((all, steps) => all + steps, 0);
    console.log(`${storage}: kill ${round + 1}, ${sum} steps, ${seen.events.length} events`);
  }
  const { index, close } = await openIndex(storage, location);
  await index.searches.fill();
  const last = options.kills - 1;
  await seen.read(index);
  await compareEvents(index, seen, { sites, searches: options.searches, before, taken });
  for (let number = 0; number < options.searches; number++) {
    const search = steppedSearch(number, generationOf(number, last));
    const expected = sites.filter((domain, site) => {
      const steps = taken[site] ?? 0;
      return steps > 0 && fulfils(documentAfter(domain, steps - 1), search);
    });
    same(`${storage}: domains of ${search.id}`, await domainsOf(index, search.id), expected.toSorted());
  }
  await close();
  console.log(`${storage}: ${Math.round((performance.now() - began) / 1_000)} s`);
}

/** Steps that each site has taken: of the one after those that were acknowledged, all is there or nothing. */
async function settled(index: DomainIndex, acknowledged: readonly number[]): Promise<readonly number[]> {
  const found = new Map<string, string>();
  for await (const some of index.scan()) found.set(some.domain, sourcesOf(some));
  return acknowledged.map((steps, site) => {
    const domain = sites[site] ?? '';
    const is = found.get(domain) ?? sourcesOf(null);
    if (is === sourcesAfter(domain, steps)) return steps;
    same(`what is stored of ${domain} after ${steps} steps`, is, sourcesAfter(domain, steps + 1));
    return steps + 1;
  });
}

/**
 * Compares what is told of each site since its last deletion: the events that were read after each kill with the model, and those that
 * a storage keeps with both.
 */
async function compareEvents(
  index: DomainIndex,
  seen: EventConsumer,
  steps: Parameters<typeof toldOfSteps>[0],
): Promise<void> {
  const kept = new EventConsumer(1_000);
  await kept.read(index);
  const known = new Map(seen.events.map((event) => [event.number, event]));
  for (const event of kept.events) same(`event ${event.number}`, event, known.get(event.number));
  const expected = toldOfSteps(steps);
  const [read, left] = [toldIn(seen.events), toldIn(kept.events)];
  let count = 0;
  for (const [key, told] of expected) {
    count += told.length;
    same(`what was told of ${key}`, (read.get(key) ?? []).slice(-told.length), told);
  }
  for (const [key, told] of left)
    same(`what is kept of ${key}`, told, (expected.get(key) ?? []).slice(-told.length));
  // Of more than a storage keeps, the oldest went.
  same('number of events that are kept', kept.events.length, Math.min(count, MAX_EVENTS));
  console.log(`${count} events are told as the model has them; ${seen.events.length} were read`);
}

/** Runs a process that takes steps, and kills it after some. @returns steps of each site that it acknowledged, by number */
async function killAfter(
  storage: StorageName,
  location: string,
  plan: Plan,
): Promise<ReadonlyMap<number, number>> {
  const planFile = join(folder, 'plan.json');
  writeFileSync(planFile, JSON.stringify(plan));
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'putter.ts'), storage, location, planFile],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const acknowledged = new Map<number, number>();
  // In the first round all sites are put, later a third of them.
  const enough = (sites.length / (before(plan) ? 3 : 1)) * (0.9 + Math.random() * 0.2);
  let steps = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    for (const site of line.split(' ').map(Number)) {
      acknowledged.set(site, (acknowledged.get(site) ?? 0) + 1);
      steps++;
    }
    if (steps >= enough && !child.killed) setTimeout(() => child.kill('SIGKILL'), Math.random() * 50);
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  same('how the process ended', child.signalCode, 'SIGKILL');
  return acknowledged;
}

function before({ taken }: Plan): boolean {
  return taken.some((steps) => steps > 0);
}

function same(subject: string, is: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(is) ?? '', JSON.stringify(expected) ?? ''];
  if (one === other) return;
  process.exitCode = 1;
  let from = 0;
  while (one[from] === other[from]) from++;
  from = Math.max(0, from - 100);
  console.log(`${subject} is …${one.slice(from, from + 300)}, not …${other.slice(from, from + 300)}`);
}
