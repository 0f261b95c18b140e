import type { LookedUpDomain } from '@sitegrep/client';
import { counted, formatCount, printable } from './terminal.ts';

/** Entries that are named of each kind. */
const SHOWN = 10;

/** Counts of what became of the entries of a lookup, with the first of those that were not found. */
export class LookupCounts {
  entries = 0;
  stored = 0;
  readonly #missing = new Sample();
  readonly #refused = new Sample();

  /** Counts what passes. */
  async *counting(found: AsyncGenerator<LookedUpDomain, void>): AsyncGenerator<LookedUpDomain, void> {
    for await (const entry of found) {
      this.entries += 1;
      if (entry.error !== undefined) this.#refused.add(`${entry.input} (${entry.error})`);
      else if (entry.item === null) this.#missing.add(entry.input);
      else this.stored += 1;
      yield entry;
    }
  }

  /** Lines about the counts. @param withMissing whether entries are named for which nothing is stored */
  lines({ withMissing }: { readonly withMissing: boolean }): string {
    const lines = [
      `${formatCount(this.stored)} of ${counted(this.entries, 'entry is', 'entries are')} stored`,
      ...(withMissing ? this.#missing.lines('nothing is stored for') : []),
      ...this.#refused.lines('no domain is named by'),
    ];
    return `${lines.join('\n')}\n`;
  }
}

/** The first of some texts. */
class Sample {
  readonly #first: string[] = [];
  #count = 0;

  add(text: string): void {
    this.#count += 1;
    if (this.#first.length < SHOWN) this.#first.push(`  ${printable(text)}`);
  }

  lines(title: string): readonly string[] {
    if (this.#count === 0) return [];
    const more = this.#count - this.#first.length;
    return [
      `${title} ${counted(this.#count, 'entry', 'entries')}:`,
      ...this.#first,
      ...(more > 0 ? [`  … and ${formatCount(more)} more`] : []),
    ];
  }
}
