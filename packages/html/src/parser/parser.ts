import { ELEMENT_NAMES, elementNumber, ELEMENTS, IS_RAW } from './elements.ts';
import type { NameTable } from './name-table.ts';
import { type ElementVisitor, OpenElements } from './open-elements.ts';

/**
 * Receives the content of a document, in document order. Character references are left as written. Offsets are
 * in UTF-16 code units of the source.
 */
export interface HtmlVisitor extends ElementVisitor {
  /**
   * Called for each requested attribute of the element opened last. A name can come twice; the first one
   * counts.
   *
   * @param name its number in the table of names
   * @param start start of the value
   * @param end end of the value; the same as `start` if there is none
   */
  attribute(name: number, start: number, end: number): void;
  /**
   * Called after all attributes of the element opened last. It is not called for a tag that the end of the
   * document truncates, nor for an element without a start tag, such as the p of a lone `</p>`.
   *
   * @param start offset of the start tag's `<`
   * @param end offset after its `>`
   */
  opened(start: number, end: number): void;
  /** Called for text that is not empty. */
  text(start: number, end: number): void;
  /** Called for what stands between `<!--` and `-->` if it is not empty. Other declarations are not comments. */
  comment?(start: number, end: number): void;
}

const PLAINTEXT = elementNumber('plaintext');
const SCRIPT = elementNumber('script');
const CDATA = '[CDATA[';

