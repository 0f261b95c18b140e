// Reads programs that do nothing but lead to another page. It is not a reader of JavaScript: any program that holds more than
// one such statement, in the forms that pages write it, counts as another kind of program.

/** The page that a program leads to, or the function that says so. */
export type Navigation =
  | {
      readonly kind: 'address';
      /** Reference as the program has it. */
      readonly reference: string;
      /** Wait; 0 if it leads there while the page is still read, which ends the reading. */
      readonly delayMs: number;
    }
  | { readonly kind: 'call'; readonly name: string; readonly delayMs: number };

/** A program that does nothing else. */
export interface NavigatingProgram {
  /** Null if it only declares functions. */
  readonly navigation: Navigation | null;
  readonly functions: ReadonlyMap<string, Navigation>;
}

/** Maximum length of a program that is read. */
const MAX_PROGRAM = 4_000;
/** Maximum functions within functions. */
const MAX_DEPTH = 8;

/** @returns null for a program that does anything else */
export function navigatingProgram(text: string): NavigatingProgram | null {
  if (text.length > MAX_PROGRAM) return null;
  const tokens = tokensOf(text);
  return tokens === null ? null : new ProgramReader(tokens, 0).program();
}

/** Comments, which in scripts of pages may be written as in markup, and white space. */
const SKIPPED =
  /(?:[\s\uFEFF]|\/\/[^\n\r]*|\/\*[^]*?\*\/|<!--[^\n\r]*|(?:(?<=[\n\r][\s\uFEFF]*)|^)-->[^\n\r]*)+/y;
const TOKEN =
  /([A-Za-z_$][\w$]*)|("(?:[^"\\\n\r]|\\[^])*"|'(?:[^'\\\n\r]|\\[^])*'|`(?:[^`\\$]|\\[^]|\$(?!\{))*`)|(\d+)|(=>|[=.;,(){}[\]!+])/y;

type Token = readonly [kind: 'name' | 'number' | 'sign' | 'text', value: string];

function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    SKIPPED.lastIndex = at;
    at += SKIPPED.exec(text)?.[0].length ?? 0;
    if (at === text.length) return tokens;
    TOKEN.lastIndex = at;
    const [all, name, string, number, sign] = TOKEN.exec(text) ?? [];
    if (all === undefined) return null;
    at += all.length;
    if (name !== undefined) tokens.push(['name', name]);
    else if (string !== undefined) tokens.push(['text', unescaped(string.slice(1, -1))]);
    else if (number !== undefined) tokens.push(['number', number]);
    else tokens.push(['sign', sign ?? '']);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\}|(\r\n|[^]))/gi,
    (_, byte?: string, unit?: string, point?: string, other = '') => {
      const code = byte ?? unit ?? point;
      if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff));
      return /[\n\r]/.test(other) ? '' : (ESCAPES[other] ?? other);
    },
  );
}

/** Names of objects that have the location of the page. */
const OBJECTS: ReadonlySet<string> = new Set([
  'document',
  'globalThis',
  'parent',
  'self',
  'this',
  'top',
  'window',
]);
const LOAD_EVENTS: ReadonlySet<string> = new Set(['DOMContentLoaded', 'load', 'pageshow']);
const OWN_WINDOWS: ReadonlySet<string> = new Set(['_parent', '_self', '_top']);

/** Reads tokens. Each method moves on behind what it has read, or returns null if something else is there. */
class ProgramReader {
  readonly #tokens: readonly Token[];
  readonly #functions = new Map<string, Navigation>();
  readonly #depth: number;
  #at = 0;

  constructor(tokens: readonly Token[], depth: number) {
    this.#tokens = tokens;
    this.#depth = depth;
  }

