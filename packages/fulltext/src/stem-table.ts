import { stemRules } from './stems.ts';
import { enlarged, TermTable } from './term-table.ts';

/** Number of terms of all languages above which none is kept for the next page. */
const MAX_KEPT = 300_000;

/** The terms of the pages of one language, with their stems. */
interface Language {
  readonly terms: TermTable;
  /** The stem of each term, which is a term, as its number plus one; 0: not known yet. */
  stems: Int32Array;
  /** The last page that had each term as the stem of another. */
  pages: Int32Array;
}

/** Keeps the stems of terms, most of which many pages have. */
export class StemTable {
  readonly #languages = new Map<string | null, Language>();
  #pages = 0;

  /**
   * The stems of the terms of a page that differ from them, each once, in a table of terms.
   *
   * @param language ISO 639-1
   */
  ofPage(
    terms: TermTable,
    language: string | null,
  ): { readonly terms: TermTable; readonly stems: readonly number[] } {
    const page = ++this.#pages;
    const known = this.#known(language);
    const rules = stemRules(language);
    const stems: number[] = [];
    for (let number = 0; number < terms.size; number++) {
      const term = terms.numberIn(known.terms, number);
      if (term >= known.stems.length) known.stems = enlarged(known.stems, new Int32Array(2 * term));
      let stem = (known.stems[term] ?? 0) - 1;
      if (stem === -1) {
        const text = Buffer.from(rules(terms.text(number)));
        stem = known.terms.numberOf(text, 0, text.length);
        known.stems[term] = stem + 1;
      }
      if (stem === term) continue;
      if (stem >= known.pages.length) known.pages = enlarged(known.pages, new Int32Array(2 * stem));
      if (known.pages[stem] === page) continue;
      known.pages[stem] = page;
      stems.push(stem);
    }
    return { terms: known.terms, stems };
  }

  #known(language: string | null): Language {
    let kept = 0;
    for (const { terms } of this.#languages.values()) kept += terms.size;
    if (kept > MAX_KEPT) this.#languages.clear();
    const known = this.#languages.get(language) ?? {
      terms: new TermTable(),
      stems: new Int32Array(1 << 11),
      pages: new Int32Array(1 << 11),
    };
    this.#languages.set(language, known);
    return known;
  }
}
