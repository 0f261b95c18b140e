import type { Budget } from './budget.ts';
import type { Hit } from './hits.ts';
import type { PatternTable } from './pattern-table.ts';

interface Trial {
  readonly pattern: number;
  readonly item: number;
  readonly text: string;
  readonly positions: readonly number[] | null;
}

/** Tries patterns on a page, and keeps what they match. Those that may go on for ever wait until all else is known. */
export class Trials {
  readonly #patterns: PatternTable;
  readonly #budget: Budget;
  readonly #hits: Hit[] = [];
  readonly #deferred: Trial[] = [];

  constructor(patterns: PatternTable, budget: Budget) {
    this.#patterns = patterns;
    this.#budget = budget;
  }

  /** In no order. */
  get hits(): readonly Hit[] {
    return this.#hits;
  }

  get isDone(): boolean {
    return this.#deferred.length === 0;
  }

  /**
   * @param item which of its field's values the text is; 0 for a text
   * @param positions of the pattern's literals in it; null for anywhere
   */
  try(pattern: number, item: number, text: string, positions: readonly number[] | null): void {
    const trial = { pattern, item, text, positions };
    if (this.#patterns.isEndless(pattern)) this.#deferred.push(trial);
    else this.#run(trial);
  }

  runDeferred(): void {
    for (const trial of this.#deferred.splice(0)) this.#run(trial);
  }

  #run({ pattern, item, text, positions }: Trial): void {
    const match = this.#patterns.searchOf(pattern)(text, positions, this.#budget);
    if (match !== null) this.#hits.push({ pattern, item, match });
  }
}
