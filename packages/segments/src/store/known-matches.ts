import { RecentlyUsed } from '../recently-used.ts';
import { intersection, without, lowerBound } from './sorted-ids.ts';
import type { Matches, SegmentsReader, Terms } from './reader.ts';

/** What an entry costs besides its key and its ids, about. */
const ENTRY_BYTES = 1_000;

/**
 * Searches through a reader, and keeps what they matched: the same terms, later, are looked for in what was written since
 * only. So are terms of which each was looked for alone before, since what all of them match is known from that. The
 * answers that were not used for longest make room.
 */
export class KnownMatches {
  readonly #reader: SegmentsReader;
  readonly #known: RecentlyUsed<Matches>;

  /** @param most bytes */
  constructor(reader: SegmentsReader, most: number) {
    this.#reader = reader;
    this.#known = new RecentlyUsed(most, (key, { ids }) => ids.byteLength + 2 * key.length + ENTRY_BYTES);
  }

  /** As the reader's `search`, as of its last `refresh`. */
  search(terms: Terms, checkpoint: () => void): Matches {
    const key = keyOf(terms);
    const known = this.#known.get(key) ?? null;
    if (known?.sequence === this.#reader.committed) return known;
    const combined = this.#combined(terms);
    const isNewer = combined !== null && combined.sequence > (known?.sequence ?? 0);
    const matches = this.#reader.search(terms, checkpoint, isNewer ? combined : known);
    this.#known.keep(key, matches);
    return matches;
  }

  /**
   * What the terms match together, as of the operation up to which each of them was looked for alone; null if one was not.
   * Documents that were dead when one was looked for may be in it or not: they stay dead.
   */
  #combined({ all, none }: Terms): Matches | null {
    if (all.length === 0 || all.length + none.length < 2) return null;
    const [held, excluded] = [this.#alone(all), this.#alone(none)];
    if (held === null || excluded === null) return null;
    const sequence = Math.min(...[...held, ...excluded].map((one) => one.sequence));
    const ids = excluded
      .map((one) => one.ids)
      .reduce(without, held.map((one) => one.ids).reduce(intersection));
    return { ids: ids.subarray(0, lowerBound(ids, sequence + 1)), sequence };
  }

  /** What is known of each term alone; null if nothing is of one. */
  #alone(terms: readonly Uint8Array[]): readonly Matches[] | null {
    const known = terms.map((term) => this.#known.get(keyOf({ all: [term], none: [] })));
    return known.every((one) => one !== undefined) ? known : null;
  }
}

function keyOf({ all, none }: Terms): string {
  const texts = (terms: readonly Uint8Array[]): string[] =>
    terms.map((term) => Buffer.from(term).toString('latin1'));
  return JSON.stringify([texts(all), texts(none)]);
}
