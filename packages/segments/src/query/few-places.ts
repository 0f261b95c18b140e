import { MOST_LISTED_BLOCKS } from '../codec/blocks.ts';
import { SKIP_BYTES } from '../segment/format.ts';
import type { PositionList } from '../segment/lists.ts';
import { findAimed, isFindable } from './find-aimed.ts';
import type { Gram } from './leapfrog.ts';
import type { Place } from './place.ts';
import { PlacesBuilder, type Places } from './places.ts';

/**
 * All places in some documents at which all grams agree, if the rarest of them has few positions: the other lists are looked
 * through for all that are left at once, or leapt over if they are long.
 *
 * @param grams the rarest first
 * @param documents ordinals, ascending
 * @returns null if it has many, or if a gram stands in a row
 */
export function fewPlaces(place: Place, grams: readonly Gram[], documents: Uint32Array): Places | null {
  const [rarest, ...others] = grams;
  if (rarest === undefined || grams.some(({ run }) => run > 1)) return null;
  if (rarest.positions.blocks > MOST_LISTED_BLOCKS) return null;
  let hits = hitsIn(place, rarest, documents);
  for (const gram of others) {
    if (hits.length === 0) break;
    place.checkpoint();
    hits = agreeing(place, gram, hits);
  }
  return byDocument(place, hits, documents);
}

/** Where hits in some documents would begin. */
function hitsIn(place: Place, { positions, offset }: Gram, documents: Uint32Array): Uint32Array {
  const { starts } = place.segment;
  const hits = positionsOf(place, positions);
  let [count, index] = [0, 0];
  for (const ordinal of documents) {
    const start = (starts[ordinal] ?? 0) + offset;
    const end = (starts[ordinal + 1] ?? 0) + offset;
    while (index < hits.length && (hits[index] ?? 0) < start) index++;
    for (; index < hits.length && (hits[index] ?? 0) < end; index++)
      hits[count++] = (hits[index] ?? 0) - offset;
    if (index === hits.length) break;
  }
  return hits.subarray(0, count);
}

/** All of a list. */
function positionsOf(
  { segment: { file }, pool: { cache } }: Place,
  { count, at, bytes, blocks, skipsAt }: PositionList,
): Uint32Array {
  if (blocks === 0) return cache.blocks.listGaps(cache.stretch(file, at, bytes), count);
  cache.blocks.keepSkips(cache.stretch(file, skipsAt, SKIP_BYTES * blocks), blocks);
  return cache.blocks.listBlocks(cache.stretch(file, at, bytes), bytes, blocks);
}

/** Those of some hits at which a gram stands, too. */
function agreeing(place: Place, { positions, offset }: Gram, hits: Uint32Array): Uint32Array {
  const { segment, pool } = place;
  let count = 0;
  if (isFindable(positions, hits.length) && pool.cache.blocks.aim(hits, offset)) {
    const found = findAimed(place, positions);
    for (const hit of pool.cache.blocks.hits.subarray(0, found)) hits[count++] = hits[hit] ?? 0;
  } else {
    const cursor = pool.open(segment.file, positions);
    for (const hit of hits) if (cursor.seek(hit + offset) === hit + offset) hits[count++] = hit;
  }
  return hits.subarray(0, count);
}

function byDocument({ segment: { starts } }: Place, hits: Uint32Array, documents: Uint32Array): Places {
  const places = new PlacesBuilder();
  let index = 0;
  for (const ordinal of documents) {
    if (index === hits.length) break;
    const end = starts[ordinal + 1] ?? 0;
    for (; index < hits.length && (hits[index] ?? 0) < end; index++) places.add(hits[index] ?? 0);
    places.end(ordinal);
  }
  return places.places();
}