/** Code units with a meaning in markup. */
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
 * Reads a document in one pass, without building a tree. Time is linear in its length, whatever it contains.
 *
 * Tags, comments and raw text are recognised as by htmlparser2, which technology detection uses, except that a
 * script with `<!--<script>`, and an end tag with `>` in quotes, end where the HTML standard says. This reader is several times faster because it
 * creates no strings for parts that are not requested (docs/internals/benchmarks/README.md).
 *
 * @param attributes names of the attributes that are reported
 * @returns maximum number of elements that were open at once; above 256 it is a lower bound
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
  /** Code units of the source, followed by a zero. */
  readonly #units: Uint16Array;
  readonly #length: number;
  /** The first `<!--` after the start of the last script; the source's length if there is none. */
  #escape = -1;

  constructor(source: string, visitor: HtmlVisitor, attributes: NameTable) {
    this.#source = source;
    this.#visitor = visitor;
    this.#attributes = attributes;
    this.#units = unitsOf(source);
    this.#length = source.length;
    this.elements = new OpenElements(source, this.#units, visitor);
  }

  read(): void {
    /** Start of the text that was not reported yet. */
    let start = 0;
    for (let at = this.#find(LESS, 0); at < this.#length; at = this.#find(LESS, at)) {
      this.#text(start, at);
      start = this.#markup(at);
      // A `<` that begins no markup is text.
      at = start === at ? at + 1 : start;
    }
    this.#text(start, this.#length);
    this.elements.closeAll();
  }

  /** Reads the markup at `<`. @returns the offset after it, or `at` if no markup begins there */
  #markup(at: number): number {
    const unit = this.#units[at + 1] ?? 0;
    if (isLetter(unit)) return this.#startTag(at);
    switch (unit) {
      case SLASH:
        return this.#endTag(at);
      case BANG:
        return this.#declaration(at + 2);
      case QUESTION:
        return this.#afterGreater(at + 2);
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

  /**
   * Reads attributes from `at` on.
   *
   * @returns the offset after the tag; the source's length if it is truncated
   */
  #tagEnd(tagStart: number, at: number, opens: boolean): number {
    const units = this.#units;
    const length = this.#length;
    for (;;) {
      at = this.#afterSpace(at);
      const unit = units[at];
      if (unit === GREATER || unit === SLASH) {
        const end = unit === SLASH ? this.#afterSpace(at + 1) : at;
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
      at = this.#afterSpace(at);
      let start = at;
      let end = at;
      if (units[at] === EQUALS) {
        start = this.#afterSpace(at + 1);
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

  /** Reads the raw text after a start tag that ends at `start`. @returns the offset after its end tag */
  #rawText(element: number, start: number): number {
    let at = element === PLAINTEXT ? -1 : this.#rawTextEnd(element, start);
    if (element === SCRIPT && this.#escapeFrom(start) < at) at = this.#escapedScriptEnd(this.#escape);
    if (at === -1) {
      this.#text(start, this.#length);
      return this.#length;
    }
    const end = at + 2 + (ELEMENT_NAMES[element] ?? '').length;
    this.#text(start, at);
    this.elements.close(at + 2, end);
    return this.#endTagEnd(end);
  }

  /** Offset of the first end tag of a raw element from `start` on; -1 if there is none. */
  #rawTextEnd(element: number, start: number): number {
    const { length: nameLength } = ELEMENT_NAMES[element] ?? '';
    for (let at = this.#source.indexOf('</', start); at !== -1; at = this.#source.indexOf('</', at + 2)) {
      const end = at + 2 + nameLength;
      if (end >= this.#length) return -1;
      if (isNameEnd(this.#units[end] ?? 0) && ELEMENTS.find(this.#units, at + 2, end) === element) return at;
    }
    return -1;
  }

  #escapeFrom(start: number): number {
    if (this.#escape < start) {
      const found = this.#source.indexOf('<!--', start);
      this.#escape = found === -1 ? this.#length : found;
    }
    return this.#escape;
  }

  /**
   * The end tag of a script that holds `<!--`. After it, `<script` begins a part that its own `</script` ends, as in the
   * "script data double escaped" state of the HTML standard.
   *
   * @param escape offset of `<!--`
   * @returns the offset of the end tag; -1 if there is none
   */
  #escapedScriptEnd(escape: number): number {
    const token = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi;
    token.lastIndex = escape;
    let state: 'data' | 'escaped' | 'double' = 'data';
    for (let match = token.exec(this.#source); match !== null; match = token.exec(this.#source)) {
      const [text] = match;
      if (text === '-->') state = 'data';
      else if (text === '<!--') {
        if (state === 'data') state = 'escaped';
        // The two dashes can also end it.
        token.lastIndex -= 2;
      } else if (text.startsWith('</')) {
        if (state !== 'double') return match.index;
        state = 'escaped';
      } else if (state === 'escaped') state = 'double';
    }
    return -1;
  }

  /** Reads an end tag. @param at offset of `</` */
  #endTag(at: number): number {
    const name = at + 2;
    if (name === this.#length) return at;
    if (!isLetter(this.#units[name] ?? 0)) return this.#afterGreater(name);
    const end = this.#nameEnd(name);
    if (end < this.#length) this.elements.close(name, end);
    return this.#endTagEnd(end);
  }

  /** Skips the attributes of an end tag: a `>` in quotes does not end it. @param at offset after its name, or the length */
  #endTagEnd(at: number): number {
    const units = this.#units;
    const length = this.#length;
    while (at < length) {
      const unit = units[at] ?? 0;
      if (unit === GREATER) return at + 1;
      if (isNameEnd(unit)) at++;
      else at = this.#attributeEnd(at);
    }
    return length;
  }

  /** Skips an attribute. @param at offset of its name @returns the offset after it, which may be beyond a source that ends in it */
  #attributeEnd(at: number): number {
    const units = this.#units;
    const length = this.#length;
    do at++;
    while (at < length && units[at] !== EQUALS && !isNameEnd(units[at] ?? 0));
    at = this.#afterSpace(at);
    if (units[at] !== EQUALS) return at;
    at = this.#afterSpace(at + 1);
    const quote = units[at];
    if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) return this.#find(quote, at + 1) + 1;
    while (at < length && units[at] !== GREATER && !isSpace(units[at] ?? 0)) at++;
    return at;
  }

  /** Reads a comment, CDATA section or declaration. @param at offset after `<!` */
  #declaration(at: number): number {
    if (this.#units[at] === DASH && this.#units[at + 1] === DASH) return this.#comment(at + 2);
    return this.#source.startsWith(CDATA, at) ? this.#cdata(at + CDATA.length) : this.#afterGreater(at);
  }

  /** Reads a comment. @param start offset after `<!--` */
  #comment(start: number): number {
    const units = this.#units;
    if (units[start] === GREATER) return start + 1;
    if (units[start] === DASH && units[start + 1] === GREATER) return start + 2;
    for (let at = this.#source.indexOf('--', start); at !== -1; at = this.#source.indexOf('--', at + 1)) {
      const hasBang = units[at + 2] === BANG;
      const last = hasBang ? at + 3 : at + 2;
      if (units[last] !== GREATER) continue;
      if (at > start) this.#visitor.comment?.(start, at);
      return last + 1;
    }
    // What begins the end of a comment is not content, even if the document ends within it.
    const [begun = ''] = /(?:--!|--?)?$/.exec(this.#source.slice(Math.max(start, this.#length - 3))) ?? [];
    if (this.#length - begun.length > start) this.#visitor.comment?.(start, this.#length - begun.length);
    return this.#length;
  }

  /** Reads a CDATA section: text in SVG and MathML, a comment in HTML. */
  #cdata(start: number): number {
    const end = this.#source.indexOf(']]>', start);
    if (end === -1) return this.#length;
    if (this.elements.isForeign) this.#text(start, end);
    return end + 3;
  }

  #text(start: number, end: number): void {
    if (end > start) this.#visitor.text(start, end);
  }

  /** The offset of the next occurrence of a unit, or the source's length. */
  #find(unit: number, at: number): number {
    const units = this.#units;
    const length = this.#length;
    while (at < length && units[at] !== unit) at++;
    return at;
  }

  #afterGreater(at: number): number {
    return Math.min(this.#find(GREATER, at) + 1, this.#length);
  }

  #afterSpace(at: number): number {
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

/** Maximum code units of the shared buffer (1 MiB); buffers of longer sources are released. */
const MAX_SHARED_UNITS = 512 * 1_024;

let sharedMemory = Buffer.alloc(0);

/**
 * The UTF-16 code units of a text, followed by a zero. Reading them takes a fraction of the time of
 * `charCodeAt`. The result is valid until the next call, which overwrites it.
 */
function unitsOf(text: string): Uint16Array {
  const units = text.length + 1;
  let memory = sharedMemory;
  if (memory.length < units * 2) {
    const grown = units > MAX_SHARED_UNITS ? units : Math.min(MAX_SHARED_UNITS, Math.ceil(units * 1.25));
    memory = Buffer.from(new ArrayBuffer(grown * 2));
    if (units <= MAX_SHARED_UNITS) sharedMemory = memory;
  }
  memory.write(text, 0, 'utf16le');
  const view = new Uint16Array(memory.buffer, 0, memory.length / 2);
  view[text.length] = 0;
  return view;
}
