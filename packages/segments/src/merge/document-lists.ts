import type { OrdinalList } from '../codec/ordinals.ts';
import type { Source } from './live-runs.ts';

/** Brings lists of documents of all segments together, one after the other, under their new ordinals. */
export interface DocumentLists {
  /** How many documents there are. */
  readonly count: number;
  /** All of them, until `clear`. */
  readonly list: OrdinalList;
  /** Begins with the lists of a pair, or of a single byte. */
  begin(): void;
  clear(): void;
  /** Adds what a segment has of the pair at hand. */
  addPair(source: Source): void;
  /** Adds what it has of one of its triples, after that. */
  addTriple(source: Source, third: number): void;
  addSymbol(source: Source, symbol: number): void;
}
