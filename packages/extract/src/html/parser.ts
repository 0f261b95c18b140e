import { ELEMENT_NAMES, elementNumber, ELEMENTS, IS_RAW } from './elements.ts';
import type { NameTable } from './name-table.ts';
import { type ElementVisitor, OpenElements } from './open-elements.ts';

/**
 * What is told of a document, in its order. Character references are left as written. Places are those in the source, in
 * UTF-16 units.
 */
export interface HtmlVisitor extends ElementVisitor {
  /**
   * Of the element opened last, for the names that are asked for. The same name may come twice; the first counts.
   *
   * @param name its number among these @param start of the value, @param end of the value; the same where there is none
   */
  attribute(name: number, start: number, end: number): void;
  /**
   * All attributes of the element opened last have come. Not told of a tag that the document's end cuts off, nor of an
   * element that no start tag opened, as the p of a lone `</p>`.
   *
   * @param start of the start tag, at its `<`
   * @param end behind its `>`
   */
  opened(start: number, end: number): void;
  /** Characters, never none. */
  text(start: number, end: number): void;
}

const PLAINTEXT = elementNumber('plaintext');
const CDATA = '[CDATA[';

/** Units that mean something in markup. */
const TAB = 0x09;
const LF = 0x0a;
const FF = 0x0c;
const CR = 0x0d;
const BLANK = 0x20;
const BANG = 0x21;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const DASH = 0x2d;
const SLASH = 0x2f;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;

/**
 * Reads a document in one pass, without building anything. Time is linear in its length, whatever it holds.
 *
 * Tags, comments and what is in scripts and the like are told apart as htmlparser2 does, and by it the detection of
 * technologies; it is several times as fast for making no text of what nobody asks for (docs/benchmarks/README.md).
 *
 * @param attributes names of those that are told
 * @returns how many elements were open at once, at most; beyond 256 only that there were more
 */
export function visitHtml(source: string, visitor: HtmlVisitor, attributes: NameTable): number {
  const reader = new HtmlReader(source, visitor, attributes);
  reader.read();
  return reader.elements.deepest;
}

class HtmlReader {
  readonly elements: OpenElements;
  readonly #source: string;
  readonly #visitor: HtmlVisitor;
  readonly #attributes: NameTable;
  /** Of the source, and a zero behind them. */
  readonly #units: Uint16Array;
  readonly #length: number;

  constructor(source: string, visitor: HtmlVisitor, attributes: NameTable) {
    this.#source = source;
    this.#visitor = visitor;
    this.#attributes = attributes;
    this.#units = unitsOf(source);
    this.#length = source.length;
    this.elements = new OpenElements(source, this.#units, visitor);
  }

  read(): void {
    /** Where text begins that was not told yet. */
    let start = 0;
    for (let at = this.#find(LESS, 0); at < this.#length; at = this.#find(LESS, at)) {
      this.#text(start, at);
      start = this.#markup(at);
      // What is no markup begins a text.
      at = start === at ? at + 1 : start;
    }
    this.#text(start, this.#length);
    this.elements.closeAll();
  }

  /** @returns the place behind the markup at `<`, or of `<` itself if none begins there */
  #markup(at: number): number {
    const unit = this.#units[at + 1] ?? 0;
    if (isLetter(unit)) return this.#startTag(at);
    switch (unit) {
      case SLASH:
        return this.#endTag(at);
      case BANG:
        return this.#declaration(at + 2);
      case QUESTION:
        return this.#behindGreater(at + 2);
      default:
        return at;
    }
  }

