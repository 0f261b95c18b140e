import { firstUnit } from './first-unit.ts';

/** Maximum characters of one address, and maximum addresses of a page. */
const MAX_ADDRESS = 1_024;
const MAX_ADDRESSES = 500;

/**
 * Addresses in the quoted texts of inline scripts from which a script may be loaded, unique, in order. These are the
 * addresses that loader snippets insert into the page: `//host/a.js`, `https:\/\/host\/a.js`, or `.host.tld/a.js` after
 * an expression that chooses the protocol. Quoted texts that are joined by `+` are one address. Comments and data
 * (JSON) load nothing.
 *
 * Takes linear time: no character is read more than a few times.
 */
export function loadedAddresses(scripts: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const script of scripts) {
    if (found.size >= MAX_ADDRESSES) break;
    const first = firstUnit(script);
    // Data such as JSON-LD; programs do not begin like this.
    if (first !== BRACE && first !== BRACKET) addAddresses(script, found);
  }
  return [...found];
}

const BRACE = 0x7b;
const BRACKET = 0x5b;

/** Marks of an address or a comment: two slashes, two escaped ones, the beginning of a comment, the end of a file name. */
const MARKS = ['//', '/\\/', '/*', 'js'] as const;

function addAddresses(script: string, found: Set<string>): void {
  const loaders = new Loaders(script);
  /** The next position of each mark; -1 for none. */
  const next = MARKS.map((mark) => script.indexOf(mark));
  /** End of what was read: a comment or a quoted text. */
  let end = 0;
  while (found.size < MAX_ADDRESSES) {
    const at = first(next);
    if (at === -1) return;
    if (isComment(script, at)) end = endOfComment(script, at);
    else if (script.charCodeAt(at) === SLASH ? script.charCodeAt(at + 1) !== STAR : isFileEnd(script, at)) {
      const start = startOf(script, at, end);
      end = at + 2;
      if (start > 0 && isQuote(script.charCodeAt(start - 1))) {
        const text = readText(script, start, end);
        end = text.end;
        const address = text.address.includes('\\') ? decoded(text.address) : text.address;
        if (isOfScript(address, loaders, start, end)) found.add(address);
      }
    }
    const from = Math.max(end, at + 1);
    for (let mark = 0; mark < MARKS.length; mark++) {
      const position = next[mark] ?? -1;
      if (position !== -1 && position < from) next[mark] = script.indexOf(MARKS[mark] ?? '', from);
    }
  }
}

/** The lowest of these positions; -1 if there is none. */
function first(positions: readonly number[]): number {
  let lowest = -1;
  for (const position of positions)
    if (position !== -1 && (lowest === -1 || position < lowest)) lowest = position;
  return lowest;
}

const SLASH = 0x2f;
const STAR = 0x2a;
const DOT = 0x2e;

/** Whether a comment begins at a slash: after a blank, where no address is. */
function isComment(script: string, at: number): boolean {
  const next = script.charCodeAt(at + 1);
  return (next === SLASH || next === STAR) && isBlank(script.charCodeAt(at - 1));
}

/** The end of a name such as `a.js`, `a.js?v=1` or `api/js`, not the beginning of another one such as `.json`. */
function isFileEnd(script: string, at: number): boolean {
  const before = script.charCodeAt(at - 1);
  return (before === DOT || before === SLASH) && !isOfName(script.charCodeAt(at + 2));
}

