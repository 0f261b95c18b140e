import { timingSafeEqual } from 'node:crypto';
import type { SavedDefinition } from '@sitegrep/telling';

/** Tells whether a text is the key of the feeds of a search, in the same time whatever they have in common. */
export function isFeedKey({ feedKey }: SavedDefinition, key: string): boolean {
  const [one, other] = [Buffer.from(feedKey), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}
