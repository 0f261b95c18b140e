import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../errors.ts';
import type { LeaveSearches, SearchShareEvents } from '../domains.ts';
import { IDEMPOTENT } from './client.ts';
import { changeDocument } from './documents.ts';
import { asStorageErrors } from './failure.ts';
import type { SearchersDocument } from './records/mappings.ts';

interface Timing {
  /** Time between two signs of life, in milliseconds. */
  readonly beatMs: number;
  /** Time without one after which a process counts as ended. */
  readonly silentMs: number;
  /** Time between two looks at the threads of the cluster. */
  readonly threadsMs: number;
}

const TIMING: Timing = { beatMs: 5_000, silentMs: 16_000, threadsMs: 60_000 };

/** Document of the processes that search, among the leases. */
const ID = 'searchers';

/** Gives a sign of life, and removes those that gave none since this process last saw them. */
const BEAT = `
  for (def silent : params.silent.entrySet()) {
    if (ctx._source.searchers[silent.getKey()] == silent.getValue()) {
      ctx._source.searchers.remove(silent.getKey())
    }
  }
  ctx._source.searchers[params.id] = params.beat`;

const LEAVE = `if (ctx._source.searchers.remove(params.id) == null) { ctx.op = 'none' }`;

/**
 * Counts this process among those that search the cluster, and gives it its share of the search threads: all shares
 * together are as many as the threads, and at least one for each process. One document holds the number of each process's
 * signs of life; each notices by its own clock alone that another one gives none.
 *
 * @param index of the leases
 * @returns once the share was told, or could not be read
 */
export async function shareSearches(
  client: Client,
  index: string,
  { onShare, onFailure }: SearchShareEvents,
  timing = TIMING,
): Promise<LeaveSearches> {
  const id = randomUUID();
  const ended = new AbortController();
  let threads = { count: 0, readAt: -Infinity };
  let beat = 0;
  let share = 0;
  let isFailing = false;
  /** The latest sign of life of each other process, with the time when it was first seen. */
  const seen = new Map<string, { readonly beat: number; readonly since: number }>();

  /** @returns the ids of the processes that live, and of this one */
  function livingOf(searchers: SearchersDocument['searchers']): readonly string[] {
    const now = performance.now();
    for (const other of seen.keys()) if (!Object.hasOwn(searchers, other)) seen.delete(other);
    for (const [other, last] of Object.entries(searchers))
      if (seen.get(other)?.beat !== last) seen.set(other, { beat: last, since: now });
    return [...seen.keys()].filter((other) => other === id || !isSilent(other));
  }

  function isSilent(other: string): boolean {
    const last = seen.get(other);
    return last !== undefined && performance.now() >= last.since + timing.silentMs;
  }

  async function renew(): Promise<void> {
    if (performance.now() >= threads.readAt + timing.threadsMs)
      threads = { count: await searchThreads(client), readAt: performance.now() };
    beat += 1;
    const silent = [...seen].filter(([other]) => other !== id && isSilent(other));
    const document = await changeDocument<SearchersDocument>(client, {
      index,
      id: ID,
      script: BEAT,
      params: { id, beat, silent: Object.fromEntries(silent.map(([other, last]) => [other, last.beat])) },
      upsert: { searchers: { [id]: beat } },
    });
    if (document === null) throw new StorageUnavailable('the processes that search were removed meanwhile');
    const now = shareOf(threads.count, livingOf(document.searchers), id);
    if (now !== share) onShare((share = now));
  }

  async function tryRenew(): Promise<void> {
    try {
      await renew();
      isFailing = false;
    } catch (error) {
      // Others may have given signs of life that this process did not see.
      seen.clear();
      if (!isFailing) onFailure(error);
      isFailing = true;
    }
  }

  await tryRenew();
  const beating = (async (): Promise<void> => {
    for (;;) {
      await delay(timing.beatMs, null, { signal: ended.signal, ref: false }).catch(() => null);
      if (ended.signal.aborted) return;
      await tryRenew();
    }
  })();
  return async () => {
    ended.abort();
    await beating;
    try {
      await changeDocument(client, { index, id: ID, script: LEAVE, params: { id } });
    } catch (error) {
      // The others notice it later.
      if (!isFailing) onFailure(error);
    }
  };
}

/** A process's part of the threads; what can't be divided goes to the first ones, and each has at least one. */
export function shareOf(threads: number, living: readonly string[], id: string): number {
  const rank = living.toSorted().indexOf(id);
  const remainder = threads % living.length;
  return Math.max(1, Math.floor(threads / living.length) + (rank < remainder ? 1 : 0));
}

/** Number of threads that search, of all nodes with data. */
async function searchThreads(client: Client): Promise<number> {
  const { nodes } = await asStorageErrors(client.nodes.info({ metric: 'thread_pool' }, IDEMPOTENT));
  const count = Object.values(nodes)
    .filter(({ roles }) => roles.some((role) => role.startsWith('data')))
    .reduce((sum, { thread_pool: pools }) => sum + (pools?.['search']?.size ?? 0), 0);
  if (count === 0) throw new StorageUnavailable('no node of Elasticsearch has data and search threads');
  return count;
}
