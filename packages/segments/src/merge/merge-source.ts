import { ByteSet, NONE } from '../codec/bit-sets.ts';
import type { DocIdList } from '../codec/doc-ids.ts';
import { element, f64, u32 } from '../elements.ts';
import {
  NO_DOCUMENTS,
  TrigramCursor,
  type DocumentList,
  type Entry,
  type FourgramsLocation,
} from '../segment/dictionary-entry.ts';
import type { Dictionary } from '../segment/dictionary.ts';
import type { GranuleCache, GranuleFile } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';

/** Result for a document that is dead. */
export const DROPPED = -1;

/**
 * Destinations of a segment's documents when they are written after others: a live one gets the next document id, and its
 * text follows that of the live one before it. So a run of neighbours that are all alive is moved by one shift.
 */
export interface LiveRuns {
  /** New document id of each document, or `DROPPED`. */
  readonly docIds: Int32Array;
  /** If all documents are alive, the new document id of the first one, which the others follow; else null. */
  readonly first: number | null;
  /** Half positions at which each run begins and ends, and how far it moves. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly shifts: Float64Array;
}

/** A segment that is merged. */
export interface Source {
  readonly segment: Segment;
  readonly runs: LiveRuns;
  readonly group: GroupColumns;
}

/** Documents of the merged segment so far. */
export interface MergedDocuments {
  readonly ids: number[];
  readonly owners: number[];
  /** Half positions; one element more than there are ids. */
  readonly starts: number[];
}

/** @param merged is added to */
export function liveRuns(
  segment: Segment,
  isLive: (id: number) => boolean,
  merged: MergedDocuments,
): LiveRuns {
  const docIds = new Int32Array(segment.ids.length).fill(DROPPED);
  const first = merged.ids.length;
  const [starts, ends, shifts]: [number[], number[], number[]] = [[], [], []];
  for (const [docId, id] of segment.ids.entries()) {
    if (!isLive(id)) continue;
    const start = u32(segment.starts, docId);
    const end = u32(segment.starts, docId + 1);
    const newStart = element(merged.starts, merged.starts.length - 1);
    docIds[docId] = merged.ids.length;
    merged.ids.push(id);
    merged.owners.push(u32(segment.owners, docId));
    merged.starts.push(newStart + end - start);
    if (ends.at(-1) === start) ends[ends.length - 1] = end;
    else {
      starts.push(start);
      ends.push(end);
      shifts.push(newStart - start);
    }
  }
  return {
    docIds,
    first: merged.ids.length - first === docIds.length ? first : null,
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    shifts: Float64Array.from(shifts),
  };
}

const SYMBOLS = 256;

/**
 * Lists of a segment for the pair at hand. Those of its trigrams are in columns, by third byte: a merge goes through
 * millions of them, too many for an object each.
 */
export class GroupColumns {
  /** Documents of the pair. */
  pair: DocumentList = NO_DOCUMENTS;
  /**
   * Number of documents; 0 if there are none, as for `positions` and `fourgramBytes`. Other columns are valid only if
   * there are some.
   */
  readonly documents = new Uint32Array(SYMBOLS);
  readonly documentsAt = new Float64Array(SYMBOLS);
  readonly documentBytes = new Uint32Array(SYMBOLS);
  readonly fourgramsAt = new Float64Array(SYMBOLS);
  readonly fourgramBytes = new Float64Array(SYMBOLS);
  readonly unlisted = new Uint32Array(SYMBOLS);
  readonly positions = new Uint32Array(SYMBOLS);
  readonly positionsAt = new Float64Array(SYMBOLS);
  readonly positionBytes = new Float64Array(SYMBOLS);
  readonly blocks = new Uint32Array(SYMBOLS);
  readonly skipsAt = new Float64Array(SYMBOLS);
  readonly #thirds = new ByteSet();
  /** Entry of the pair at hand; null: there is none. */
  #entry: Entry | null = null;
  /**
   * Differences between an address in the kernel and an offset in the file: in the entry, and in the lists after the
   * positions.
   */
  #entryShift = 0;
  #listsShift = 0;

