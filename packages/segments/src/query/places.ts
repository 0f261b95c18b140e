import type { Leapfrog } from './leapfrog.ts';
import type { Place } from './place.ts';

/** Places a document, and for all of them, up to which they are gathered. */
const FEW_EACH = 16;
const FEW = 2_048;

/** Where a hit may begin: some half positions in each of some documents. */
export interface Places {
  /** Ordinals, ascending, of documents that have a place. */
  readonly documents: Uint32Array;
  /** Those of the n-th document are `positions[i]` for i from `starts[n]` up to `starts[n + 1]`, ascending. */
  readonly starts: Uint32Array;
  readonly positions: Uint32Array;
}

/** Gets places document by document. */
export class PlacesBuilder {
  readonly #documents: number[] = [];
  readonly #starts: number[] = [0];
  #positions = new Uint32Array(256);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(position: number): void {
    this.#reach(this.#count + 1);
    this.#positions[this.#count++] = position;
  }

  /** Adds the first `count` of some. */
  addAll(positions: Uint32Array, count: number): void {
    this.#reach(this.#count + count);
    for (let index = 0; index < count; index++) this.#positions[this.#count++] = positions[index] ?? 0;
  }

  /** Ends the places of a document. */
  end(ordinal: number): void {
    if (this.#count === this.#starts.at(-1)) return;
    this.#documents.push(ordinal);
    this.#starts.push(this.#count);
  }

  places(): Places {
    return {
      documents: Uint32Array.from(this.#documents),
      starts: Uint32Array.from(this.#starts),
      positions: this.#positions.subarray(0, this.#count),
    };
  }

  #reach(count: number): void {
    if (count <= this.#positions.length) return;
    const larger = new Uint32Array(2 * count);
    larger.set(this.#positions.subarray(0, this.#count));
    this.#positions = larger;
  }
}

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
