import { largestDocIdsBytes } from '../codec/doc-ids.ts';
import { u32 } from '../elements.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { pairKey } from '../segment/format.ts';
import { MAX_HEAD_BYTES } from '../segment/fourgrams.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import {
  ENDS_BYTES,
  KEYS_A_BLOCK,
  sortDocuments,
  storeBlocks,
  textBytes,
  type Blocks,
  type KeysOfDocuments,
  type TextInMemory,
} from './counting-sort.ts';

const PAIRS = 2 ** 16;

/** Key for what is not a listed 4-gram; those of 4-grams follow it. */
const NO_FOURGRAM = 0;

/** The 4-grams of one frequent trigram: their keys follow each other, and so do their fourth bytes. */
interface FourgramRow {
  readonly firstKey: number;
  readonly length: number;
  /** Address of the first one's fourth byte. */
  readonly fourths: number;
}

/**
 * Numbers all possible 4-grams without gaps: a frequent trigram `abc`, and a frequent one that begins with `bc`. The
 * latter have consecutive numbers, so the key of `abcd` is the sum of a number of `abc` and one of `bcd`.
 */
class FourgramKeys {
  /** All keys are less. */
  readonly end: number;
  /** Address of a word for each number of a trigram: added to the number of the next trigram, it gives the key. */
  readonly offsets: number;
  readonly #rows: Uint32Array;
  readonly #followers: Uint32Array;
  /** Address of the last byte of each frequent trigram. */
  readonly #lastBytes: number;

  /** @param frequent trigrams in the order of groups; they are numbered from 1 */
  constructor(kernel: Kernel, frequent: Uint32Array) {
    this.offsets = kernel.take(4 * (frequent.length + 1));
    this.#lastBytes = kernel.take(frequent.length);
    kernel.bytes.set(
      frequent.map((trigram) => trigram & 0xff),
      this.#lastBytes,
    );
    const upTo = countByPair(frequent);
    this.#rows = new Uint32Array(frequent.length + 1);
    this.#followers = new Uint32Array(frequent.length);
    const offsets = kernel.words.subarray(this.offsets >>> 2);
    let end = NO_FOURGRAM + 1;
    for (const [index, trigram] of frequent.entries()) {
      const key = pairKey(trigram & 0xffff);
      const follower = u32(upTo, key);
      this.#followers[index] = follower;
      this.#rows[index] = end;
      // The difference may be negative: the sum is right in 32 bits.
      offsets[index + 1] = end - (follower + 1);
      end += u32(upTo, key + 1) - follower;
    }
    this.#rows[frequent.length] = end;
    this.end = end;
  }

