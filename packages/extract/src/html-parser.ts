import { Parser, type Handler } from 'htmlparser2';

/**
 * What is told of a document, in its order. Character references are left as written. Offsets are those in the source,
 * in UTF-16 units.
 */
export interface HtmlVisitor {
  /** `holds` is false for void elements: what follows is not inside, and no `close` comes. */
  open(name: string, holds: boolean): void;
  /** Of the element opened last. The same name may come twice; the first counts. */
  attribute(name: string, value: string): void;
  /**
   * All attributes of the element opened last have come. Not told of a tag that the document's end cuts off, nor of an
   * element that no start tag opened, as the p of a lone `</p>`.
   *
   * @param start of the start tag, at its `<`
   * @param end behind its `>`
   */
  opened(start: number, end: number): void;
  /** The characters that stand in the source from `start` on. */
  text(text: string, start: number): void;
  close(name: string): void;
}

/**
 * Elements nested deeper are taken as void. Browsers stop at 512, and the parser's cost of one tag grows with the
 * depth, so without a bound a page of nothing but opening tags takes time with the square of its length.
 */
const MAX_DEPTH = 256;

/** Up to this depth the parser is quicker than a look-up. */
const FEW = 48;

/** Elements that hold nothing but text up to their own end tag, so they can't nest and are told at any depth. */
const TEXT_ONLY = new Set(['script', 'style', 'title', 'textarea', 'iframe', 'noembed', 'noframes', 'xmp']);

/**
 * Reads a document in one pass, without building anything. Time is linear in its length, whatever it holds.
 *
 * @returns how many elements were open at once, at most; beyond 256 only that there were more
 */
export function visitHtml(source: string, visitor: HtmlVisitor): number {
  const parser = new BoundedParser(source, visitor);
  parser.end(source);
  return parser.deepest;
}

class BoundedParser extends Parser {
  /** Most elements that were open at once. */
  deepest = 0;
  /** True while an opening tag's name is being handled, when only elements that can be held are pushed. */
  #opening = false;
  #holds = false;
  /** True from the name of a tag that opens an element to the tag's end. */
  #inTag = false;
  #tagStart = 0;
  #depth = 0;
  readonly #visitor: HtmlVisitor;
  readonly #source: string;
  /** Names of the outer open elements, and how many of each name are open within those. Lower case. */
  readonly #outer: string[] = [];
  readonly #inner = new Map<string, number>();

  constructor(source: string, visitor: HtmlVisitor) {
    const handler: Partial<Handler> = {
      onopentagname: (name) => {
        if (this.#opening) this.#inTag = true;
        else this.#imply(name);
        visitor.open(name, this.#holds);
      },
      onattribute: (name, value) => {
        visitor.attribute(name, value);
      },
      onclosetag: (name) => {
        if (super.isVoidElement(name)) return;
        this.#forget(name);
        visitor.close(name);
      },
    };
    super(handler, { decodeEntities: false });
    this.#visitor = visitor;
    this.#source = source;
  }

  override onopentagname(start: number, endIndex: number): void {
    this.#tagStart = start - 1;
    this.#opening = true;
    super.onopentagname(start, endIndex);
    this.#opening = false;
  }

  override onopentagend(endIndex: number): void {
    this.#endTag(endIndex);
    super.onopentagend(endIndex);
  }

  override onselfclosingtag(endIndex: number): void {
    this.#endTag(endIndex);
    super.onselfclosingtag(endIndex);
  }

  /** Told before the parser closes what closes itself, which is why it may be due twice. */
  #endTag(endIndex: number): void {
    if (this.#inTag) this.#visitor.opened(this.#tagStart, endIndex + 1);
    this.#inTag = false;
  }

  /** Told from here, as is a CDATA section's, because the parser would not say where it stands. */
  override ontext(start: number, endIndex: number): void {
    this.#visitor.text(this.#source.slice(start, endIndex), start);
  }

  /** Outside of SVG and MathML it is a comment. */
  override oncdata(start: number, endIndex: number, offset: number): void {
    if (this.isInForeignContext()) this.ontext(start, endIndex - offset);
  }

  /** An end tag of what isn't open changes nothing, but the parser would compare it with every open element. */
  override onclosetag(start: number, endIndex: number): void {
    if (this.#depth > FEW) {
      const name = this.#source.slice(start, endIndex).toLowerCase();
      if (name !== 'p' && name !== 'br' && !this.#inner.has(name) && !this.#outer.includes(name)) return;
    }
    super.onclosetag(start, endIndex);
  }

  /** An end tag without a start tag makes an element that ends at once: `</p>` a p, `</br>` a br. */
  #imply(name: string): void {
    this.#holds = !super.isVoidElement(name);
    if (this.#holds) this.#remember(name);
  }

  #remember(name: string): void {
    const key = name.toLowerCase();
    if (this.#depth < FEW) this.#outer.push(key);
    else this.#inner.set(key, (this.#inner.get(key) ?? 0) + 1);
    this.#depth += 1;
    if (this.#depth > this.deepest) this.deepest = this.#depth;
  }

  #forget(name: string): void {
    this.#depth -= 1;
    if (this.#depth < FEW) {
      this.#outer.pop();
      return;
    }
    const key = name.toLowerCase();
    const count = this.#inner.get(key) ?? 0;
    if (count > 1) this.#inner.set(key, count - 1);
    else this.#inner.delete(key);
  }

  protected override isVoidElement(name: string): boolean {
    if (super.isVoidElement(name)) {
      this.#holds = false;
      return true;
    }
    if (!this.#opening) return false;
    this.#holds = this.#depth < MAX_DEPTH || (TEXT_ONLY.has(name) && this.#depth < 2 * MAX_DEPTH);
    if (this.#holds) this.#remember(name);
    else this.deepest = Math.max(this.deepest, this.#depth + 1);
    return !this.#holds;
  }
}