  program(): NavigatingProgram | null {
    const navigation = this.#statements(this.#depth);
    if (navigation === undefined || this.#at < this.#tokens.length) return null;
    return { navigation, functions: this.#functions };
  }

  /** Statements up to the end or the brace that ends them. @returns undefined if any does something else */
  #statements(depth: number): Navigation | null | undefined {
    if (depth > MAX_DEPTH) return undefined;
    let found: Navigation | null = null;
    while (this.#at < this.#tokens.length && !this.#is('}')) {
      if (this.#take(';') || this.#directive() || this.#return()) continue;
      if (this.#declaration(depth)) continue;
      const navigation = this.#expression(depth);
      if (navigation === null || found !== null) return undefined;
      found = navigation;
    }
    return found;
  }

  /** `'use strict'` */
  #directive(): boolean {
    const [kind, value] = this.#tokens[this.#at] ?? [];
    if (kind !== 'text' || value !== 'use strict') return false;
    this.#at++;
    return true;
  }

  /** `return`, with or without a value that says nothing. */
  #return(): boolean {
    if (!this.#take('return')) return false;
    return this.#take('false') || this.#take('true') || true;
  }

  /** `function go() { … }` */
  #declaration(depth: number): boolean {
    if (!this.#is('function') || this.#tokens[this.#at + 1]?.[0] !== 'name') return false;
    const [, name = ''] = this.#tokens[this.#at + 1] ?? [];
    const navigation = this.#function(depth);
    if (navigation === null) return false;
    this.#functions.set(name, navigation);
    return true;
  }

  #expression(depth: number): Navigation | null {
    // (function () { … })(), (function () { … }()), !function () { … }()
    if (this.#take('!') || this.#take('+') || this.#take('void')) return this.#called(depth);
    if (this.#take('(')) {
      const navigation = this.#function(depth);
      if (navigation === null) return null;
      const isCalledWithin = this.#arguments();
      if (!this.#take(')')) return null;
      return isCalledWithin || this.#arguments() ? navigation : null;
    }
    const path = this.#path();
    const [last = '', method] = path;
    if (last === 'location') return this.#location(method);
    if (method !== undefined) return null;
    switch (last) {
      case 'setTimeout':
        return this.#timeout(depth);
      case 'onload':
        return this.#take('=') ? later(this.#callback(depth), 0) : null;
      case 'addEventListener':
        return this.#listener(depth);
      case 'open':
        return this.#open();
      default:
        return last !== '' && this.#arguments() ? { kind: 'call', name: last, delayMs: 0 } : null;
    }
  }

  /** `function () { … }()` */
  #called(depth: number): Navigation | null {
    const navigation = this.#function(depth);
    return navigation !== null && this.#arguments() ? navigation : null;
  }

  /** Names with dots or brackets between them, without the objects that they begin with. */
  #path(): readonly string[] {
    const names: string[] = [];
    for (let name = this.#name(); name !== null; name = this.#take('.') ? this.#name() : this.#bracketed())
      names.push(name);
    const first = names.findIndex((name) => !OBJECTS.has(name));
    return first < 0 ? [] : names.slice(first);
  }

  /** `['href']` */
  #bracketed(): string | null {
    if (!this.#take('[')) return null;
    const name = this.#text();
    return this.#take(']') ? name : null;
  }

  /** The rest behind `location` and its method. */
  #location(method: string | undefined): Navigation | null {
    if (method === undefined || method === 'href') return this.#take('=') ? address(this.#text()) : null;
    if ((method !== 'replace' && method !== 'assign') || !this.#take('(')) return null;
    const reference = this.#text();
    return this.#take(')') ? address(reference) : null;
  }

  /** `(function () { … }, 100)` */
  #timeout(depth: number): Navigation | null {
    if (!this.#take('(')) return null;
    const navigation = this.#callback(depth);
    let delayMs = 0;
    if (this.#take(',')) {
      const [kind, value] = this.#tokens[this.#at++] ?? [];
      if (kind !== 'number') return null;
      delayMs = Number(value);
    }
    return this.#take(')') ? later(navigation, delayMs) : null;
  }

  /** `('load', function () { … }, false)` */
  #listener(depth: number): Navigation | null {
    if (!this.#take('(') || !LOAD_EVENTS.has(this.#text() ?? '') || !this.#take(',')) return null;
    const navigation = this.#callback(depth);
    if (this.#take(',') && !this.#take('false') && !this.#take('true')) return null;
    return this.#take(')') ? later(navigation, 0) : null;
  }

  /** `('/page', '_self')` */
  #open(): Navigation | null {
    if (!this.#take('(')) return null;
    const reference = this.#text();
    if (!this.#take(',') || !OWN_WINDOWS.has(this.#text() ?? '')) return null;
    return this.#take(')') ? address(reference) : null;
  }

  /** A function, the name of one, or a program as a text. */
  #callback(depth: number): Navigation | null {
    const code = this.#text();
    if (code !== null) {
      const tokens = depth < MAX_DEPTH ? tokensOf(code) : null;
      return tokens === null ? null : (new ProgramReader(tokens, depth + 1).program()?.navigation ?? null);
    }
    if (this.#is('function') || this.#is('(') || this.#tokens[this.#at + 1]?.[1] === '=>')
      return this.#function(depth);
    const name = this.#name();
    return name === null ? null : { kind: 'call', name, delayMs: 0 };
  }

  /** `function name() { … }`, `() => { … }`, `() => …`, each with one parameter at most. */
  #function(depth: number): Navigation | null {
    const isArrow = !this.#take('function');
    if (!isArrow) this.#name();
    if (this.#take('(')) {
      this.#name();
      if (!this.#take(')')) return null;
    } else if (!isArrow || this.#name() === null) return null;
    if (isArrow && !this.#take('=>')) return null;
    if (!this.#take('{')) return isArrow && depth < MAX_DEPTH ? this.#expression(depth + 1) : null;
    const navigation = this.#statements(depth + 1);
    return this.#take('}') ? (navigation ?? null) : null;
  }

  /** `()` */
  #arguments(): boolean {
    return this.#take('(') && this.#take(')');
  }

  #name(): string | null {
    const [kind, value = ''] = this.#tokens[this.#at] ?? [];
    if (kind !== 'name' || value === 'function') return null;
    this.#at++;
    return value;
  }

  #text(): string | null {
    const [kind, value = ''] = this.#tokens[this.#at] ?? [];
    if (kind !== 'text') return null;
    this.#at++;
    return value;
  }

  #is(word: string): boolean {
    const [kind, value] = this.#tokens[this.#at] ?? [];
    return kind !== 'text' && value === word;
  }

  #take(word: string): boolean {
    const is = this.#is(word);
    if (is) this.#at++;
    return is;
  }
}

function address(reference: string | null): Navigation | null {
  return reference === null ? null : { kind: 'address', reference, delayMs: 0 };
}

/** A navigation that waits, at least until the page was read. */
function later(navigation: Navigation | null, delayMs: number): Navigation | null {
  return navigation === null ? null : { ...navigation, delayMs: navigation.delayMs + Math.max(1, delayMs) };
}
