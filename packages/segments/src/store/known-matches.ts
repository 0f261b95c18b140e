import { LRUCache } from 'lru-cache';
import type { SoughtTerm } from '../query/term.ts';
import type { Matches, SegmentsReader, Terms } from './reader.ts';
import { intersection, lowerBound, without } from './sorted-ids.ts';

/** Approximate bytes of an entry besides its key and its ids. */
const ENTRY_BYTES = 1_000;

/**
 * Searches through a reader, and stores the matches: a later search for the same terms looks only at what was written
 * since. So does a search for terms that were each searched for alone before, since the matches of all of them follow
 * from that. The least recently used answers are dropped first.
 */
export class KnownMatches {
  readonly #reader: SegmentsReader;
  readonly #known: LRUCache<string, Matches>;

  constructor(reader: SegmentsReader, maxBytes: number) {
    this.#reader = reader;
    this.#known = new LRUCache({
      // No entry fits into a byte: without memory, nothing is kept.
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: ({ ids }, key) => ids.byteLength + 2 * key.length + ENTRY_BYTES,
    });
  }

  /** Searches as the reader's `search` does, as of its last `refresh`. */
  search(terms: Terms, checkpoint: () => void): Matches {
    const key = keyOf(terms);
    const known = this.#known.get(key) ?? null;
    if (known?.sequence === this.#reader.committed) return known;
    const combined = this.#combined(terms);
    const isNewer = combined !== null && combined.sequence > (known?.sequence ?? 0);
    const matches = this.#reader.search(terms, checkpoint, isNewer ? combined : known);
    this.#known.set(key, matches);
    return matches;
  }

  /**
   * Matches of the terms together, as of the operation up to which each of them was searched for alone; null if one
   * was not. Documents that were dead at that time may be among them or not: they stay dead.
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

  /** Stored matches of each term alone; null if there are none of one. */
  #alone(terms: readonly SoughtTerm[]): readonly Matches[] | null {
    const known = terms.map((term) => this.#known.get(keyOf({ all: [term], none: [] })));
    return known.every((one) => one !== undefined) ? known : null;
  }
}

function keyOf({ all, none }: Terms): string {
  const keys = (terms: readonly SoughtTerm[]): unknown[] =>
    terms.map(({ bytes, zone }) => [Buffer.from(bytes).toString('latin1'), zone]);
  return JSON.stringify([keys(all), keys(none)]);
}
