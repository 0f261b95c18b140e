import type { Budget } from './budget.ts';
import type { Hit } from './hits.ts';
import type { PatternTable } from './pattern-table.ts';

/** Tries patterns on a page, and keeps what they match. */
export class Trials {
  readonly #patterns: PatternTable;
  readonly #budget: Budget;
  readonly #hits: Hit[] = [];

  constructor(patterns: PatternTable, budget: Budget) {
    this.#patterns = patterns;
    this.#budget = budget;
  }

  /** In no order. */
  get hits(): readonly Hit[] {
    return this.#hits;
  }

  /**
   * @param item which of its field's values the text is; 0 for a text
   * @param positions of the pattern's literals in it; null for anywhere
   */
  try(pattern: number, item: number, text: string, positions: readonly number[] | null): void {
    const match = this.#patterns.searchOf(pattern)(text, positions, this.#budget);
    if (match !== null) this.#hits.push({ pattern, item, match });
  }
}
