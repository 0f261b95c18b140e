import type { Kernel } from '../kernel/kernel.ts';

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
  const [address = 0] = addresses;
  const end = addresses.at(-1) ?? 0;
  run.clearBlocks(blocks.address, blocks.end, table);
  for (let document = 0; document + 1 < addresses.length; document++)
    run.countKeys(addresses[document] ?? 0, addresses[document + 1] ?? 0, table);
  run.sumUp(blocks.address, blocks.end, table);
  const sorted = kernel.take(end - address);
  for (let document = 0; document + 1 < addresses.length; document++)
    run.scatterDocument(addresses[document] ?? 0, addresses[document + 1] ?? 0, document, table, sorted);
  kernel.bytes.copyWithin(address, sorted, sorted + end - address);
  kernel.top = end;
  return address;
}
