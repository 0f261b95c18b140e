// Finds the ranges of a page's source that a query can be limited to: its comments, the addresses of its scripts and so on.
import { NameTable } from '../parser/name-table.ts';
import { type HtmlVisitor, visitHtml } from '../parser/parser.ts';
import { Ranges } from './ranges.ts';

/**
 * A name for where in a page's source something stands. A page has ranges of each scope, none of them empty. Each range is a
 * text of its own, as written: character references are not decoded, and no string goes on from one range into the next.
 *
 * - `text`: a run of text between tags, comments and declarations, be it white space alone, also in noscript, template,
 *   textarea and svg, but not in script, style, title, iframe, noembed and noframes
 * - `comment`: what stands between `<!--` and `-->`, or the end of the page; not `<!doctype>`, `<?xml?>` or `<![CDATA[]]>`
 * - `inline`: content of a script element without `src`, be it a program or data such as JSON
 * - `script`: value of `src` of a script element, without its quotes
 * - `link`: value of `href` of an a, area or link element, without its quotes
 * - `meta`: the tag of a meta element, from `<` to `>`
 * - `title`: content of a title element; a title within svg or math is `text`
 */
export type SourceScope = 'text' | 'comment' | 'inline' | 'script' | 'link' | 'meta' | 'title';

/** Ranges by scope, ascending and without overlap: start and end of each, in UTF-16 code units of the source. */
export type ScopeRanges = Readonly<Partial<Record<SourceScope, Uint32Array>>>;

const ATTRIBUTES = new NameTable(['href', 'src']);
const OWN_NUMBERS: AddressNumbers = {
  href: ATTRIBUTES.names.indexOf('href'),
  src: ATTRIBUTES.names.indexOf('src'),
};
const NONE = -1;

/** Numbers of attributes that are addresses, in the table of names of a pass. */
interface AddressNumbers {
  readonly href: number;
  readonly src: number;
}

/** Elements whose start tag matters, each with the attribute that is its address; null: it has none. */
const ADDRESSES: ReadonlyMap<string, keyof AddressNumbers | null> = new Map([
  ['script', 'src'],
  ['a', 'href'],
  ['area', 'href'],
  ['link', 'href'],
  ['meta', null],
]);
/** Elements whose content is not, or not always, text of the page. */
const HOLDERS = new Set(['script', 'style', 'title', 'iframe', 'noembed', 'noframes']);

/**
 * Finds the ranges of some scopes in a page's source, in one pass. Tags, comments and elements are those that extraction
 * sees; a tag that the end of the source truncates is none. Time is linear in the length of the source.
 */
export function scopeRanges(source: string, scopes: ReadonlySet<SourceScope>): ScopeRanges {
  const reader = new ScopeReader(scopes);
  visitHtml(source, reader, ATTRIBUTES);
  return reader.ranges();
}

/** Collects the ranges of scopes in a pass over a page, alone or beside other visitors. */
export class ScopeReader implements HtmlVisitor {
  readonly #numbers: AddressNumbers;
  readonly #wanted: Readonly<Partial<Record<SourceScope, Ranges>>>;
  /** Ranges of the text at this position. */
  #ranges: Ranges | undefined;
  /** Ranges of the text around each open element of HOLDERS, the innermost last. */
  readonly #around: (Ranges | undefined)[] = [];
  /** Number of open svg and math elements. */
  #foreignDepth = 0;
  /** Element whose start tag is being read; empty if nothing of it matters. */
  #element = '';
  /** Whether that element can hold others. */
  #holds = false;
  /** The attribute that is its address. */
  #address = NONE;
  /** The first value of that attribute. */
  #start = NONE;
  #end = NONE;

  constructor(scopes: ReadonlySet<SourceScope>, numbers = OWN_NUMBERS) {
    this.#numbers = numbers;
    this.#wanted = Object.fromEntries([...scopes].map((scope) => [scope, new Ranges()]));
    this.#ranges = this.#wanted.text;
  }

  open(name: string, holds: boolean): void {
    const address = ADDRESSES.get(name);
    this.#element = address === undefined ? '' : name;
    this.#address = address === undefined || address === null ? NONE : this.#numbers[address];
    this.#holds = holds;
    this.#start = NONE;
    if (!holds) return;
    if (HOLDERS.has(name)) this.#enter(name);
    else if (name === 'svg' || name === 'math') this.#foreignDepth += 1;
  }

  attribute(name: number, start: number, end: number): void {
    if (name !== this.#address || this.#start !== NONE) return;
    this.#start = start;
    this.#end = end;
  }

  opened(start: number, end: number): void {
    const element = this.#element;
    if (element === '') return;
    this.#element = '';
    this.#address = NONE;
    if (element === 'meta') this.#wanted.meta?.add(start, end);
    else if (this.#start !== NONE) this.#addAddress(element === 'script');
  }

  text(start: number, end: number): void {
    this.#ranges?.continue(start, end);
  }

  comment(start: number, end: number): void {
    this.#wanted.comment?.add(start, end);
  }

  close(name: string): void {
    if (HOLDERS.has(name)) this.#ranges = this.#around.pop();
    else if (name === 'svg' || name === 'math') this.#foreignDepth -= 1;
  }

  ranges(): ScopeRanges {
    return Object.fromEntries(
      Object.entries(this.#wanted).map(([scope, ranges]) => [scope, ranges.offsets()]),
    );
  }

  #enter(name: string): void {
    this.#around.push(this.#ranges);
    if (name === 'script') this.#ranges = this.#wanted.inline;
    else if (name !== 'title') this.#ranges = undefined;
    else if (this.#foreignDepth === 0) this.#ranges = this.#wanted.title;
  }

  #addAddress(isScript: boolean): void {
    // Browsers run no content of a script that has an address, not even of an empty one.
    if (isScript && this.#holds) this.#ranges = undefined;
    if (this.#end > this.#start)
      (isScript ? this.#wanted.script : this.#wanted.link)?.add(this.#start, this.#end);
  }
}
