import { BitSet } from '../codec/bit-sets.ts';
import type { Disk } from '../disk.ts';
import { u32 } from '../elements.ts';
import { SegmentsCorrupt } from '../errors.ts';
import type { DocumentList, Trigram } from '../segment/dictionary-entry.ts';
import {
  HEADER_BYTES,
  NO_ALIAS,
  oddAlias,
  pairKey,
  SEPARATOR,
  SKIP_BYTES,
  trigramOfOddAlias,
  writeHeader,
} from '../segment/format.ts';
import { GranuleCache } from '../segment/granule-cache.ts';
import { Segment } from '../segment/segment.ts';
import { eachPosition, verifyDocIds, verifyFourgrams, verifyTables } from './verify-lists.ts';
import { verifyZones } from './verify-zones.ts';

const CACHE_BYTES = 1 << 20;

const SYMBOLS = 256;

interface VerifiedSegment {
  readonly documents: number;
  /** Trigrams that the dictionary has, with ends of parts. */
  readonly trigrams: number;
  readonly positions: number;
}

/**
 * Reads all of a segment, and checks every checksum, every list, and that they fit together. Needs 1 byte of memory
 * for 8 bytes of text, and 32 bytes for a document.
 *
 * @param report gets how many bytes of the file's lists were read, and of how many; may throw to give up
 * @throws SegmentsCorrupt at the first fault; SegmentsUnsupported; errors of the disk
 */
export function verifySegment(
  disk: Disk,
  path: string,
  report: (bytes: number, ofBytes: number) => void = () => {},
): VerifiedSegment {
  const segment = new Segment(disk, path);
  const cache = new GranuleCache(disk, CACHE_BYTES);
  try {
    verifyTables(segment);
    const header = Buffer.alloc(HEADER_BYTES);
    cache.copy(segment.file, 0, HEADER_BYTES, header);
    if (!header.equals(writeHeader())) throw new SegmentsCorrupt(path, 'header', 'is not that of a segment');
    return new ListVerifier(segment, cache).verify(report);
  } finally {
    segment.close(cache);
  }
}

/** Location of a list of a group. */
interface ListLocation {
  readonly section: string;
  readonly at: number;
  readonly bytes: number;
  /** Maximum zeros that may stand before it. */
  readonly padding: number;
}

class ListVerifier {
  readonly #segment: Segment;
  readonly #cache: GranuleCache;
  readonly #documents: number;
  /** Documents of the pair, and of the trigram at hand. */
  readonly #ofPair: Uint32Array;
  readonly #ofTrigram: Uint32Array;
  readonly #pairSet: BitSet;
  /** Documents that hold a byte beside another. */
  readonly #withSymbol: BitSet[];
  /** Half positions that stand in a list of even positions, and in one of odd-offset positions. */
  readonly #taken: BitSet;
  readonly #takenOdd: BitSet;
  #positions = 0;
  #trigrams = 0;
  /** Offset at which the next list should begin. */
  #at = HEADER_BYTES;

  constructor(segment: Segment, cache: GranuleCache) {
    const { documents, textBytes } = segment.footer;
    this.#segment = segment;
    this.#cache = cache;
    this.#documents = documents;
    this.#ofPair = new Uint32Array(documents);
    this.#ofTrigram = new Uint32Array(documents);
    this.#pairSet = new BitSet(documents);
    this.#withSymbol = Array.from({ length: SYMBOLS }, () => new BitSet(documents));
    this.#taken = new BitSet(textBytes / 2);
    this.#takenOdd = new BitSet(textBytes / 2);
  }

