import { u32 } from '../elements.ts';
import type { ZoneWindows } from './zone-windows.ts';

/** Positions at which a hit may begin: some half positions in each of some documents. */
export interface PossibleHits {
  /** Ids, ascending, of documents that have a position. */
  readonly documents: Uint32Array;
  /**
   * Positions of the n-th document are `positions[i]` for i from `starts[n]` to before `starts[n + 1]`, ascending.
   */
  readonly starts: Uint32Array;
  readonly positions: Uint32Array;
}

/** Collects positions document by document. */
export class PossibleHitsBuilder {
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

  /** Adds the first `count` of some positions. */
  addAll(positions: Uint32Array, count: number): void {
    this.#reach(this.#count + count);
    for (let index = 0; index < count; index++) this.#positions[this.#count++] = u32(positions, index);
  }

  /** Ends the positions of a document. */
  end(docId: number): void {
    if (this.#count === this.#starts.at(-1)) return;
    this.#documents.push(docId);
    this.#starts.push(this.#count);
  }

  build(): PossibleHits {
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

/** Keeps the hits in windows. */
export function hitsIn(windows: ZoneWindows, { documents, starts, positions }: PossibleHits): PossibleHits {
  const kept = new PossibleHitsBuilder();
  for (let number = 0; number < documents.length; number++) {
    const docId = u32(documents, number);
    const end = u32(starts, number + 1);
    let at = u32(starts, number);
    windows.enter(docId);
    while (at < end && windows.next(u32(positions, at))) {
      while (at < end && u32(positions, at) < windows.from) at++;
      for (; at < end && u32(positions, at) <= windows.to; at++) kept.add(u32(positions, at));
    }
    kept.end(docId);
  }
  return kept.build();
}
