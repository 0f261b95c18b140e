import type { Kernel } from '../kernel/kernel.ts';

/** Keys of each document, each once, in the order of documents, on top of a kernel's memory. */
export interface KeysOfDocuments {
  /** Where the keys of each document begin, and where the last ones end. */
  readonly places: Uint32Array;
}

/** Numbers of blocks of 256 keys: where they are in a kernel's memory. */
export interface Blocks {
  readonly place: number;
  readonly end: number;
}

export const KEYS_A_BLOCK = 256;

/** What the kernel's `listEnds` may write. */
export const ENDS_BYTES = 8 * KEYS_A_BLOCK;

/** Writes down numbers of blocks. */
export function placeBlocks(kernel: Kernel, numbers: Uint32Array): Blocks {
  const place = kernel.take(numbers.byteLength);
  kernel.words.set(numbers, place >>> 2);
  return { place, end: place + numbers.byteLength };
}

/**
 * Sorts documents by key: a counting sort.
 *
 * @param keys go, and the sorted documents come in their place
 * @param blocks 256 × one of them and up to 255 more is each key
 * @param table a word for each key up to the largest; of the blocks it becomes where the documents of each key end, in words
 * @returns the place of the documents of the first block's first key, ascending; then come those of its second, and so on, block by block
 */
export function sortDocuments(
  kernel: Kernel,
  { places }: KeysOfDocuments,
  blocks: Blocks,
  table: number,
): number {
  const { run } = kernel;
  const [place = 0] = places;
  const end = places.at(-1) ?? 0;
  run.clearBlocks(blocks.place, blocks.end, table);
  for (let document = 0; document + 1 < places.length; document++)
    run.countKeys(places[document] ?? 0, places[document + 1] ?? 0, table);
  run.sumUp(blocks.place, blocks.end, table);
  const sorted = kernel.take(end - place);
  for (let document = 0; document + 1 < places.length; document++)
    run.placeDocument(places[document] ?? 0, places[document + 1] ?? 0, document, table, sorted);
  kernel.bytes.copyWithin(place, sorted, sorted + end - place);
  kernel.top = end;
  return place;
}
