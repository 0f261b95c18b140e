// Collects items of documents that match, in order.
import type { Hits } from '../../domains.ts';
import { compareValues, isAfter, startOf } from '../../result-order.ts';
import type { LevelByPage, SortedItem, Task } from './found-items.ts';
import type { Match } from './verifier.ts';

/** Makes items of the pages, or of the versions, of each document that match. */
export type ItemsOf<L extends LevelByPage> = (
  task: Task<L>,
  matches: readonly Match[],
) => Promise<readonly (readonly SortedItem<Hits[L]>[])[]>;

/** Collects items of documents that come in order, from the position of a query on. */
export class ItemsInOrder<L extends LevelByPage> {
  readonly #task: Task<L>;
  readonly #itemsOf: ItemsOf<L>;
  readonly #limit: number;
  /** Items that are still to be left out. */
  #skip: number;
  readonly found: SortedItem<Hits[L]>[] = [];

  constructor(task: Task<L>, itemsOf: ItemsOf<L>, limit: number) {
    this.#task = task;
    this.#itemsOf = itemsOf;
    this.#limit = limit;
    this.#skip = startOf(task.query.from).skip;
  }

  /** True if all items that are sought were found, and one more. */
  get areEnough(): boolean {
    return this.found.length > this.#limit;
  }

  async add(matches: readonly Match[]): Promise<void> {
    const { order, from } = this.#task.query;
    const { last } = startOf(from);
    const compare = compareValues(order);
    let left = 0;
    while (left < matches.length && (matches[left]?.pages.length ?? 0) <= this.#skip) {
      this.#skip -= matches[left]?.pages.length ?? 0;
      left++;
    }
    for (const pages of await this.#itemsOf(this.#task, matches.slice(left))) {
      const further = pages.filter(({ hit }) => isAfter(order, hit.sortValues, last));
      const sorted = further.toSorted((a, b) => compare(a.hit.sortValues, b.hit.sortValues));
      this.found.push(...sorted.slice(this.#skip));
      this.#skip = Math.max(0, this.#skip - sorted.length);
    }
    this.found.splice(this.#limit + 1);
  }
}
