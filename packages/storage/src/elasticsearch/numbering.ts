// Numbers in a row for what many processes write concurrently. A cluster shows writes in any order. So no process takes a number
// while it writes: readers could not tell whether a lower number is still being written. Instead a reader gives numbers to what
// was written meanwhile, in two steps.
//
// First, a document lists what comes next; one of several concurrent readers writes it. Then each of these gets its number,
// unless it has one. Every reader that finds the document does the second step before it lists more or relies on any
// number. So a kill in between leaves nothing undone, nothing gets two numbers, and what nobody reads costs nothing.
import { LRUCache } from 'lru-cache';

/** The items that got numbers last. */
export interface Decision<Item> {
  /** Number before the first of them. */
  readonly before: number;
  readonly items: readonly Item[];
  /** Names the state of the document that has it: another one has another mark. */
  readonly mark: string;
}

/** Steps of numbering, each for one of several rows of numbers that a key names. */
export interface NumberingSteps<Item> {
  /** The last decision; null: there was none. */
  read(key: string): Promise<Decision<Item> | null>;
  /** Puts a decision in the place of the last one, unless another reader was faster. */
  decide(
    key: string,
    last: Decision<Item> | null,
    next: Pick<Decision<Item>, 'before' | 'items'>,
  ): Promise<void>;
  /** Gives each its number, unless it has one. */
  assign(key: string, decision: Decision<Item>): Promise<void>;
  /** Some of what has no number, as searches see it. */
  waiting(key: string): Promise<readonly Item[]>;
}

export interface Numbering<Item> {
  /** Completes the last decision, and gives it; null: there is none. */
  settle(key: string): Promise<Decision<Item> | null>;
  /**
   * Decides on what waits for numbers.
   *
   * @param last result of `settle`
   * @returns false if nothing waits; else `settle` is to be called again
   */
  advance(key: string, last: Decision<Item> | null): Promise<boolean>;
}

/** Maximum number of rows of which a process remembers that the last decision is complete. */
const MAX_KNOWN = 1_000;

export function createNumbering<Item>(steps: NumberingSteps<Item>): Numbering<Item> {
  /** Mark of the last decision of each row that is complete. */
  const done = new LRUCache<string, string>({ max: MAX_KNOWN });
  return {
    async settle(key) {
      const last = await steps.read(key);
      if (last !== null && done.get(key) !== last.mark) {
        await steps.assign(key, last);
        done.set(key, last.mark);
      }
      return last;
    },
    async advance(key, last) {
      const items = await steps.waiting(key);
      if (items.length === 0) return false;
      await steps.decide(key, last, { before: endOf(last), items });
      return true;
    },
  };
}

/** Highest number that was given. */
export function endOf(last: Decision<unknown> | null): number {
  return last === null ? 0 : last.before + last.items.length;
}
