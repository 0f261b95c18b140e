import {
  ELEMENT_NAMES,
  ELEMENTS,
  elementNumber,
  END_BIT,
  END_BITS,
  ENDS_ITSELF,
  IN_SVG,
  IS_VOID,
  KNOWN,
  SVG,
  WITHIN,
} from './elements.ts';

/** Receives the elements of a document as they open and end. */
export interface ElementVisitor {
  /**
   * Called at a start tag. `holds` is false for void elements: following elements are not inside, and `close`
   * is not called.
   *
   * @param element number of a known element, for tables of `elementTable`; beyond them, or -1, for others
   */
  open(name: string, holds: boolean, element: number): void;
  close(name: string, element: number): void;
}

/**
 * Maximum depth; deeper elements count as void. Browsers stop at 512. This bounds the state of open elements.
 */
const MAX_DEPTH = 256;
/** Maximum open elements: one raw text element can exceed the depth, and a lone `</p>` within it. */
const MAX_OPEN = 2 * MAX_DEPTH + 2;

const BR = elementNumber('br');
const FORM = elementNumber('form');
const IMAGE = elementNumber('image');
const IMG = elementNumber('img');
const P = elementNumber('p');
/** No element, or one whose name is neither known nor open. */
const NONE = -1;

/** The open elements at a position of a document. Decides which of them a start tag or an end tag ends. */
export class OpenElements {
  /** Maximum number of elements that were open at once; above 256 it is a lower bound. */
  deepest = 0;
  readonly #visitor: ElementVisitor;
  readonly #source: string;
  readonly #units: Uint16Array;
  readonly #stack: number[] = [];
  /** Number of open elements, by element number. */
  readonly #counts = new Uint16Array(KNOWN + MAX_OPEN);
  /** Open elements of unknown names: their numbers from KNOWN on, their names, and the free numbers. */
  readonly #others = new Map<string, number>();
  readonly #otherNames: string[] = [];
  readonly #free: number[] = [];
  /** Namespaces of the open elements: SVG, MATHML or 0. The first is that of the document. */
  readonly #contexts = [0];
  #context = 0;
  /** Number of the element of the last start tag. */
  #last = NONE;

  /** Creates the state of a document without open elements. @param units UTF-16 code units of the source */
  constructor(source: string, units: Uint16Array, visitor: ElementVisitor) {
    this.#source = source;
    this.#units = units;
    this.#visitor = visitor;
  }

  /** Whether the current elements are those of SVG or MathML. */
  get isForeign(): boolean {
    return this.#context !== 0;
  }

  /**
   * Handles a start tag whose name is between `start` and `end`.
   *
   * @param written number of the known element; -1 if it is unknown
   * @returns false if it opens nothing: a form within a form
   */
  open(written: number, start: number, end: number): boolean {
    const number = this.#numberOf(written, start, end);
    this.#last = number;
    if (number === FORM && this.#counts[FORM] !== 0) {
      this.#last = NONE;
      return false;
    }
    const isKnown = number !== NONE && number < KNOWN;
    if (isKnown) this.#endOthers(END_BITS[number] ?? 0);
    const depth = this.#stack.length;
    if (isKnown && IS_VOID[number] === 1) {
      this.#visitor.open(this.#nameOf(number), false, number);
    } else if (depth < MAX_DEPTH || (isKnown && ENDS_ITSELF[number] === 1 && depth < 2 * MAX_DEPTH)) {
      this.#last = number === NONE ? this.#numberFor(this.#nameAt(start, end)) : number;
      this.#push(this.#last);
      this.#visitor.open(this.#nameOf(this.#last), true, this.#last);
    } else {
      if (depth >= this.deepest) this.deepest = depth + 1;
      this.#visitor.open(number === NONE ? this.#nameAt(start, end) : this.#nameOf(number), false, number);
    }
    return true;
  }

  /** Handles `/>` at the end of the last start tag, which has a meaning in SVG and MathML only. */
  endLast(): void {
    if (this.isForeign && this.#last !== NONE && this.#stack.at(-1) === this.#last) this.#pop();
  }

  /** Handles an end tag whose name is between `start` and `end`. */
  close(start: number, end: number): void {
    const number = this.#numberOf(ELEMENTS.find(this.#units, start, end), start, end);
    if (number === NONE) return;
    if (number < KNOWN && IS_VOID[number] === 1) {
      // `</br>` counts as br, and `</p>` without a start tag as an empty p.
      if (number === BR) this.#visitor.open('br', false, BR);
    } else if (this.#counts[number] !== 0) {
      while (this.#stack.at(-1) !== number) this.#pop();
      this.#pop();
    } else if (number === P) {
      this.#push(P);
      this.#visitor.open('p', true, P);
      this.#pop();
    }
  }

  /** Closes all elements at the end of the document. */
  closeAll(): void {
    while (this.#stack.length > 0) this.#pop();
  }

  /** Ends the innermost elements while they have one of these bits. */
  #endOthers(bits: number): void {
    if (bits === 0) return;
    while (this.#stack.length > 0) {
      const bit = END_BIT[this.#stack.at(-1) ?? 0] ?? 0;
      if ((bit & bits) === 0) return;
      this.#pop();
    }
  }

  /** The number of a name; NONE if it is neither known nor open. */
  #numberOf(written: number, start: number, end: number): number {
    if (written === NONE)
      return this.#others.size === 0 ? NONE : (this.#others.get(this.#nameAt(start, end)) ?? NONE);
    if (this.#context === 0) {
      if (written === IMAGE) return IMG;
      if (this.#contexts.length === 1) return written;
    }
    const inSvg = IN_SVG[written] ?? written;
    return this.#context === SVG || this.#counts[inSvg] !== 0 ? inSvg : written;
  }

  #nameAt(start: number, end: number): string {
    return this.#source.slice(start, end).toLowerCase();
  }

  #nameOf(number: number): string {
    return (number < KNOWN ? ELEMENT_NAMES[number] : this.#otherNames[number - KNOWN]) ?? '';
  }

  #numberFor(name: string): number {
    const number = this.#free.pop() ?? KNOWN + this.#others.size;
    this.#others.set(name, number);
    this.#otherNames[number - KNOWN] = name;
    return number;
  }

  #push(number: number): void {
    this.#stack.push(number);
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    if (this.#stack.length > this.deepest) this.deepest = this.#stack.length;
    const within = number < KNOWN ? (WITHIN[number] ?? 0) : 0;
    if (within === 0) return;
    this.#context = within - 1;
    this.#contexts.push(this.#context);
  }

  #pop(): void {
    const number = this.#stack.pop() ?? 0;
    const name = this.#nameOf(number);
    const left = (this.#counts[number] ?? 0) - 1;
    this.#counts[number] = left;
    if (number >= KNOWN) {
      if (left === 0) {
        this.#others.delete(name);
        this.#free.push(number);
      }
    } else if (WITHIN[number] !== 0) {
      this.#contexts.pop();
      this.#context = this.#contexts.at(-1) ?? 0;
    }
    this.#visitor.close(name, number);
  }
}
