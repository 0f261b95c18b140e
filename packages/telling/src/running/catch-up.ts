// Makes deliveries of the events that a destination was not told yet.
import type { SearchEvent, Told } from '@sitegrep/storage';
import {
  type Destination,
  destinationKey,
  type MailDestination,
  type TellingSearch,
} from '../destinations.ts';
import { deliveryId } from './delivery-id.ts';
import { digestTimes, GRACE_MS } from './digest-times.ts';
import { silence } from './off.ts';
import { type TellingParts, toldOf } from './parts.ts';

/** Events in a delivery. */
export const MAX_EVENTS = 100;
/** Events that get a delivery each, if no more wait. */
const MAX_SINGLE = 10;
/** Deliveries that wait for a destination: further events wait until it takes these. */
const MAX_WAITING = 10;
/** Deliveries that wait for all destinations. */
const MAX_ALL_WAITING = 100_000;

/** Makes deliveries for all destinations of a search. @returns whether there is such a search */
export async function catchUp(parts: TellingParts, id: string): Promise<boolean> {
  const search = await parts.find(id);
  if (search === null) {
    await parts.deliveries.forget(id);
    return false;
  }
  for (const destination of search.destinations) await catchUpOne(parts, search, destination);
  return true;
}

async function catchUpOne(
  parts: TellingParts,
  search: TellingSearch,
  destination: Destination,
): Promise<void> {
  const { deliveries, searches } = parts;
  const key = destinationKey(search.id, destination);
  const before = await toldOf(parts, search.id, destination);
  const isSilent = search.stopped !== null || before.off !== null;
  if (isSilent) {
    await silence(parts, key, search.stopped ?? before.off?.reason ?? '');
  }
  const waiting = await deliveries.waiting(key);
  let free = waiting.all < MAX_ALL_WAITING ? MAX_WAITING - waiting.own : 0;
  let told: Told = { ...before, isBehind: false };
  const read: SearchEvent[] = [];
  for (;;) {
    const events = await searches.events({ after: told.position, limit: MAX_EVENTS, search: search.id });
    const last = events.at(-1);
    if (last === undefined) break;
    const wanted = isSilent ? [] : events.filter((event) => isWanted(destination, event));
    if (wanted.length > 0 && free <= 0) {
      told = { ...told, isBehind: true };
      break;
    }
    const made =
      destination.kind === 'mail'
        ? await makeDigests(parts, key, destination, wanted)
        : await makeDeliveries(parts, key, wanted, free);
    free -= made.deliveries;
    // Events after those that are in deliveries are read once more.
    const position = made.upTo ?? last.number;
    read.push(...events.filter(({ number }) => number <= position));
    told = { ...told, position };
    if (made.upTo === null && events.length < MAX_EVENTS) break;
  }
  if (!isSilent && destination.count !== null) {
    told = await compareCount(parts, search.id, {
      key,
      bound: destination.count,
      told,
      before,
      events: read,
    });
  }
  if (JSON.stringify(told) !== JSON.stringify(before)) await deliveries.setTold(told);
}

/** Tells whether a destination is told an event. */
export function isWanted({ on, since }: Destination, { kind, at }: SearchEvent): boolean {
  return on.includes(kind) && at >= since;
}

interface Made {
  /** Number of deliveries that were made. */
  readonly deliveries: number;
  /** Number of the last event that one of them has; null: they have all. */
  readonly upTo: number | null;
}

/** Makes a delivery for each event, or one for all if there are many. */
async function makeDeliveries(
  { deliveries, now }: TellingParts,
  key: string,
  events: readonly SearchEvent[],
  free: number,
): Promise<Made> {
  const [first] = events;
  if (first === undefined) return { deliveries: 0, upTo: null };
  const at = now();
  const search = first.search;
  const isFew = events.length <= Math.min(MAX_SINGLE, free);
  const ranges = isFew
    ? events.map(({ number }) => ({ first: number, last: number }))
    : [{ first: first.number, last: events.at(-1)?.number ?? first.number }];
  for (const [made, range] of ranges.entries()) {
    const content = { kind: 'events', ...range } as const;
    const id = deliveryId(key, ['events', range.first]);
    const stored = await deliveries.add({ id, search, destination: key, content, createdAt: at, due: at });
    // A process that was killed made it of other events: those after them come next.
    const { last } = stored.content.kind === 'events' ? stored.content : range;
    if (last !== range.last) return { deliveries: made + 1, upTo: last };
  }
  return { deliveries: ranges.length, upTo: null };
}

/** Makes a digest for each hour or day that events are of; it is read when it is sent. */
async function makeDigests(
  { deliveries, now }: TellingParts,
  key: string,
  { every }: MailDestination,
  events: readonly SearchEvent[],
): Promise<Made> {
  const at = now();
  let made = 0;
  const open = new Set<number>();
  for (const { number, search, at: occurred } of events) {
    const times = digestTimes(every, occurred);
    if (open.has(times.from)) continue;
    const delivery = { search, destination: key, createdAt: at, due: times.to + GRACE_MS };
    const stored = await deliveries.add({
      ...delivery,
      id: deliveryId(key, ['digest', times.from]),
      content: { kind: 'digest', first: number, ...times },
    });
    made++;
    if (stored.state === 'waiting') open.add(times.from);
    else {
      // It came after the digest of its time was sent.
      await deliveries.add({
        ...delivery,
        id: deliveryId(key, ['events', number]),
        content: { kind: 'events', first: number, last: number },
      });
    }
  }
  return { deliveries: made, upTo: null };
}

interface Counting {
  readonly key: string;
  readonly bound: number;
  readonly told: Told;
  readonly before: Told;
  readonly events: readonly SearchEvent[];
}

/** Makes a delivery if the number of domains has passed the bound since the last time. */
async function compareCount(
  { deliveries, searches, now }: TellingParts,
  search: string,
  { key, bound, told, before, events }: Counting,
): Promise<Told> {
  const domains = events.length === 0 ? null : await searches.count(search);
  if (domains === null) return told;
  const isAbove = domains > bound;
  const was = before.isAbove ?? domains - netOf(events) > bound;
  if (was === isAbove) return { ...told, isAbove };
  const at = now();
  const stored = await deliveries.add({
    id: deliveryId(key, ['count', before.position]),
    search,
    destination: key,
    content: { kind: 'count', domains, bound, isAbove, at: events.at(-1)?.at ?? at },
    createdAt: at,
    due: at,
  });
  return { ...told, isAbove: stored.content.kind === 'count' ? stored.content.isAbove : isAbove };
}

/** The number of domains that events added. */
function netOf(events: readonly SearchEvent[]): number {
  const { length: appeared } = events.filter(({ kind }) => kind === 'appeared');
  const { length: disappeared } = events.filter(({ kind }) => kind === 'disappeared');
  return appeared - disappeared;
}
