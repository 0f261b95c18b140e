// Destinations that nothing is sent to.
import type { Deliveries } from '@sitegrep/storage';
import { type Destination, destinationKey } from '../destinations.ts';
import type { TellingParts } from './parts.ts';

/** Gives up what waits for a destination. */
export function silence(
  { deliveries, now }: Pick<TellingParts, 'deliveries' | 'now'>,
  destination: string,
  reason: string,
): Promise<void> {
  const text = `nothing is sent any more: ${reason}`;
  return deliveries.giveUp(destination, { at: now(), status: null, text });
}

/** Lets a destination be sent to again whose receiver wanted no more. Events that occurred meanwhile are not told. @returns whether it was off */
export async function switchOn(
  deliveries: Pick<Deliveries, 'told' | 'setTold'>,
  search: string,
  destination: Pick<Destination, 'name'>,
): Promise<boolean> {
  const told = await deliveries.told(destinationKey(search, destination));
  if (told === null || told.off === null) return false;
  await deliveries.setTold({ ...told, off: null, failures: 0 });
  return true;
}
