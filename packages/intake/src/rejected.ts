import type { RejectedLines } from '@sitegrep/storage';

const MAX_SAMPLES = 20;
const MAX_SAMPLE_TEXT = 200;

/** Counts the lines that were refused and keeps the first few. */
export class RejectedCounter {
  #count = 0;
  readonly #reasons = new Map<string, number>();
  readonly #samples: { line: number; text: string; reason: string }[] = [];

  add(line: number, text: string, reason: string): void {
    this.#count += 1;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    if (this.#samples.length >= MAX_SAMPLES) return;
    const shown = withoutPassword(text).slice(0, MAX_SAMPLE_TEXT);
    // toWellFormed: the cut may fall into a surrogate pair.
    this.#samples.push({ line, text: shown.toWellFormed(), reason });
  }

  total(): RejectedLines {
    // Reasons are a closed list, so they are few.
    return { count: this.#count, reasons: Object.fromEntries(this.#reasons), samples: this.#samples };
  }
}

/** Samples are stored, shown and logged. */
function withoutPassword(text: string): string {
  return text.replaceAll(/:\/\/[^/?#\s]*@/g, '://…@');
}
