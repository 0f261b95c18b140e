import { indexLiterals } from '@sitegrep/technologies/literals';

/** Literals of one index: so many have entries enough in its tables, and it is made in a fraction of a second. */
const MAX_LAYER = 8_000;

/** An index of some literals, which is never changed. */
interface Layer {
  readonly literals: readonly Literal[];
  readonly scan: ReturnType<typeof indexLiterals>;
}

interface Literal {
  /** The low bytes of its characters, small, as the index has them. */
  readonly text: string;
  /** Numbers of all that are looked for by it. */
  readonly ids: number[];
}

/**
 * Literals that are looked for together, in layers: what is added makes a small index of its own, which is united with those that
 * are about as small. So one more literal costs no index of all of them, and there are few.
 */
export class LiteralLayers {
  /** Large ones come before small ones. */
  readonly #layers: Layer[] = [];
  #added: Literal[] = [];
  readonly #byText = new Map<string, Literal>();

  get size(): number {
    return this.#byText.size;
  }

  /** @param text folded, of three units at least */
  add(id: number, text: string): void {
    const bytes = lowBytes(text);
    const known = this.#byText.get(bytes);
    if (known !== undefined) {
      known.ids.push(id);
      return;
    }
    const literal = { text: bytes, ids: [id] };
    this.#byText.set(bytes, literal);
    this.#added.push(literal);
  }

  /** Calls `onHit` for all positions of literals, and for some where none is. @param text folded if a literal has other characters than ASCII */
  scan(text: string, onHit: (id: number, position: number) => void): void {
    this.#makeLayers();
    for (const { literals, scan } of this.#layers)
      scan(text, (number, position) => {
        for (const id of literals[number]?.ids ?? []) onHit(id, position);
      });
  }

  #makeLayers(): void {
    let literals = this.#added;
    if (literals.length === 0) return;
    this.#added = [];
    for (let last = this.#layers.at(-1); last !== undefined; last = this.#layers.at(-1)) {
      const united = last.literals.length + literals.length;
      if (last.literals.length > 3 * literals.length || united > MAX_LAYER) break;
      literals = [...last.literals, ...literals];
      this.#layers.pop();
    }
    for (let from = 0; from < literals.length; from += MAX_LAYER) {
      const some = literals.slice(from, from + MAX_LAYER);
      this.#layers.push({ literals: some, scan: indexLiterals(some.map(({ text }) => text)) });
    }
    this.#layers.sort((a, b) => b.literals.length - a.literals.length);
  }
}

/** The low bytes of a text, those that stand for capitals of ASCII as small ones: texts are scanned without their other bytes. */
function lowBytes(text: string): string {
  return Buffer.from(text, 'latin1')
    .toString('latin1')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
