// Reads queries of other search engines, as nuclei templates have them, into one tree. Templates mix the forms of FOFA
// (body="a" && title="b") and Shodan (http.html:"a" -http.title:"b"), so one reader takes both; PublicWWW has texts only.

export const ENGINES = ['publicwww', 'fofa', 'shodan'] as const;
export type Engine = (typeof ENGINES)[number];

export type EngineQuery =
  | { readonly kind: 'and' | 'or'; readonly of: readonly EngineQuery[] }
  | { readonly kind: 'not'; readonly of: EngineQuery }
  | {
      readonly kind: 'field';
      /** Name of the field, in lower case. */
      readonly name: string;
      readonly operator: Operator;
      readonly value: string;
      readonly written: string;
    }
  | { readonly kind: 'text'; readonly text: string; readonly written: string };

type Operator = '=' | '==' | 'fuzzy';

/** A text that is not a query of its engine; the message says where and why. */
export class UnreadableQuery extends Error {
  override readonly name = 'UnreadableQuery';
}

/** Maximum characters of a query, groups within each other included. */
const MAX_LENGTH = 10_000;
const MAX_DEPTH = 50;

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
]);

/** A field with its operator. After a colon stands its value at once; `http://` begins an address. */
const FIELD = /([a-z_][\w.-]*)(?:\s*(!==|===|==|!=|\*=|~=|=)\s*|:(?!\s|\/\/))/iy;
const OPERATOR = /&&|\|\|?|(?:and|or)(?=[\s("“])/iy;
/** Operators of PublicWWW that choose pages or what is shown of them. */
const PUBLICWWW_FIELD = /(site|depth|snipexp|lang|zone):(?=[^\s/])/iy;

/** Reads a query. @throws UnreadableQuery */
export function readEngineQuery(engine: Engine, text: string): EngineQuery {
  if (text.length > MAX_LENGTH) {
    throw new UnreadableQuery(
      `it has ${text.length} characters; a query that is read has at most ${MAX_LENGTH}`,
    );
  }
  return new Reader(engine, text).read();
}

class Reader {
  readonly #engine: Engine;
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(engine: Engine, text: string) {
    this.#engine = engine;
    this.#text = text;
  }

  read(): EngineQuery {
    const query = this.#either();
    if (this.#at < this.#text.length) throw this.#fault('a parenthesis closes nothing');
    return query;
  }

  #either(): EngineQuery {
    return this.#joined('or', () => this.#both());
  }

  /** Parts beside each other have to match as well. */
  #both(): EngineQuery {
    const parts = [this.#one()];
    while (this.#operator('and') || this.#isOperandNext()) parts.push(this.#one());
    return joined('and', parts);
  }

  #joined(kind: 'and' | 'or', part: () => EngineQuery): EngineQuery {
    const parts = [part()];
    while (this.#operator(kind)) parts.push(part());
    return joined(kind, parts);
  }

  #one(): EngineQuery {
    this.#skipSpace();
    if (this.#isEnd()) throw this.#fault('a part is missing');
    if (this.#isNegation()) {
      this.#at += 1;
      return { kind: 'not', of: this.#deeper(() => this.#one()) };
    }
    if (this.#next() === '(' && this.#hasGroups()) return this.#group();
    if (QUOTES.has(this.#next())) {
      const from = this.#at;
      return { kind: 'text', text: this.#quoted(), written: this.#text.slice(from, this.#at) };
    }
    return this.#field() ?? this.#words();
  }

  #group(): EngineQuery {
    this.#at += 1;
    const inner = this.#deeper(() => this.#either());
    this.#skipSpace();
    if (this.#next() !== ')') throw this.#fault('a parenthesis is not closed');
    this.#at += 1;
    return inner;
  }

  #field(): EngineQuery | null {
    const from = this.#at;
    const found = this.#matched(this.#engine === 'publicwww' ? PUBLICWWW_FIELD : FIELD);
    if (found === null) return null;
    const [, name = '', operator = ':'] = found;
    this.#at += found[0].length;
    const values = [this.#value(operator)];
    // Shodan takes any of the values between commas.
    if (operator === ':') {
      while (this.#next() === ',') {
        this.#at += 1;
        values.push(this.#value(operator));
      }
    }
    if (this.#next() === ',') throw this.#fault('a comma joins nothing; FOFA has && and ||');
    const isMany = values.length > 1;
    const parts = values.map((value): EngineQuery => ({
      kind: 'field',
      name: name.toLowerCase(),
      operator: operator.includes('==') ? '==' : /[*~]/.test(operator) ? 'fuzzy' : '=',
      value,
      written: isMany ? `${name}${operator}${value}` : this.#text.slice(from, this.#at),
    }));
    const any = joined('or', parts);
    return operator.startsWith('!') ? { kind: 'not', of: any } : any;
  }

  /** The value of a field. Without quotes, one after `=` ends before the next operator or field, one after a colon with its word. */
  #value(operator: string): string {
    if (QUOTES.has(this.#next())) return this.#quoted();
    const from = this.#at;
    if (operator === ':') {
      while (!this.#isEnd() && !/[\s(),]/.test(this.#next())) this.#at += 1;
    } else {
      this.#run();
    }
    return this.#unquoted(from);
  }

  /** Words without quotes: together one text, in PublicWWW each one by itself. */
  #words(): EngineQuery {
    const from = this.#at;
    if (this.#engine === 'publicwww') while (!this.#isEnd() && !/\s/.test(this.#next())) this.#at += 1;
    else this.#run();
    const text = this.#unquoted(from);
    return { kind: 'text', text, written: text };
  }

  /** Reads words to the next operator, field, quote or parenthesis. */
  #run(): void {
    for (;;) {
      while (!this.#isEnd() && !/[\s()]/.test(this.#next()) && !this.#isOperator()) this.#at += 1;
      const end = this.#at;
      this.#skipSpace();
      const { length } = this.#text;
      const goesOn =
        this.#at > end && this.#at < length && !/[()"'“]/.test(this.#next()) && !this.#isNegation();
      if (goesOn && !this.#isOperator() && this.#matched(FIELD) === null) continue;
      this.#at = end;
      return;
    }
  }

  #unquoted(from: number): string {
    const text = this.#text.slice(from, this.#at);
    if (text === '') throw this.#fault('a value is missing');
    if (/["“”]/.test(text)) throw this.#fault(`a quote stands within ${text}`);
    return text;
  }

  #quoted(): string {
    const end = QUOTES.get(this.#next());
    let text = '';
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const character = this.#text[at] ?? '';
      if (character === end) {
        this.#at = at + 1;
        return text;
      }
      const escaped = this.#text[at + 1] ?? '';
      const isEscape = character === '\\' && (escaped === end || escaped === '\\');
      text += isEscape ? escaped : character;
      if (isEscape) at++;
    }
    throw this.#fault('a quote is not closed');
  }

  #isNegation(): boolean {
    const [sign, next = ' '] = [this.#next(), this.#text[this.#at + 1]];
    return (sign === '-' || (sign === '!' && this.#engine !== 'publicwww')) && !/\s/.test(next);
  }

  /** Takes an operator of a kind, if there is one. */
  #operator(kind: 'and' | 'or'): boolean {
    this.#skipSpace();
    const found = this.#matched(OPERATOR)?.[0];
    if (found === undefined || (/^(?:&&|and)$/i.test(found) ? 'and' : 'or') !== kind) return false;
    this.#at += found.length;
    return true;
  }

  #isOperator(): boolean {
    // Words such as “or” are operators only where a word begins.
    const before = this.#text[this.#at - 1] ?? ' ';
    const found = this.#matched(OPERATOR)?.[0];
    return found !== undefined && (!/^[a-z]/i.test(found) || /\s/.test(before));
  }

  #isOperandNext(): boolean {
    this.#skipSpace();
    if (this.#isEnd() || this.#isOperator()) return false;
    return this.#next() !== ')' || !this.#hasGroups();
  }

  /** PublicWWW has no groups: parentheses belong to texts, as in `gtag(`. */
  #hasGroups(): boolean {
    return this.#engine !== 'publicwww';
  }

  #deeper<Value>(read: () => Value): Value {
    if (this.#depth >= MAX_DEPTH) throw this.#fault(`this is inside of ${MAX_DEPTH} groups and negations`);
    this.#depth += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #matched(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #next(): string {
    return this.#text[this.#at] ?? '';
  }

  #isEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#next())) this.#at += 1;
  }

  #fault(problem: string): UnreadableQuery {
    return new UnreadableQuery(`at column ${this.#at + 1}, ${problem}`);
  }
}

function joined(kind: 'and' | 'or', parts: readonly EngineQuery[]): EngineQuery {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind, of: parts };
}
