import type { RejectedLines } from '@sitegrep/storage';

const MAX_SAMPLES = 20;
const MAX_SAMPLE_TEXT = 200;

/** Counts the lines that named no site and keeps the first few. */
export class RejectedCounter {
  #count = 0;
  readonly #samples: { line: number; text: string; reason: string }[] = [];

  add(line: number, text: string, reason: string): void {
    this.#count += 1;
    if (this.#samples.length >= MAX_SAMPLES) return;
    // toWellFormed: the cut may fall into a surrogate pair.
    this.#samples.push({ line, text: text.slice(0, MAX_SAMPLE_TEXT).toWellFormed(), reason });
  }

  total(): RejectedLines {
    return { count: this.#count, samples: this.#samples };
  }
}
