import { foldCase } from '@sitegrep/fold';
import { LiteralParts } from './literal-parts.ts';
import { Occurrences } from './occurrences.ts';
import type { TextWindow } from './text-window.ts';

/** UTF-16 units of the shortest literal: shorter ones are on nearly every page. */
export const MIN_LITERAL = 3;

/** Folded texts, each once, that are looked for in a text together, whatever its case. */
export class LiteralTable {
  readonly #ids = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #parts = new LiteralParts();
  readonly #window: TextWindow;
  readonly #occurrences: Occurrences;
  /** The text that is scanned, the beginning of its part in the window, and listeners. */
  #text = '';
  #from = 0;
  #onLiteral: (id: number) => void = () => undefined;
  #onCompared: (count: number) => void = () => undefined;
  /** The number of the text that had each literal last. */
  #last = new Uint32Array(1_024);
  #scans = 0;

  /** @param window serves one scan at a time */
  constructor(window: TextWindow) {
    this.#window = window;
    this.#occurrences = new Occurrences(this.#parts, window, {
      isThere: (id, position) => this.#isThere(id, position),
      onCompared: (count) => this.#onCompared(count),
    });
  }

  get size(): number {
    return this.#texts.length;
  }

  /** The number of a literal. @param text folded, of `MIN_LITERAL` units at least */
  idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#texts.length;
    this.#ids.set(text, id);
    this.#texts.push(text);
    this.#parts.add(text);
    if (id >= this.#last.length) {
      const more = new Uint32Array(2 * this.#last.length);
      more.set(this.#last);
      this.#last = more;
    }
    return id;
  }

  /**
   * Calls `onLiteral` once for each literal that a text has when case is ignored, in no particular order.
   *
   * @param onCompared is told of comparisons, about a thousand at a time; may throw
   */
  scan(text: string, onLiteral: (id: number) => void, onCompared: (count: number) => void): void {
    if (this.size === 0) return;
    this.#scans = (this.#scans + 1) >>> 0;
    if (this.#scans === 0) {
      this.#last.fill(0);
      this.#scans = 1;
    }
    this.#text = text;
    this.#onLiteral = onLiteral;
    this.#onCompared = onCompared;
    for (let from: number | null = 0; from !== null;) {
      this.#from = from;
      from = this.#window.load(text, from);
      if (this.#parts.hasShort) this.#window.addShort();
      const ids = this.#parts.in(this.#window);
      this.#occurrences.find(this.#from === 0 ? ids : ids.filter((id) => this.#last[id] !== this.#scans));
    }
    this.#text = '';
  }

  /** Whether a literal stands where its part does. */
  #isThere(id: number, position: number): boolean {
    const literal = this.#texts[id] ?? '';
    const end = this.#from + position + this.#parts.lengthOf(id);
    const start = end - literal.length;
    if (!this.#parts.isWhole(id)) {
      if (start < 0) return false;
      this.#onCompared(foldingOf(literal.length));
      if (foldCase(this.#text.slice(start, end)) !== literal) return false;
    }
    this.#last[id] = this.#scans;
    this.#onLiteral(id);
    return true;
  }
}

/** How many comparisons take as long as folding a place of a text of some units. */
function foldingOf(length: number): number {
  return 32 + (length >>> 3);
}