  /** @param index of the trigram among the frequent ones, from 0 */
  row(index: number): FourgramRow {
    const firstKey = u32(this.#rows, index);
    const length = u32(this.#rows, index + 1) - firstKey;
    return { firstKey, length, fourths: this.#lastBytes + u32(this.#followers, index) };
  }
}

/** Number of trigrams that begin with a pair before each pair, in the order of groups. */
function countByPair(trigrams: Uint32Array): Uint32Array {
  const upTo = new Uint32Array(PAIRS + 1);
  for (const trigram of trigrams) {
    const next = pairKey(trigram >>> 8) + 1;
    upTo[next] = u32(upTo, next) + 1;
  }
  for (let key = 0; key < PAIRS; key++) upTo[key + 1] = u32(upTo, key + 1) + u32(upTo, key);
  return upTo;
}

const SYMBOLS = 256;
const TRIGRAMS = 2 ** 24;

/**
 * Maximum frequent trigrams. The keys of their 4-grams are fewer than there are trigrams, as a fourth byte is no
 * separator.
 */
const MAX_FREQUENT = 2 ** 16 - 1;
/** Number of frequent trigrams that any text may have; a longer one may have one for every `BYTES_A_FREQUENT`. */
const FEW_FREQUENT = 64;
const BYTES_A_FREQUENT = 256;

/** Tables in the memory of a kernel, which a thread uses for one text after another. */
export interface FourgramTables {
  /**
   * Half a word for each trigram, indexed by its bytes in reverse: its number among the frequent ones, from 1, else
   * 0.
   */
  readonly numbers: number;
  /** A word for each key of a 4-gram, and a few more. */
  readonly ends: number;
}

export function fourgramTables(kernel: Kernel): FourgramTables {
  return { numbers: kernel.take(2 * TRIGRAMS), ends: kernel.take(4 * (TRIGRAMS + SYMBOLS)) };
}

/** Valid until the kernel's memory grows. */
function numbersIn({ bytes }: Kernel, { numbers }: FourgramTables): Uint16Array {
  return new Uint16Array(bytes.buffer, numbers, TRIGRAMS);
}

/**
 * Shares of the documents that make a trigram frequent: the first one in so many documents, and the next if that
 * would make too many so.
 */
const SHARES = [48, 32, 16, 8, 4, 2, 1];

/** Mark of a 4-gram that the document has not been seen to have, for `findFourgrams`. */
const NEW_FOURGRAM = 4;

/**
 * Trigrams in at least a 48th of the documents. If these are too many, as for a few long documents, those in a 32nd,
 * and so on.
 *
 * @param pairs that trigrams begin with
 * @param ends where the documents of each trigram end, which is where those of the next one begin
 */
function frequentTrigrams(kernel: Kernel, text: TextInMemory, pairs: Blocks, ends: number): Uint32Array {
  const documents = text.starts.length - 1;
  const maxFrequent = Math.min(
    MAX_FREQUENT,
    Math.max(FEW_FREQUENT, Math.floor(textBytes(text) / BYTES_A_FREQUENT)),
  );
  const into = kernel.top;
  kernel.reach(into + 4 * (maxFrequent + 1));
  for (const share of SHARES) {
    const least = Math.ceil(documents / share);
    const end = kernel.run.listFrequent(pairs.address, pairs.end, ends, least, into, maxFrequent + 1) >>> 0;
    if (end - into <= 4 * maxFrequent) return kernel.words.slice(into >>> 2, end >>> 2);
  }
  return new Uint32Array();
}

/** Documents of each 4-gram both of whose trigrams are frequent. */
export class FourgramLists {
  readonly #kernel: Kernel;
  readonly #frequent: Uint32Array;
  readonly #keys: FourgramKeys;
  /** Address of all documents, sorted by 4-gram. */
  readonly #documents: number;
  /** Address of a table: where the documents of each 4-gram end, in words from `#documents` on. */
  readonly #ends: number;
  /**
   * Addresses of working memory for one trigram: output of `listEnds`, ranks of documents, head and lists of its
   * 4-grams.
   */
  readonly #listed: number;
  readonly #ranks: number;
  readonly #head: number;
  readonly #lists: number;
  #next = 0;
  #start = 0;

  /**
   * @param pairs, ends as for `frequentTrigrams`
   * @param tables numbers all zero, and so again afterwards
   */
  constructor(kernel: Kernel, text: TextInMemory, pairs: Blocks, ends: number, tables: FourgramTables) {
    const documents = text.starts.length - 1;
    this.#kernel = kernel;
    this.#frequent = frequentTrigrams(kernel, text, pairs, ends);
    this.#keys = new FourgramKeys(kernel, this.#frequent);
    this.#documents = this.#sort(text, tables);
    this.#ends = tables.ends;
    this.#listed = kernel.take(ENDS_BYTES);
    this.#ranks = kernel.take(4 * documents);
    this.#head = kernel.take(MAX_HEAD_BYTES);
    this.#lists = kernel.take(SYMBOLS * largestDocIdsBytes(documents));
  }

  /**
   * Writes the 4-grams of a trigram if it is frequent. Trigrams come in the order of `pairs`.
   *
   * @param from, to range of its documents among the words of the kernel
   */
  write(writer: SegmentWriter, trigram: number, from: number, to: number): void {
    if (this.#frequent[this.#next] !== trigram) return;
    const { run, words } = this.#kernel;
    const { firstKey, length, fourths } = this.#keys.row(this.#next++);
    const [start, listed] = [this.#start, this.#listed];
    const listedEnd = run.listEnds(this.#ends + 4 * firstKey, length, start, listed) >>> 0;
    if (listedEnd > listed) this.#start = u32(words, (listedEnd >>> 2) - 1);
    const [head, lists] = [this.#head, this.#lists];
    const end =
      run.writeFourgrams(
        4 * from,
        4 * to,
        listed,
        listedEnd,
        fourths,
        this.#documents,
        start,
        this.#ranks,
        head,
        lists,
      ) >>> 0;
    const headEnd = run.fourgramsHeadEnd() >>> 0;
    writer.trigramFourgramsAt(trigram & 0xff, head, headEnd, lists, end, 0);
  }

  /** @returns the address of the documents of all 4-grams, by key; `tables.ends` has where those of each key end */
  #sort(text: TextInMemory, tables: FourgramTables): number {
    const kernel = this.#kernel;
    const blocks = storeBlocks(
      kernel,
      Uint32Array.from({ length: Math.ceil(this.#keys.end / KEYS_A_BLOCK) }, (_, block) => block),
    );
    const numbers = numbersIn(kernel, tables);
    for (const [index, trigram] of this.#frequent.entries()) numbers[backwards(trigram)] = index + 1;
    try {
      const fourgrams = fourgramsOf(kernel, text, tables, this.#keys);
      return sortDocuments(kernel, fourgrams, blocks, tables.ends);
    } finally {
      const numbersNow = numbersIn(kernel, tables);
      for (const trigram of this.#frequent) numbersNow[backwards(trigram)] = 0;
    }
  }
}

/** A trigram as the processor loads it from a text, its lowest byte first. */
function backwards(trigram: number): number {
  return ((trigram & 0xff) << 16) | (trigram & 0xff00) | (trigram >>> 16);
}

/** Keys of each document's 4-grams. */
function fourgramsOf(
  kernel: Kernel,
  { address, starts }: TextInMemory,
  { numbers, ends: steps }: FourgramTables,
  keys: FourgramKeys,
): KeysOfDocuments {
  const { run } = kernel;
  const documents = starts.length - 1;
  const addresses = new Uint32Array(documents + 1);
  // A byte for each key, in the table that is needed only afterwards.
  kernel.bytes.fill(NEW_FOURGRAM, steps, steps + keys.end);
  kernel.bytes[steps + NO_FOURGRAM] = 0;
  let end = kernel.top;
  for (let document = 0; document < documents; document++) {
    addresses[document] = end;
    const from = address + 2 * u32(starts, document);
    const to = address + 2 * u32(starts, document + 1);
    kernel.reach(end + 4 * Math.min(to - from, keys.end) + 4);
    const next = run.findFourgrams(from, to, numbers, keys.offsets, steps, end) >>> 0;
    run.forgetFourgrams(end, next, steps);
    end = next;
  }
  addresses[documents] = end;
  kernel.top = end;
  return { addresses };
}
