import type { Kernel } from '../kernel/kernel.ts';
import { pairKey } from '../segment/format.ts';
import { u32 } from '../elements.ts';

/** Keys of each document, each once, in the order of documents, on top of a kernel's memory. */
export interface KeysOfDocuments {
  /** Where the keys of each document begin, and where the last ones end. */
  readonly addresses: Uint32Array;
}

/** Numbers of blocks of 256 keys: where they are in a kernel's memory. */
export interface Blocks {
  readonly address: number;
  readonly end: number;
}

export const KEYS_A_BLOCK = 256;

/** What the kernel's `listEnds` may write. */
export const ENDS_BYTES = 8 * KEYS_A_BLOCK;

/** Writes down numbers of blocks. */
export function storeBlocks(kernel: Kernel, numbers: Uint32Array): Blocks {
  const address = kernel.take(numbers.byteLength);
  kernel.words.set(numbers, address >>> 2);
  return { address, end: address + numbers.byteLength };
}

/**
 * Sorts documents by key: a counting sort.
 *
 * @param keys go, and the sorted documents come in their address
 * @param blocks 256 × one of them and up to 255 more is each key
 * @param table a word for each key up to the largest; of the blocks it becomes where the documents of each key end, in words
 * @returns the address of the documents of the first block's first key, ascending; then come those of its second, and so on, block by block
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

/** Three bytes as a number, the first one highest. */
const TRIGRAMS = 2 ** 24;

/** What a text holds: all documents one behind the other. */
export interface Text {
  /** Half offsets at which documents begin, and where the last one ends. */
  readonly starts: Uint32Array;
  /** Writes it down where a builder wants it, which has room for exactly that. */
  write(into: Uint8Array): void;
}

/** A text in the memory of a kernel. */
export interface TextInMemory {
  readonly address: number;
  /** As those of the text. */
  readonly starts: Uint32Array;
}

export function textBytes({ starts }: Pick<Text, 'starts'>): number {
  return 2 * u32(starts, starts.length - 1);
}

/** Tables in the memory of a kernel, by which a thread goes from text to text. */
export interface CountTables {
  /** Even positions of each trigram; the third byte may be a separator. */
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
 * @returns the trigrams of each document, from all positions, on top of the kernel's memory; a separator as third, or second
 *   and third byte stands for the end of a part
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
 * Sorts the even positions of all trigrams that begin with some pairs, halved, by trigram: a counting sort.
 *
 * @param pairs neighbours among those of the text, by their keys ascending
 * @param counts of each trigram; becomes where its positions end, in words behind `into`
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
