import { u32 } from '../elements.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { pairKey } from '../segment/format.ts';

/** Keys of each document, each once, in the order of documents, on top of a kernel's memory. */
export interface KeysOfDocuments {
  /** Addresses at which the keys of each document begin; the last element is where the last ones end. */
  readonly addresses: Uint32Array;
}

/** Numbers of blocks of 256 keys, in a kernel's memory. */
export interface Blocks {
  readonly address: number;
  readonly end: number;
}

export const KEYS_A_BLOCK = 256;

/** Maximum bytes that the kernel's `listEnds` writes. */
export const ENDS_BYTES = 8 * KEYS_A_BLOCK;

/** Stores numbers of blocks. */
export function storeBlocks(kernel: Kernel, numbers: Uint32Array): Blocks {
  const address = kernel.take(numbers.byteLength);
  kernel.words.set(numbers, address >>> 2);
  return { address, end: address + numbers.byteLength };
}

/**
 * Sorts documents by key: a counting sort.
 *
 * @param keys are replaced by the sorted documents
 * @param blocks each key is 256 × the number of a block, and up to 255 more
 * @param table a word for each key up to the largest; those of the blocks become where the documents of each key end,
 * in words
 * @returns the address of the documents of the first block's first key, ascending; those of its second key follow,
 * and so on, block by block
 */
export function sortDocuments(
  kernel: Kernel,
  { addresses }: KeysOfDocuments,
  blocks: Blocks,
  table: number,
): number {
  const { run } = kernel;
  const address = u32(addresses, 0);
  const end = u32(addresses, addresses.length - 1);
  run.clearBlocks(blocks.address, blocks.end, table);
  for (let document = 0; document + 1 < addresses.length; document++)
    run.countKeys(u32(addresses, document), u32(addresses, document + 1), table);
  run.sumUp(blocks.address, blocks.end, table);
  const sorted = kernel.take(end - address);
  for (let document = 0; document + 1 < addresses.length; document++)
    run.scatterDocument(u32(addresses, document), u32(addresses, document + 1), document, table, sorted);
  kernel.bytes.copyWithin(address, sorted, sorted + end - address);
  kernel.top = end;
  return address;
}

/** Number of trigrams: three bytes as a number, the first one highest. */
const TRIGRAMS = 2 ** 24;

/** Text of a segment: its documents one after another. */
export interface Text {
  /** Half offsets at which documents begin; the last element is where the last one ends. */
  readonly starts: Uint32Array;
  /** Writes the text into an array of exactly its length. */
  write(into: Uint8Array): void;
}

/** A text in the memory of a kernel. */
export interface TextInMemory {
  readonly address: number;
  /** See `Text`. */
  readonly starts: Uint32Array;
}

export function textBytes({ starts }: Pick<Text, 'starts'>): number {
  return 2 * u32(starts, starts.length - 1);
}

/** Tables in the memory of a kernel, which a thread uses for one text after another. */
export interface CountTables {
  /** Number of even positions of each trigram, whose third byte may be a separator. */
  readonly positions: number;
  /** The last document with each trigram, plus one. */
  readonly lastDocuments: number;
}

export function countTables(kernel: Kernel): CountTables {
  return { positions: kernel.take(4 * TRIGRAMS), lastDocuments: kernel.take(4 * TRIGRAMS) };
}

/**
 * Counts the even positions of each trigram.
 *
 * @param tables all zero
 * @returns the trigrams at all positions of each document, on top of the kernel's memory; the end of a part counts as
 * trigrams with a separator as third byte, or as second and third byte
 */
export function countTrigrams(
  kernel: Kernel,
  { address, starts }: TextInMemory,
  { positions, lastDocuments }: CountTables,
): KeysOfDocuments {
  const documents = starts.length - 1;
  const keyAddresses = new Uint32Array(documents + 1);
  let end = kernel.top;
  for (let document = 0; document < documents; document++) {
    keyAddresses[document] = end;
    const from = address + 2 * u32(starts, document);
    const to = address + 2 * u32(starts, document + 1);
    // A document has no more trigrams than bytes.
    kernel.reach(end + 4 * Math.min(to - from, TRIGRAMS));
    end = kernel.run.countTrigrams(from, to, positions, lastDocuments, document + 1, end) >>> 0;
  }
  keyAddresses[documents] = end;
  kernel.top = end;
  return { addresses: keyAddresses };
}

/**
 * Sorts the even positions, halved, of all trigrams that begin with some pairs by trigram: a counting sort.
 *
 * @param pairs neighbours among those of the text, ascending by key
 * @param counts number of positions of each trigram; becomes where they end, in words from `into` on
 */
export function sortPositions(
  kernel: Kernel,
  { address, starts }: TextInMemory,
  pairs: Blocks,
  counts: number,
  into: number,
): void {
  const { run, words } = kernel;
  run.sumUp(pairs.address, pairs.end, counts);
  const first = pairKey(u32(words, pairs.address >>> 2));
  const last = pairKey(u32(words, (pairs.end >>> 2) - 1));
  for (let document = 0; document + 1 < starts.length; document++) {
    const start = u32(starts, document);
    const end = u32(starts, document + 1);
    run.scatterPositions(address + 2 * start, address + 2 * end, start, first, last, counts, into);
  }
}
