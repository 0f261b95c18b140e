import type { Kernel } from '../kernel/kernel.ts';
import { pairKey } from '../segment/format.ts';
import { largestDocIdsBytes } from '../codec/doc-ids.ts';
import { MAX_HEAD_BYTES } from '../segment/fourgrams.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import {
  textBytes,
  type TextInMemory,
  ENDS_BYTES,
  KEYS_A_BLOCK,
  storeBlocks,
  sortDocuments,
  type Blocks,
  type KeysOfDocuments,
} from './counting-sort.ts';
import { u32 } from '../elements.ts';

const PAIRS = 2 ** 16;

/** The key of what is no 4-gram; those of 4-grams follow. */
const NO_FOURGRAM = 0;

/** The 4-grams of one frequent trigram: their keys, and the fourth byte of each, follow each other. */
interface FourgramRow {
  readonly firstKey: number;
  readonly length: number;
  /** The address of the first one's fourth byte. */
  readonly fourths: number;
}

/**
 * Numbers all 4-grams there could be, without gaps: a frequent trigram `abc`, and a frequent one that begins with `bc`. These have
 * numbers in a row, too, so the key of `abcd` is a sum of one number of `abc` and one of `bcd`.
 */
class FourgramKeys {
  /** All keys are less. */
  readonly end: number;
  /** The address of a word for each number of a trigram: added to that of the trigram behind it, it makes the key. */
  readonly offsets: number;
  readonly #rows: Uint32Array;
  readonly #followers: Uint32Array;
  /** The address of the last byte of each frequent trigram. */
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
      // May be below zero: the sum is right in 32 bits.
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

/** How many of some trigrams begin with one of the pairs before each, in the order of groups. */
function countByPair(trigrams: Uint32Array): Uint32Array {
  const upTo = new Uint32Array(PAIRS + 1);
  for (const trigram of trigrams) {
    const behind = pairKey(trigram >>> 8) + 1;
    upTo[behind] = u32(upTo, behind) + 1;
  }
  for (let key = 0; key < PAIRS; key++) upTo[key + 1] = u32(upTo, key + 1) + u32(upTo, key);
  return upTo;
}

const SYMBOLS = 256;
const TRIGRAMS = 2 ** 24;

/** Keys of their 4-grams are fewer than trigrams, as a fourth byte is no separator. */
const MAX_FREQUENT = 2 ** 16 - 1;
/** So few frequent trigrams are no burden to any text; a longer one may have one for so many bytes. */
const FEW_FREQUENT = 64;
const BYTES_A_FREQUENT = 256;

/** Tables in the memory of a kernel, by which a thread goes from text to text. */
export interface FourgramTables {
  /** Of each trigram, its bytes backwards, half a word: its number among the frequent ones, from 1; else 0. */
  readonly numbers: number;
  /** Of each key of a 4-gram a word, and of a few more. */
  readonly ends: number;
}

export function fourgramTables(kernel: Kernel): FourgramTables {
  return { numbers: kernel.take(2 * TRIGRAMS), ends: kernel.take(4 * (TRIGRAMS + SYMBOLS)) };
}

/** Good until the kernel's memory grows. */
function numbersIn({ bytes }: Kernel, { numbers }: FourgramTables): Uint16Array {
  return new Uint16Array(bytes.buffer, numbers, TRIGRAMS);
}

/** One in so many documents: what makes a trigram frequent, and what does if that would make too many so. */
const SHARES = [48, 32, 16, 8, 4, 2, 1];

/** What `findFourgrams` is told of a 4-gram that a document was not seen to have. */
const NEW_FOURGRAM = 4;

/**
 * Trigrams that stand in a 48th of the documents at least. If these are too many, as among few but long documents, those in
 * a 32nd, and so on.
 *
 * @param pairs that trigrams begin with
 * @param ends where the documents of each trigram end, the ones of the next beginning there
 */
function frequentTrigrams(kernel: Kernel, text: TextInMemory, pairs: Blocks, ends: number): Uint32Array {
  const documents = text.starts.length - 1;
  const most = Math.min(MAX_FREQUENT, Math.max(FEW_FREQUENT, Math.floor(textBytes(text) / BYTES_A_FREQUENT)));
  const into = kernel.top;
  kernel.reach(into + 4 * (most + 1));
  for (const share of SHARES) {
    const least = Math.ceil(documents / share);
    const end = kernel.run.listFrequent(pairs.address, pairs.end, ends, least, into, most + 1) >>> 0;
    if (end - into <= 4 * most) return kernel.words.slice(into >>> 2, end >>> 2);
  }
  return new Uint32Array();
}

/** Four bytes in a row whose two trigrams are both frequent: the documents of each. */
export class FourgramLists {
  readonly #kernel: Kernel;
  readonly #frequent: Uint32Array;
  readonly #keys: FourgramKeys;
  /** The address of all documents, sorted by 4-gram. */
  readonly #documents: number;
  /** The address of a table: where the documents of each 4-gram end, in words behind `#documents`. */
  readonly #ends: number;
  /** Places of what is used for one trigram: what `listEnds` writes, ranks of documents, head and lists of its 4-grams. */
  readonly #listed: number;
  readonly #ranks: number;
  readonly #head: number;
  readonly #lists: number;
  #next = 0;
  #start = 0;

  /**
   * @param pairs, ends as those of `frequentTrigrams`
   * @param tables numbers all zero, as they are afterwards
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
   * Writes the 4-grams of a trigram, if it is frequent. Trigrams come in the order of `pairs`.
   *
   * @param from, to where its documents are among the words of the kernel
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

  /** @returns the address of the documents of all 4-grams, by key; `tables.ends` says where those of each key end */
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

/** A trigram as the processor reads it from a text, its lowest byte first. */
function backwards(trigram: number): number {
  return ((trigram & 0xff) << 16) | (trigram & 0xff00) | (trigram >>> 16);
}

/** The keys of each document's 4-grams. */
function fourgramsOf(
  kernel: Kernel,
  { address, starts }: TextInMemory,
  { numbers, ends: steps }: FourgramTables,
  keys: FourgramKeys,
): KeysOfDocuments {
  const { run } = kernel;
  const documents = starts.length - 1;
  const addresses = new Uint32Array(documents + 1);
  // Of each key a byte, in the table that is there for what comes next.
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