  verify(report: (bytes: number, ofBytes: number) => void): VerifiedSegment {
    const { dictionary, footer } = this.#segment;
    let last = -1;
    for (const pair of dictionary.pairs) {
      const key = pairKey(pair);
      if (key <= last || pair >>> 8 === SEPARATOR || (pair & 0xff) === SEPARATOR)
        throw this.#damaged('table of pairs', `has pair ${hex(pair, 2)} after key ${last}`);
      last = key;
      this.#verifyGroup(pair);
      report(this.#at, footer.symbolsEnd);
    }
    if (this.#at !== footer.groupsEnd)
      throw this.#damaged('lists', `end at offset ${this.#at} instead of ${footer.groupsEnd}`);
    for (let symbol = 0; symbol < SYMBOLS; symbol++) this.#verifySymbol(symbol);
    if (this.#at !== footer.symbolsEnd)
      throw this.#damaged('documents of bytes', `end at offset ${this.#at} instead of ${footer.symbolsEnd}`);
    verifyZones(this.#segment, this.#cache, (section, problem) => this.#damaged(section, problem));
    return { documents: this.#documents, trigrams: this.#trigrams, positions: this.#positions };
  }

  #verifyGroup(pair: number): void {
    const { dictionary } = this.#segment;
    const section = `documents of pair ${hex(pair, 2)}`;
    const list = dictionary.pair(this.#cache, pair);
    if (list === null || list.count === 0) throw this.#damaged(section, 'are none');
    const trigrams = dictionary.trigrams(this.#cache, pair, 0, SYMBOLS - 1);
    this.#checkLocations(pair, list, trigrams);
    const count = this.#decode(section, list, this.#ofPair);
    this.#pairSet.clear();
    this.#pairSet.addAll(this.#ofPair, 0, count);
    this.#withSymbol[pair >>> 8]?.addSet(this.#pairSet);
    this.#withSymbol[pair & 0xff]?.addSet(this.#pairSet);

    const listed = new Map(trigrams.map((trigram) => [(pair << 8) | trigram.third, trigram]));
    for (const trigram of trigrams) {
      const ofOddAlias = trigramOfOddAlias((pair << 8) | trigram.third);
      if (ofOddAlias !== NO_ALIAS) {
        this.#verifyOddAlias(pair, trigram, listed.has(ofOddAlias));
        continue;
      }
      const documents = this.#verifyDocuments(pair, trigram);
      verifyFourgrams(this.#segment, this.#cache, pair, trigram, documents, (problem) =>
        this.#damaged(`4-grams of trigram ${hexTrigram(pair, trigram.third)}`, problem),
      );
      // The end of a part has no documents of its own.
      const isEnd = trigram.third === SEPARATOR;
      this.#verifyPositions(pair, trigram, isEnd ? this.#ofPair.subarray(0, count) : documents, this.#taken);
      const atOdd = listed.get(oddAlias((pair << 8) | trigram.third));
      if (atOdd !== undefined) this.#verifyPositions(pair, atOdd, documents, this.#takenOdd);
    }
    this.#trigrams += trigrams.length;
  }

  /** Checks that the lists of a group follow each other, in any order, except for some zeros before a skip table. */
  #checkLocations(pair: number, ofPair: DocumentList, trigrams: readonly Trigram[]): void {
    const { file, footer } = this.#segment;
    const locations: ListLocation[] = [
      { section: `documents of pair ${hex(pair, 2)}`, padding: 0, ...ofPair },
    ];
    let last = -1;
    for (const { third, documents, fourgrams, positions } of trigrams) {
      if (third <= last) throw this.#damaged(`trigrams of pair ${hex(pair, 2)}`, 'do not ascend');
      last = third;
      const section = `lists of trigram ${hexTrigram(pair, third)}`;
      const skips = { at: positions.skipsAt, bytes: SKIP_BYTES * positions.blocks };
      for (const list of [documents, fourgrams, positions])
        if (list !== null) locations.push({ section, padding: 0, at: list.at, bytes: list.bytes });
      locations.push({ section, padding: SKIP_BYTES - 1, ...skips });
    }
    // Lists in the dictionary itself are not checked here.
    const here = locations.filter(({ at, bytes }) => bytes > 0 && at < footer.symbolsEnd);
    for (const { section, padding, at, bytes } of here.sort((a, b) => a.at - b.at)) {
      const before = at - this.#at;
      if (before < 0 || before > padding) throw this.#damaged(section, 'are out of place');
      const zeros = new Uint8Array(before);
      this.#cache.copy(file, this.#at, before, zeros);
      if (zeros.some((byte) => byte !== 0)) throw this.#damaged(section, 'begin after unknown bytes');
      this.#at = at + bytes;
    }
    if (this.#at > footer.groupsEnd)
      throw this.#damaged(`lists of pair ${hex(pair, 2)}`, 'end after the last group');
  }

  #verifyDocuments(pair: number, { third, documents: list }: Trigram): Uint32Array {
    const section = `documents of trigram ${hexTrigram(pair, third)}`;
    if (third === SEPARATOR && list.count > 0)
      throw this.#damaged(section, 'are listed at the end of a part');
    if (third !== SEPARATOR && list.count === 0) throw this.#damaged(section, 'are none');
    const lastTwo = ((pair & 0xff) << 8) | third;
    if (list.count > (this.#segment.dictionary.pair(this.#cache, lastTwo)?.count ?? 0))
      throw this.#damaged(section, `are more than those of pair ${hex(lastTwo, 2)}`);
    const documents = this.#ofTrigram.subarray(0, this.#decode(section, list, this.#ofTrigram));
    for (const docId of documents) {
      if (!this.#pairSet.has(docId))
        throw this.#damaged(section, `name document ${docId}, which lacks its pair`);
    }
    return documents;
  }

  /** @param isListed whether the trigram is listed whose odd-offset positions these are */
  #verifyOddAlias(pair: number, { third, documents, positions }: Trigram, isListed: boolean): void {
    const section = sectionOfPositions(pair, third);
    if (!isListed) throw this.#damaged(section, 'are listed without it');
    if (documents.count > 0) throw this.#damaged(section, 'have documents of their own');
    if (positions.count === 0) throw this.#damaged(section, 'are none');
  }

  /**
   * @param documents that may hold the trigram
   * @param taken gets its positions, none of which it has
   */
  #verifyPositions(pair: number, { third, positions }: Trigram, documents: Uint32Array, taken: BitSet): void {
    const { starts, file } = this.#segment;
    const section = sectionOfPositions(pair, third);
    const damaged = (problem: string): SegmentsCorrupt => this.#damaged(section, problem);
    if (third === SEPARATOR && positions.count === 0) throw damaged('are none');
    const endOf = (index: number): number => u32(starts, u32(documents, index) + 1);
    let index = 0;
    const take = (position: number): void => {
      index = firstAbove(documents.length, index, position, endOf);
      const start = index === documents.length ? Infinity : u32(starts, u32(documents, index));
      // The trigram's third byte is at the next half position.
      if (position < start || position + 1 >= endOf(index))
        throw damaged(`have ${position}, which is in none of its documents`);
      if (taken.has(position)) throw damaged(`have ${position}, where another trigram stands`);
      taken.add(position);
    };
    if (positions.count > 0) eachPosition(this.#cache, file, positions, take, damaged);
    this.#positions += positions.count;
  }

  #verifySymbol(symbol: number): void {
    const section = `documents of byte ${hex(symbol, 1)}`;
    const list = this.#segment.symbol(symbol);
    const known = this.#withSymbol[symbol]?.list(this.#ofPair) ?? 0;
    if (list.count === 0 && known === 0) return;
    const count = this.#read(section, list, this.#ofTrigram);
    const listed = new BitSet(this.#documents);
    listed.addAll(this.#ofTrigram, 0, count);
    for (const docId of this.#ofPair.subarray(0, known)) {
      if (!listed.has(docId)) throw this.#damaged(section, `lack document ${docId}`);
    }
  }

  /** Reads the list that should come next. @returns how many documents it has, at the start of `into` */
  #read(section: string, list: DocumentList, into: Uint32Array): number {
    if (list.at !== this.#at) throw this.#damaged(section, 'are out of place');
    this.#at += list.bytes;
    return this.#decode(section, list, into);
  }

  #decode(section: string, list: DocumentList, into: Uint32Array): number {
    const damaged = (problem: string): SegmentsCorrupt => this.#damaged(section, problem);
    verifyDocIds(this.#segment, this.#cache, list, this.#documents, into, damaged);
    return list.count;
  }

  #damaged(section: string, problem: string): SegmentsCorrupt {
    return new SegmentsCorrupt(this.#segment.path, section, problem);
  }
}

/**
 * The first index, from `from` to below `count`, whose ascending `valueOf` is above a bound; `count` if there is
 * none.
 */
function firstAbove(count: number, from: number, bound: number, valueOf: (index: number) => number): number {
  let low = from;
  let step = 1;
  while (low + step <= count && valueOf(low + step - 1) <= bound) {
    low += step;
    step *= 2;
  }
  let high = Math.min(count, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueOf(middle) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Bytes of a number in hexadecimal, e.g. `61 62`. */
function hex(value: number, bytes: number): string {
  const digits = value.toString(16).padStart(2 * bytes, '0');
  return digits.replaceAll(/(..)(?=.)/g, '$1 ');
}

function hexTrigram(pair: number, third: number): string {
  return hex((pair << 8) | third, 3);
}

function sectionOfPositions(pair: number, third: number): string {
  const ofOddAlias = trigramOfOddAlias((pair << 8) | third);
  return ofOddAlias === NO_ALIAS
    ? `positions of trigram ${hexTrigram(pair, third)}`
    : `odd-offset positions of trigram ${hex(ofOddAlias, 3)}`;
}
