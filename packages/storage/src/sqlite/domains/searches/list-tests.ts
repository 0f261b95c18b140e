// Tells of one domain after another in which lists it is.
import { LRUCache } from 'lru-cache';
import type { ListReader, ListRow } from '../lists/list-rows.ts';

/** Memory for names of lists that were read last, in bytes: the chunks of one list of a million, whatever the order of domains. */
const CHUNK_BYTES = 48 << 20;
/** Memory for the first names of the chunks of lists, in bytes. */
const FIRST_BYTES = 8 << 20;
/** Approximate size of a name in memory, in bytes. */
const NAME_BYTES = 60;

/** The lists that a domain is in, of some. @param ids of lists; those that do not exist have no domains */
export type ListsOf = (domain: string, ids: ReadonlySet<string>) => ReadonlySet<string>;

export function openListTests(lists: ListReader): ListsOf {
  /** First names by the number of a list, under which they never change. */
  const firsts = new LRUCache<number, readonly string[]>({
    maxSize: FIRST_BYTES,
    sizeCalculation: ({ length }) => NAME_BYTES * (1 + length),
  });
  const chunks = new LRUCache<string, ReadonlySet<string>>({
    maxSize: CHUNK_BYTES,
    sizeCalculation: ({ size }) => NAME_BYTES * (1 + size),
  });

  function firstsOf(row: ListRow): readonly string[] {
    const known = firsts.get(row.number);
    if (known !== undefined) return known;
    const read = lists.firsts(row);
    firsts.set(row.number, read);
    return read;
  }

  function chunkOf(row: ListRow, index: number): ReadonlySet<string> {
    const key = `${row.number} ${index}`;
    const known = chunks.get(key);
    if (known !== undefined) return known;
    const names = new Set(lists.chunk(row, index));
    chunks.set(key, names);
    return names;
  }

  function isIn(row: ListRow, domain: string): boolean {
    const names = firstsOf(row);
    let [low, high] = [0, names.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((names[middle] ?? '') <= domain) low = middle + 1;
      else high = middle;
    }
    return low > 0 && chunkOf(row, low - 1).has(domain);
  }

  return (domain, ids) => {
    const found = new Set<string>();
    for (const id of ids) {
      const row = lists.get(id);
      if (row !== null && isIn(row, domain)) found.add(id);
    }
    return found;
  };
}