/** A letter, digit, underscore or dollar sign. */
function isOfName(unit: number): boolean {
  const letter = unit | 0x20;
  return (
    (letter >= 0x61 && letter <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f || unit === 0x24
  );
}

function isQuote(unit: number): boolean {
  return unit === 0x22 || unit === 0x27 || unit === 0x60;
}

/** A blank, a control character or no character: what a comment follows. */
function isBlank(unit: number): boolean {
  return Number.isNaN(unit) || unit <= 0x20;
}

/** The first character of the text around `at`, not before `from`: after a blank, a quote, `(`, `<` or `>`. */
function startOf(script: string, at: number, from: number): number {
  let start = at;
  while (start > from) {
    const unit = script.charCodeAt(start - 1);
    if (unit <= 0x20 || isQuote(unit) || unit === 0x28 || unit === 0x3c || unit === 0x3e) break;
    start--;
  }
  return start;
}

/** Hides a part of the program from old browsers, and is followed by it. */
const MARKER = /\/\/\s*(?:<!\[CDATA\[|<!--|-->|\]\]>)/y;

function endOfComment(script: string, start: number): number {
  MARKER.lastIndex = start;
  if (MARKER.test(script)) return MARKER.lastIndex;
  const isBlock = script.charCodeAt(start + 1) === STAR;
  const end = script.indexOf(isBlock ? '*/' : '\n', start + 2);
  return end === -1 ? script.length : end + 1;
}

const REST = /[^\s"'`<>]*/y;
const JOINT = /["']\s{0,8}\+\s{0,8}["']/y;

/** The text from `start` to the quote that ends it, with the texts that `+` adds to it. */
function readText(script: string, start: number, from: number): { address: string; end: number } {
  let end = from;
  let address = script.slice(start, from);
  for (;;) {
    REST.lastIndex = end;
    const rest = REST.exec(script)?.[0] ?? '';
    address += rest;
    end += rest.length;
    JOINT.lastIndex = end;
    if (address.length > MAX_ADDRESS || !JOINT.test(script)) return { address, end };
    end = JOINT.lastIndex;
  }
}

/** Removes the backslashes of `\/`, and the one of the quote that ended the text. */
function decoded(address: string): string {
  return address.replace(/\\(?=\/|$)/g, '');
}

/** Files that are not scripts. */
const OTHER =
  /\.(?:avif|css|gif|html?|ico|jpe?g|json|mp[34]|pdf|png|rss|svg|ttf|txt|web[mp]|woff2?|xml)(?:[?#]|$)/i;
const SCRIPT = /\.m?js(?:[?#;/%]|$)|\/js(?:[?/]|$)/i;
const HOST = /^(?:https?:)?\/\/[\w-]+(?:\.[\w-]+)+\//i;

function isOfScript(address: string, loaders: Loaders, start: number, end: number): boolean {
  if (address.length > MAX_ADDRESS || OTHER.test(address)) return false;
  return (
    SCRIPT.test(address) || (HOST.test(address) && (loaders.areNear(start, end) || loaders.imports(start)))
  );
}

/** Text before an address that a module imports. */
const IMPORT = /(?:\bimport\s{0,4}\(?|\bfrom)\s{0,4}["'`]$/;
const MAX_IMPORT = 24;

/** Code that loads another script, before or after its address. */
const LOADERS = ['createElement', '.src', '.write(', 'Script('] as const;
const LOADER_BEFORE = 600;
const LOADER_AFTER = 300;

/** Such code in a script, looked for from its beginning to its end. */
class Loaders {
  readonly #script: string;
  /** A position of each loader, the first one that can still be near; Infinity for none. */
  readonly #positions: number[] = LOADERS.map(() => -1);

  constructor(script: string) {
    this.#script = script;
  }

  /** Tells whether the text from `start` on, which a quote precedes, is imported. */
  imports(start: number): boolean {
    return IMPORT.test(this.#script.slice(Math.max(0, start - MAX_IMPORT), start));
  }

  /** Whether a loader is around the text from `start` to `end`, which is not before that of the last call. */
  areNear(start: number, end: number): boolean {
    const from = Math.max(0, start - LOADER_BEFORE);
    return LOADERS.some((loader, index) => {
      let position = this.#positions[index] ?? Infinity;
      if (position < from) {
        position = this.#script.indexOf(loader, from);
        if (position === -1) position = Infinity;
        this.#positions[index] = position;
      }
      return position + loader.length <= end + LOADER_AFTER;
    });
  }
}