  /**
   * Goes on to another pair.
   *
   * @param all number of documents of the segment
   * @param thirds are added to
   */
  read(cache: GranuleCache, dictionary: Dictionary, all: number, pair: number, thirds: ByteSet): void {
    this.#clear();
    const entry = dictionary.entry(cache, pair);
    this.#entry = entry;
    if (entry === null) return;
    const cursor = new TrigramCursor(entry, all);
    this.pair = cursor.pair;
    while (cursor.next()) {
      const { third } = cursor;
      this.#thirds.add(third);
      thirds.add(third);
      this.documents[third] = cursor.documents;
      this.documentsAt[third] = cursor.documentsAt;
      this.documentBytes[third] = cursor.documentBytes;
      this.fourgramsAt[third] = cursor.fourgramsAt;
      this.fourgramBytes[third] = cursor.fourgramBytes;
      this.unlisted[third] = cursor.unlisted;
      this.positions[third] = cursor.positions;
      this.positionsAt[third] = cursor.positionsAt;
      this.positionBytes[third] = cursor.positionBytes;
      this.blocks[third] = cursor.blocks;
      this.skipsAt[third] = cursor.skipsAt;
    }
  }

  /**
   * Copies lists of documents and 4-grams to an address in the memory of the cache.
   *
   * @returns the address after them
   */
  bring(cache: GranuleCache, file: GranuleFile, address: number): number {
    if (this.#entry === null) return address;
    const { at, bytes, listsEnd } = this.#entry;
    cache.copy(file, at, bytes, cache.bytes, address);
    this.#entryShift = address - at;
    const listsAddress = address + bytes;
    const lists = listsEnd - this.pair.at;
    cache.copy(file, this.pair.at, lists, cache.bytes, listsAddress);
    this.#listsShift = listsAddress - this.pair.at;
    return listsAddress + lists;
  }

  /** Address of the copy of what is at an offset of the file. */
  addressOf(at: number): number {
    if (this.#entry === null) throw new RangeError('a segment has nothing of the pair at hand');
    // A document that is the only one stands in the entry, and entries follow all lists.
    return at + (at < this.#entry.at ? this.#listsShift : this.#entryShift);
  }

  /** List of documents of a trigram. */
  documentsOf(third: number): DocumentList {
    const count = u32(this.documents, third);
    const at = f64(this.documentsAt, third);
    const bytes = u32(this.documentBytes, third);
    return count === 0 ? NO_DOCUMENTS : { count, at, bytes };
  }

  /** 4-grams of a trigram; null: they are not listed. */
  fourgramsOf(third: number): FourgramsLocation | null {
    const bytes = f64(this.fourgramBytes, third);
    return bytes === 0
      ? null
      : { at: f64(this.fourgramsAt, third), bytes, unlisted: u32(this.unlisted, third) };
  }

  #clear(): void {
    this.pair = NO_DOCUMENTS;
    const thirds = this.#thirds;
    for (let third = thirds.next(0); third !== NONE; third = thirds.next(third + 1)) {
      this.documents[third] = 0;
      this.fourgramBytes[third] = 0;
      this.positions[third] = 0;
    }
    thirds.clear();
  }
}

/** Brings the lists of documents of all segments together, one after another, under their new document ids. */
export interface DocumentLists {
  /** Number of documents. */
  readonly count: number;
  /** All documents, until `clear`. */
  readonly list: DocIdList;
  /** Begins with the lists of a pair, or of a single byte. */
  begin(): void;
  clear(): void;
  /** Adds the documents that a segment has of the pair at hand. */
  addPair(source: Source): void;
  /** Adds the documents of one of the pair's trigrams, after `addPair`. */
  addTrigram(source: Source, third: number): void;
  addSymbol(source: Source, symbol: number): void;
}
