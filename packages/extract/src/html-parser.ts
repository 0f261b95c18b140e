import { Parser, type Handler } from 'htmlparser2';

/** What is told of a document, in its order. Character references are left as written. */
export interface HtmlVisitor {
  /** `holds` is false for void elements: what follows is not inside, and no `close` comes. */
  open(name: string, holds: boolean): void;
  /** Of the element opened last. The same name may come twice; the first counts. */
  attribute(name: string, value: string): void;
  text(text: string): void;
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

/** Reads a document in one pass, without building anything. Time is linear in its length, whatever it holds. */
export function visitHtml(source: string, visitor: HtmlVisitor): void {
  new BoundedParser(source, visitor).end(source);
}

class BoundedParser extends Parser {
  /** True while an opening tag's name is being handled, when only elements that can be held are pushed. */
  #opening = false;
  #holds = false;
  #depth = 0;
  readonly #source: string;
  /** How many elements of each name are open. */
  readonly #open = new Map<string, number>();

  constructor(source: string, visitor: HtmlVisitor) {
    const handler: Partial<Handler> = {
      onopentagname: (name) => {
        visitor.open(name, this.#holds);
      },
      onattribute: (name, value) => {
        visitor.attribute(name, value);
      },
      ontext: (text) => {
        visitor.text(text);
      },
      onclosetag: (name) => {
        if (super.isVoidElement(name)) return;
        this.#depth -= 1;
        this.#count(name, -1);
        visitor.close(name);
      },
    };
    super(handler, { decodeEntities: false });
    this.#source = source;
  }

  override onopentagname(start: number, endIndex: number): void {
    this.#opening = true;
    super.onopentagname(start, endIndex);
    this.#opening = false;
  }

  /** An end tag of what isn't open changes nothing, but the parser would compare it with every open element. */
  override onclosetag(start: number, endIndex: number): void {
    if (this.#depth > FEW) {
      const name = this.#source.slice(start, endIndex).toLowerCase();
      if (name !== 'p' && name !== 'br' && !this.#open.has(name)) return;
    }
    super.onclosetag(start, endIndex);
  }

  #count(name: string, change: 1 | -1): void {
    const key = name.toLowerCase();
    const count = (this.#open.get(key) ?? 0) + change;
    if (count > 0) this.#open.set(key, count);
    else this.#open.delete(key);
  }

  protected override isVoidElement(name: string): boolean {
    if (super.isVoidElement(name)) {
      this.#holds = false;
      return true;
    }
    if (!this.#opening) return false;
    this.#holds = this.#depth < MAX_DEPTH || (TEXT_ONLY.has(name) && this.#depth < 2 * MAX_DEPTH);
    if (this.#holds) {
      this.#depth += 1;
      this.#count(name, 1);
    }
    return !this.#holds;
  }
}
