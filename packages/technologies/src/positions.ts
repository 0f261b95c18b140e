/** So many places of one target are kept; of one with more, it is known only that there are many. */
const MAX_POSITIONS = 4_096;

/** The places where something of a numbered target stands, in no order. */
export class Positions {
  readonly #places = new Map<number, number[]>();

  add(target: number, position: number): void {
    const places = this.#places.get(target);
    if (places === undefined) this.#places.set(target, [position]);
    else if (places.length <= MAX_POSITIONS) places.push(position);
  }

  /** Null for more than MAX_POSITIONS. */
  *each(): Generator<readonly [target: number, places: readonly number[] | null]> {
    for (const [target, places] of this.#places)
      yield [target, places.length > MAX_POSITIONS ? null : places];
  }
}
