/** Keys of each document, each once, in the order of documents. */
export interface KeysOfDocuments {
  readonly keys: Uint32Array;
  /** Where the keys of each document begin, and where the last ones end. */
  readonly starts: Uint32Array;
}

const BLOCK = 256;

/**
 * Sorts documents by key: a counting sort.
 *
 * @param blocks ascending; 256 × one of them and up to 255 more is each key
 * @param table as large as the largest key; of the blocks it becomes where the documents of each key end
 * @returns the documents of the first key, ascending, those of the second, and so on
 */
export function sortDocuments(
  { keys, starts }: KeysOfDocuments,
  blocks: Uint32Array,
  table: Uint32Array,
): Uint32Array {
  for (const block of blocks) table.fill(0, block * BLOCK, (block + 1) * BLOCK);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? 0;
    table[key] = (table[key] ?? 0) + 1;
  }
  let next = 0;
  for (const block of blocks) {
    for (let key = block * BLOCK; key < (block + 1) * BLOCK; key++) {
      const count = table[key] ?? 0;
      table[key] = next;
      next += count;
    }
  }
  const sorted = new Uint32Array(keys.length);
  for (let document = 0; document + 1 < starts.length; document++) {
    const end = starts[document + 1] ?? 0;
    for (let index = starts[document] ?? 0; index < end; index++) {
      const key = keys[index] ?? 0;
      const to = table[key] ?? 0;
      sorted[to] = document;
      table[key] = to + 1;
    }
  }
  return sorted;
}
