import { ALIKE, foldCase } from '@sitegrep/fold';
import { LiteralLayers } from './literal-layers.ts';

/** UTF-16 units of the shortest literal: shorter ones are on nearly every page. */
export const MIN_LITERAL = 3;
/** Units of a part of a literal that is looked for in its stead, so that texts need not be folded. */
const MIN_PART = 4;

/** Maximum units of a part that is looked for: the end of a longer one, since long texts are addresses that begin alike. */
const MAX_PART = 40;

/** A literal. */
interface Literal {
  readonly text: string;
  /** Units before the part of it that is looked for. */
  readonly offset: number;
  /** Whether it stands wherever its units do, ASCII letters in either case; otherwise what may be it is folded. */
  readonly isPlain: boolean;
}

/** Folded texts, each once, that are looked for in a text together, whatever its case. */
export class LiteralTable {
  readonly #ids = new Map<string, number>();
  readonly #literals: Literal[] = [];
  /** Literals that are looked for in texts as they stand, and those for which texts are folded. */
  readonly #asWritten = new LiteralLayers();
  readonly #folded = new LiteralLayers();
  /** Characters one of which is in every text that has a literal for which it is folded. */
  readonly #signs = new Set<string>();
  #anySign: RegExp | null = null;
  /** The number of the text that had each literal last. */
  #last = new Uint32Array(1_024);
  #scans = 0;

  get size(): number {
    return this.#literals.length;
  }

  /** The number of a literal. @param text folded, of `MIN_LITERAL` units at least */
  idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#literals.length;
    this.#ids.set(text, id);
    const isPlain = !hasOtherCase(text);
    const plain = isPlain ? text : longestPlainPart(text);
    const isFolded = !isPlain && plain.length < MIN_PART;
    const start = isFolded ? 0 : text.indexOf(plain);
    const whole = isFolded ? text : plain;
    const cut = Math.max(0, whole.length - MAX_PART);
    this.#literals.push({ text, offset: start + cut, isPlain });
    (isFolded ? this.#folded : this.#asWritten).add(id, whole.slice(cut));
    if (isFolded) this.#addSign(text);
    if (id >= this.#last.length) {
      const more = new Uint32Array(2 * this.#last.length);
      more.set(this.#last);
      this.#last = more;
    }
    return id;
  }

  /** Calls `onLiteral` once for each literal that a text has when case is ignored, in no particular order. */
  scan(text: string, onLiteral: (id: number) => void): void {
    this.#scans = (this.#scans + 1) >>> 0;
    if (this.#scans === 0) {
      this.#last.fill(0);
      this.#scans = 1;
    }
    // Of all other characters, none is folded to one of ASCII.
    const isFolded = text.includes(LONG_S) || text.includes(KELVIN);
    const needsFolding = isFolded || (this.#folded.size > 0 && this.#hasSign(text));
    const folded = needsFolding ? foldCase(text) : text;
    this.#scanFor(this.#asWritten, isFolded ? folded : text, onLiteral);
    if (needsFolding) this.#scanFor(this.#folded, folded, onLiteral);
  }

  #addSign(text: string): void {
    const sign = Array.from(text).find((character) => character > '\x7f' && hasOtherCase(character)) ?? '';
    if (this.#signs.has(sign)) return;
    const code = sign.codePointAt(0) ?? 0;
    for (const alike of ALIKE.get(code) ?? [code]) this.#signs.add(String.fromCodePoint(alike));
    this.#anySign = null;
  }

  #hasSign(text: string): boolean {
    // None of them means anything special inside a class.
    this.#anySign ??= new RegExp(`[${[...this.#signs].join('')}]`, 'u');
    return this.#anySign.test(text);
  }

  #scanFor(layers: LiteralLayers, text: string, onLiteral: (id: number) => void): void {
    layers.scan(text, (id, position) => {
      if (this.#last[id] === this.#scans) return;
      const literal = this.#literals[id];
      if (literal === undefined || !standsAt(text, literal, position - literal.offset)) return;
      this.#last[id] = this.#scans;
      onLiteral(id);
    });
  }
}

const LONG_S = '\u017f';
const KELVIN = '\u212a';

/** Whether a folded text has a character beyond ASCII that is the fold of others, too. */
function hasOtherCase(text: string): boolean {
  const others = text.replace(/[\0-\x7f]+/g, '');
  return others.toUpperCase() !== others || others.toLowerCase() !== others;
}

/** The longest part of a text in which no character beyond ASCII has another case; '' if there is none. */
function longestPlainPart(text: string): string {
  let [longest, part] = ['', ''];
  for (const character of text) {
    part = hasOtherCase(character) ? '' : part + character;
    if (part.length > longest.length) longest = part;
  }
  return longest;
}

/** Whether a literal stands at a position of a text. */
function standsAt(text: string, { text: literal, isPlain }: Literal, position: number): boolean {
  if (position < 0 || position + literal.length > text.length) return false;
  if (!isPlain) return foldCase(text.slice(position, position + literal.length)) === literal;
  for (let at = 0; at < literal.length; at++) {
    const unit = text.charCodeAt(position + at);
    const folded = unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
    if (folded !== literal.charCodeAt(at)) return false;
  }
  return true;
}
