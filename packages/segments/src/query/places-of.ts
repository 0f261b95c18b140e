import type { Leapfrog } from './leapfrog.ts';
import type { Place } from './place.ts';
import { PlacesBuilder, type Places } from './places.ts';

/** Places a document, and for all of them, up to which they are gathered. */
const FEW_EACH = 16;
const FEW = 2_048;

/**
 * All places in some documents at which all lists agree.
 *
 * @param documents ordinals, ascending
 * @returns null if they are many
 */
export function placesOf({ segment }: Place, lists: Leapfrog, documents: Uint32Array): Places | null {
  const places = new PlacesBuilder();
  const most = FEW + FEW_EACH * documents.length;
  let reached = 0;
  for (const ordinal of documents) {
    const end = segment.starts[ordinal + 1] ?? 0;
    const position = Math.max(segment.starts[ordinal] ?? 0, reached);
    if (position < end) reached = lists.addAll(position, end, places, most);
    if (places.count > most) return null;
    places.end(ordinal);
  }
  return places.places();
}
