import type { Expression } from '@sitegrep/search';
import { type Entry, SearchTables } from './search-tables.ts';

/** Searches that are moved with each change: so many that all are before many more come and go. */
const MOVED = 8;

/** Tables into which searches are put anew, some with each change, so that nothing is left of those that are gone. */
export class Renewal<Search extends { readonly id: string; readonly where: Expression }> {
  readonly tables = new SearchTables<Search>();
  readonly entries = new Map<string, Entry<Search>>();
  /** Searches that were put into these tables and are gone. */
  readonly gone: Search[] = [];
  readonly #left: Entry<Search>[];
  /** Ids of searches that came or went since the beginning. */
  readonly #changed = new Set<string>();

  /** @param entries those of all searches */
  constructor(entries: Iterable<Entry<Search>>) {
    this.#left = [...entries];
  }

  add(search: Search, number: number): void {
    this.#changed.add(search.id);
    this.#put(search, number);
  }

  remove(id: string): void {
    this.#changed.add(id);
    const entry = this.entries.get(id);
    if (entry === undefined) return;
    this.entries.delete(id);
    this.tables.delete(entry);
    this.gone.push(entry.search);
  }

  /** Moves some searches. @returns whether all of them were moved */
  goOn(): boolean {
    for (const { search, number } of this.#left.splice(-MOVED))
      if (!this.#changed.has(search.id)) this.#put(search, number);
    return this.#left.length === 0;
  }

  #put(search: Search, number: number): void {
    const entry = this.tables.entryOf(search, number);
    this.entries.set(search.id, entry);
    this.tables.put(entry);
  }
}
