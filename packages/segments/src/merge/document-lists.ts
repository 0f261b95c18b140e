import type { DocIdList } from '../codec/doc-ids.ts';
import type { Source } from './live-runs.ts';

/** Brings lists of documents of all segments together, one after the other, under their new document ids. */
export interface DocumentLists {
  /** How many documents there are. */
  readonly count: number;
  /** All of them, until `clear`. */
  readonly list: DocIdList;
  /** Begins with the lists of a pair, or of a single byte. */
  begin(): void;
  clear(): void;
  /** Adds what a segment has of the pair at hand. */
  addPair(source: Source): void;
  /** Adds what it has of one of its trigrams, after that. */
  addTrigram(source: Source, third: number): void;
  addSymbol(source: Source, symbol: number): void;
}
