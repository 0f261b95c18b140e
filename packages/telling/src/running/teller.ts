// Tells what is to be told, in the one process that does so at a time.
import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery } from '@sitegrep/storage';
import { prepare, settle } from './attempt.ts';
import { catchUp } from './catch-up.ts';
import { openLanes } from './lanes.ts';
import { type TellingParts, untold } from './parts.ts';
import { forEach, stepsInOrder } from './steps.ts';

export interface TellerOptions extends TellingParts {
  /** Called with a fault that is not a receiver's; what it kept from being done is done later. */
  readonly onError: (error: unknown) => void;
  /** Time between two looks at the events, in milliseconds. */
  readonly pollMs: number;
}

/** Events that are looked at in one step. */
const MAX_EVENTS = 1_000;
/** Searches for which deliveries are made at the same time. */
const MAX_CATCH_UPS = 8;
/** Deliveries that are looked at in one step. */
const MAX_DUE = 1_000;
/** Searches that are behind and looked at again, at the beginning and each minute. */
const MAX_BEHIND = 1_000;
const UPKEEP_MS = 60_000;

/** Numbers of ended deliveries that are kept, and for how long. */
const KEPT = { deliveredMs: 7 * 86_400_000, deadMs: 30 * 86_400_000, deliveries: 100_000, limit: 10_000 };

/** Name of the position up to which events of all searches were looked at. */
const HEAD = '';

/** Tells until the signal is aborted, and resolves when nothing is under way. @throws errors of the storage */
export async function tell(options: TellerOptions, signal: AbortSignal): Promise<void> {
  const { deliveries, searches, sender, now, onError, pollMs } = options;
  const lanes = openLanes();
  /** Searches with destinations for which deliveries may be made. */
  const behind = new Set<string>();
  /** Searches for which none could be made: they are looked at again with the next upkeep. */
  const failed = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let awake = new AbortController();
  let upkeepAt = 0;
  let head = (await deliveries.told(HEAD))?.position ?? 0;

  // What is recorded of the destinations of a search is changed by one step at a time.
  const inOrder = stepsInOrder();

  async function upkeep(): Promise<void> {
    if (now() < upkeepAt) return;
    upkeepAt = now() + UPKEEP_MS;
    for (const { search } of await deliveries.behind(MAX_BEHIND)) behind.add(search);
    for (const search of failed) behind.add(search);
    failed.clear();
    const deliveredBefore = now() - KEPT.deliveredMs;
    const deadBefore = now() - KEPT.deadMs;
    await deliveries.prune({ deliveredBefore, deadBefore, keep: KEPT.deliveries, limit: KEPT.limit });
  }

  /** Makes deliveries of what came since the last look. @returns whether there may be more */
  async function collect(): Promise<boolean> {
    const events = await searches.events({ after: head, limit: MAX_EVENTS });
    for (const { search } of events) behind.add(search);
    const looked = [...behind];
    behind.clear();
    const faults = await forEach(looked, MAX_CATCH_UPS, async (search) => {
      signal.throwIfAborted();
      await inOrder(search, () => catchUp(options, search));
    });
    signal.throwIfAborted();
    const [fault] = faults.values();
    if (fault !== undefined) {
      for (const search of faults.keys()) failed.add(search);
      // The storage is away, or else the others go on.
      if (faults.size === looked.length) throw fault;
      onError(fault);
    }
    const lastNumber = events.at(-1)?.number;
    if (lastNumber === undefined) return false;
    head = lastNumber;
    await deliveries.setTold({ ...untold('', HEAD), position: head });
    return events.length === MAX_EVENTS;
  }

  async function attempt(delivery: Delivery): Promise<void> {
    let failed: boolean | null = null;
    try {
      const prepared = await inOrder(delivery.search, () => prepare(options, delivery));
      if (prepared === null || !lanes.mayReach(prepared.destination)) return;
      const { destination, letter } = prepared;
      lanes.reach(destination);
      const answer = await sender.send(destination, letter, signal).finally(() => lanes.leave(destination));
      failed = answer.meaning !== 'accepted';
      if (await inOrder(delivery.search, () => settle(options, prepared.delivery, answer)))
        behind.add(delivery.search);
      awake.abort();
    } catch (error) {
      if (!signal.aborted) onError(error);
    } finally {
      lanes.end(delivery, failed);
    }
  }

  async function start(): Promise<void> {
    if (lanes.isFull) return;
    for (const delivery of await deliveries.due(now(), MAX_DUE)) {
      if (lanes.isFull) return;
      if (!lanes.mayBegin(delivery)) continue;
      lanes.begin(delivery);
      const work: Promise<void> = attempt(delivery).finally(() => underWay.delete(work));
      underWay.add(work);
    }
  }

  try {
    while (!signal.aborted) {
      await upkeep();
      const hasMore = await collect();
      await start();
      if (!hasMore) {
        await delay(pollMs, null, { signal: AbortSignal.any([signal, awake.signal]) }).catch(() => null);
      }
      if (awake.signal.aborted) awake = new AbortController();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await Promise.all(underWay);
  }
}
