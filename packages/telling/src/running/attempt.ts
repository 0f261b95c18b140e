// One attempt at a delivery: what it says now, sending it, and what follows from the answer.
import type { Delivery, DeliveryNext } from '@sitegrep/storage';
import { type Destination, destinationKey } from '../destinations.ts';
import type { Answer } from '../sending/answer.ts';
import type { Letter } from '../sending/webhook.ts';
import { AWAY_AFTER, restOf, retryDelay } from './backoff.ts';
import { messageOfDelivery } from './message-of-delivery.ts';
import { type TellingParts, untold } from './parts.ts';
import { silence } from './off.ts';

/** A delivery that can be sent. */
export interface Prepared {
  readonly delivery: Delivery;
  readonly destination: Destination;
  readonly letter: Letter;
}

/** A delivery with its destination and message as they are now; null if it is not to be sent, which is recorded. */
export async function prepare(parts: TellingParts, { id }: Delivery): Promise<Prepared | null> {
  const { deliveries, find, now } = parts;
  // It may have been sent, or put off, since it was listed.
  const delivery = await deliveries.get(id);
  if (delivery?.state !== 'waiting' || delivery.due > now()) return null;
  const search = await find(delivery.search);
  if (search === null) {
    await deliveries.forget(delivery.search);
    return null;
  }
  const destination = search.destinations.find(
    (each) => destinationKey(search.id, each) === delivery.destination,
  );
  if (destination === undefined) {
    await silence(parts, delivery.destination, 'the search has no such destination');
    return null;
  }
  const off = search.stopped ?? (await deliveries.told(delivery.destination))?.off?.reason;
  if (off !== undefined) {
    await silence(parts, delivery.destination, off);
    return null;
  }
  const content = await messageOfDelivery(parts, search, destination, delivery);
  if (content !== null) return { delivery, destination, letter: { id: delivery.id, ...content } };
  const text =
    delivery.content.kind === 'report'
      ? 'nothing is left to tell: the report was removed because of its age'
      : 'nothing is left to tell: its events were removed, with their domains or because of their age';
  await deliveries.answered(delivery.id, { at: parts.now(), status: null, text }, { state: 'dead' });
  return null;
}

/** Records what an attempt gave. @returns whether its destination has events that wait for a delivery */
export async function settle(parts: TellingParts, delivery: Delivery, answer: Answer): Promise<boolean> {
  const { deliveries } = parts;
  const { id, search, destination } = delivery;
  const told = (await deliveries.told(destination)) ?? untold(search, destination);
  const { at, status, text } = answer;
  await deliveries.answered(id, { at, status, text }, nextOf(parts, delivery, answer));
  switch (answer.meaning) {
    case 'accepted':
      if (told.failures > 0) await deliveries.setTold({ ...told, failures: 0 });
      // It is back: what failed meanwhile need not wait for its time.
      if (told.failures >= AWAY_AFTER) await deliveries.reschedule(destination, at, 'all');
      break;
    case 'gone': {
      const reason = 'its receiver answered 410 Gone: switch it on again when it takes deliveries';
      await deliveries.setTold({ ...told, off: { at, reason } });
      await silence(parts, destination, reason);
      break;
    }
    case 'refused': {
      const failures = told.failures + 1;
      await deliveries.setTold({ ...told, failures });
      const rest = restOf(failures, answer.retryAfterMs);
      await deliveries.reschedule(destination, at + rest, 'earlier');
    }
  }
  return told.isBehind;
}

function nextOf({ random }: TellingParts, { attempts }: Delivery, answer: Answer): DeliveryNext {
  if (answer.meaning === 'accepted') return { state: 'delivered' };
  const delay = retryDelay(attempts + 1, random(), answer.retryAfterMs);
  if (answer.meaning === 'gone' || delay === null) return { state: 'dead' };
  return { state: 'waiting', due: answer.at + delay };
}
