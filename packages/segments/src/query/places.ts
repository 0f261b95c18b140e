import { STRIDE, type Place } from './place.ts';
import { agreedFrom, type PlacedCursor } from './placed-cursor.ts';

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
  readonly #positions: number[] = [];

  get count(): number {
    return this.#positions.length;
  }

  add(position: number): void {
    this.#positions.push(position);
  }

  /** Ends the places of a document. */
  end(ordinal: number): void {
    if (this.#positions.length === this.#starts.at(-1)) return;
    this.#documents.push(ordinal);
    this.#starts.push(this.#positions.length);
  }

  places(): Places {
    return {
      documents: Uint32Array.from(this.#documents),
      starts: Uint32Array.from(this.#starts),
      positions: Uint32Array.from(this.#positions),
    };
  }
}

/**
 * All places in some documents at which all cursors agree.
 *
 * @param documents ordinals, ascending
 * @returns null if they are many
 */
export function placesOf(
  { segment, checkpoint }: Place,
  cursors: readonly PlacedCursor[],
  documents: Uint32Array,
): Places | null {
  const places = new PlacesBuilder();
  const most = FEW + FEW_EACH * documents.length;
  let [reached, tried] = [0, 0];
  for (const ordinal of documents) {
    const end = segment.starts[ordinal + 1] ?? 0;
    let position = Math.max(segment.starts[ordinal] ?? 0, reached);
    while (position < end) {
      if (++tried % STRIDE === 0) checkpoint();
      const agreed = agreedFrom(cursors, position);
      if (agreed === position) places.add(position++);
      else position = agreed;
    }
    if (places.count > most) return null;
    reached = position;
    places.end(ordinal);
  }
  return places.places();
}
