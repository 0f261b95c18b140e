/** Where a hit may begin: some half positions in each of some documents. */
export interface PossibleHits {
  /** Document ids, ascending, of documents that have a place. */
  readonly documents: Uint32Array;
  /** Those of the n-th document are `positions[i]` for i from `starts[n]` up to `starts[n + 1]`, ascending. */
  readonly starts: Uint32Array;
  readonly positions: Uint32Array;
}

/** Gets places document by document. */
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

  /** Adds the first `count` of some. */
  addAll(positions: Uint32Array, count: number): void {
    this.#reach(this.#count + count);
    for (let index = 0; index < count; index++) this.#positions[this.#count++] = positions[index] ?? 0;
  }

  /** Ends the places of a document. */
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