  #startTag(at: number): number {
    const end = this.#nameEnd(at + 1);
    if (end === this.#length) return end;
    const element = ELEMENTS.find(this.#units, at + 1, end);
    const isRaw = element !== -1 && IS_RAW[element] === 1 && !this.elements.isForeign;
    const opens = this.elements.open(element, at + 1, end);
    const tagEnd = this.#tagEnd(at, end, opens);
    return isRaw ? this.#rawText(element, tagEnd) : tagEnd;
  }

  /** Reads attributes from `at` on. @returns the place behind the tag; the source's end if that cuts it off */
  #tagEnd(tagStart: number, at: number, opens: boolean): number {
    const units = this.#units;
    const length = this.#length;
    for (;;) {
      at = this.#behindSpace(at);
      const unit = units[at];
      if (unit === GREATER || unit === SLASH) {
        const end = unit === SLASH ? this.#behindSpace(at + 1) : at;
        if (units[end] === GREATER) {
          if (opens) this.#visitor.opened(tagStart, end + 1);
          if (unit === SLASH) this.elements.endLast();
          return end + 1;
        }
        at = end;
        continue;
      }
      if (at === length) return length;
      const nameStart = at++;
      while (at < length && units[at] !== EQUALS && !isNameEnd(units[at] ?? 0)) at++;
      const nameEnd = at;
      at = this.#behindSpace(at);
      let start = at;
      let end = at;
      if (units[at] === EQUALS) {
        start = this.#behindSpace(at + 1);
        const quote = units[start];
        if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
          start += 1;
          end = this.#find(quote, start);
          at = end + 1;
        } else {
          end = start;
          while (end < length && units[end] !== GREATER && !isSpace(units[end] ?? 0)) end++;
          at = end;
        }
      }
      if (end >= length) return length;
      const name = this.#attributes.find(units, nameStart, nameEnd);
      if (name !== -1) this.#visitor.attribute(name, start, end);
    }
  }

  /** What stands between a start tag that ends at `start` and its end tag. @returns the place behind that */
  #rawText(element: number, start: number): number {
    const { length: nameLength } = ELEMENT_NAMES[element] ?? '';
    let at = element === PLAINTEXT ? -1 : this.#source.indexOf('</', start);
    while (at !== -1) {
      const name = at + 2;
      const end = name + nameLength;
      if (end >= this.#length) break;
      if (isNameEnd(this.#units[end] ?? 0) && ELEMENTS.find(this.#units, name, end) === element) {
        this.#text(start, at);
        this.elements.close(name, end);
        return this.#behindGreater(end);
      }
      at = this.#source.indexOf('</', name);
    }
    this.#text(start, this.#length);
    return this.#length;
  }

  /** @param at of `</` */
  #endTag(at: number): number {
    const name = at + 2;
    if (name === this.#length) return at;
    if (!isLetter(this.#units[name] ?? 0)) return this.#behindGreater(name);
    const end = this.#nameEnd(name);
    if (end < this.#length) this.elements.close(name, end);
    return this.#behindGreater(end);
  }

  /** @param at behind `<!` */
  #declaration(at: number): number {
    if (this.#units[at] === DASH && this.#units[at + 1] === DASH) return this.#comment(at + 2);
    return this.#source.startsWith(CDATA, at) ? this.#cdata(at + CDATA.length) : this.#behindGreater(at);
  }

  /** @param start behind `<!--` */
  #comment(start: number): number {
    const units = this.#units;
    if (units[start] === GREATER) return start + 1;
    if (units[start] === DASH && units[start + 1] === GREATER) return start + 2;
    for (let at = this.#source.indexOf('--', start); at !== -1; at = this.#source.indexOf('--', at + 1)) {
      if (units[at + 2] === GREATER) return at + 3;
      if (units[at + 2] === BANG && units[at + 3] === GREATER) return at + 4;
    }
    return this.#length;
  }

  /** In SVG and MathML it holds text, in HTML it is a comment. */
  #cdata(start: number): number {
    const end = this.#source.indexOf(']]>', start);
    if (end === -1) return this.#length;
    if (this.elements.isForeign) this.#text(start, end);
    return end + 3;
  }

  #text(start: number, end: number): void {
    if (end > start) this.#visitor.text(start, end);
  }

  /** The next place of a unit, or the source's end. */
  #find(unit: number, at: number): number {
    const units = this.#units;
    const length = this.#length;
    while (at < length && units[at] !== unit) at++;
    return at;
  }

  #behindGreater(at: number): number {
    return Math.min(this.#find(GREATER, at) + 1, this.#length);
  }

  #behindSpace(at: number): number {
    const units = this.#units;
    while (isSpace(units[at] ?? 0)) at++;
    return at;
  }

  #nameEnd(at: number): number {
    const units = this.#units;
    const length = this.#length;
    while (at < length && !isNameEnd(units[at] ?? 0)) at++;
    return at;
  }
}

function isSpace(unit: number): boolean {
  return unit <= BLANK && (unit === BLANK || unit === LF || unit === TAB || unit === CR || unit === FF);
}

function isNameEnd(unit: number): boolean {
  return unit <= GREATER && (unit === GREATER || unit === SLASH || isSpace(unit));
}

function isLetter(unit: number): boolean {
  return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
}

/** Sources up to so many units share memory; that of longer ones is given back: 1 MiB. */
const KEPT = 512 * 1_024;

let kept = Buffer.alloc(0);

/**
 * The UTF-16 units of a text, and a zero behind them: reading them there takes a fraction of `charCodeAt`. Until the next
 * call: the next text is written over it.
 */
function unitsOf(text: string): Uint16Array {
  const units = text.length + 1;
  let memory = kept;
  if (memory.length < units * 2) {
    const grown = units > KEPT ? units : Math.min(KEPT, Math.ceil(units * 1.25));
    memory = Buffer.from(new ArrayBuffer(grown * 2));
    if (units <= KEPT) kept = memory;
  }
  memory.write(text, 0, 'utf16le');
  const view = new Uint16Array(memory.buffer, 0, memory.length / 2);
  view[text.length] = 0;
  return view;
}
