// The parts of a query as a tree: OR of AND of operands. What can't be an operator where it stands is a word, and what has
// nothing of the language and can not be a query is one text.
import { SEARCH_BOUNDS } from '../bounds.ts';
import { cut, type Token, type TokenKind } from './tokens.ts';

export type { TokenKind };

interface Span {
  /** Span in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** A `literal` is a whole query that is read as one text. */
export interface Leaf extends Span {
  readonly kind: 'quoted' | 'joined' | 'pattern' | 'word' | 'literal';
}

export interface Joined extends Span {
  readonly kind: 'or' | 'and';
  readonly of: readonly Syntax[];
}

export interface Wrapped<Kind extends 'not' | 'group' | 'same_page' | 'same_change'> extends Span {
  readonly kind: Kind;
  readonly of: Syntax;
}

export interface FieldSyntax extends Span {
  readonly kind: 'field';
  readonly name: string;
  readonly value: Leaf | Wrapped<'group'>;
}

export interface NearSyntax extends Span {
  readonly kind: 'near';
  readonly left: Syntax;
  readonly right: Syntax;
  readonly operator: Token;
}

export type Syntax =
  | Leaf
  | Joined
  | Wrapped<'not'>
  | Wrapped<'group'>
  | Wrapped<'same_page'>
  | Wrapped<'same_change'>
  | FieldSyntax
  | NearSyntax;

export interface QuerySyntax {
  /** Null: the query is empty. */
  readonly tree: Syntax | null;
  readonly tokens: readonly Token[];
  /** Operators that stand where they join nothing, and so are words. */
  readonly words: readonly Token[];
  /** Kinds of what is certainly meant as part of the language: operators in capitals, fields, patterns and exclusions. */
  readonly stated: readonly TokenKind[];
  /** Span of the first quote or bracket that opens or closes nothing; null: there is none. */
  readonly unpaired: number | null;
}

/** Thrown where parts are within more others than may be. */
export class TooDeep extends Error {
  readonly at: number;

  constructor(at: number) {
    super('a query is nested too deeply');
    this.at = at;
  }
}

const { maxDepth, maxTermLength } = SEARCH_BOUNDS;

/** @throws TooDeep */
export function syntaxOf(text: string): QuerySyntax {
  const { tokens: written, unpaired } = cut(text);
  const tokens = withWords(written);
  const words = tokens.filter((token, at) => token.kind !== written[at]?.kind);
  const stated = statedIn(text, tokens);
  const further = { tokens, words, stated, unpaired };
  if (tokens.length === 0) return { tree: null, ...further };
  const span = { from: text.length - text.trimStart().length, to: text.trimEnd().length };
  const isLiteral =
    (unpaired !== null && stated.every((kind) => kind === 'pattern')) || isLoneMinus(text, tokens);
  if (isLiteral && span.to - span.from <= maxTermLength)
    return { tree: { kind: 'literal', ...span }, ...further };
  return { tree: new Parser(text, tokens).either(0), ...further };
}

/** Whether a query is but a word behind a minus sign, such as `-webkit-box`: nothing is left to exclude it from. */
function isLoneMinus(text: string, [first, second, ...others]: readonly Token[]): boolean {
  const isMinus = first?.kind === 'not' && text[first.from] === '-';
  return isMinus && second?.kind === 'word' && others.length === 0;
}

/** Kinds that are of the language wherever they stand. */
const STATED: ReadonlySet<TokenKind> = new Set(['field', 'near', 'same_page', 'same_change', 'pattern']);

function statedIn(text: string, tokens: readonly Token[]): readonly TokenKind[] {
  return tokens.flatMap(({ kind, from, to }, at) => {
    const written = text.slice(from, to);
    if (kind === 'not') return written === 'NOT' || at > 0 ? [kind] : [];
    if (kind === 'or' || kind === 'and') {
      // Titles have bars between words: `Green tea | The shop`.
      const isBetweenWords = tokens[at - 1]?.kind === 'word' && tokens[at + 1]?.kind === 'word';
      const isSign = written === '||' || written === '&&' || (written === '|' && isBetweenWords);
      return isSign ? [] : [kind];
    }
    return STATED.has(kind) ? [kind] : [];
  });
}

/** The tokens of a query, in which an operator that joins nothing is a word. */
export function tokensOf(text: string): readonly Token[] {
  return withWords(cut(text).tokens);
}

const STARTS: ReadonlySet<TokenKind> = new Set([
  'quoted',
  'joined',
  'pattern',
  'word',
  'field',
  'open',
  'same_page',
  'same_change',
  'not',
]);
const ENDS: ReadonlySet<TokenKind> = new Set(['quoted', 'joined', 'pattern', 'word', 'close']);
const JOINTS: ReadonlySet<TokenKind> = new Set(['or', 'and', 'near']);

/** Tokens with words for operators that lack an operand. */
function withWords(written: readonly Token[]): readonly Token[] {
  const tokens = [...written];
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at];
    if (token === undefined || !(token.kind === 'not' || JOINTS.has(token.kind))) continue;
    const hasRight = STARTS.has(tokens[at + 1]?.kind ?? 'close');
    const hasLeft = token.kind === 'not' || ENDS.has(tokens[at - 1]?.kind ?? 'open');
    if (!hasLeft || !hasRight) tokens[at] = { ...token, kind: 'word' };
  }
  return tokens;
}

/** Kinds of what has others within it. */
const DEEPER: ReadonlySet<TokenKind> = new Set(['open', 'same_page', 'same_change', 'not']);

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  either(depth: number): Syntax {
    return this.#joined('or', () => this.#all(depth));
  }

  #all(depth: number): Syntax {
    return this.#joined('and', () => this.#negated(depth));
  }

  #joined(kind: Joined['kind'], next: () => Syntax): Syntax {
    const first = next();
    const of = [first];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token?.kind === kind) this.#at++;
      else if (kind === 'or' || token === undefined || !STARTS.has(token.kind)) break;
      of.push(next());
    }
    return of.length === 1 ? first : { kind, of, from: first.from, to: of.at(-1)?.to ?? first.to };
  }

  #negated(depth: number): Syntax {
    if (this.#tokens[this.#at]?.kind !== 'not') return this.#near(depth);
    const { from } = this.#next(depth);
    const of = this.#negated(depth + 1);
    return { kind: 'not', of, from, to: of.to };
  }

  #near(depth: number): Syntax {
    let left = this.#operand(depth);
    while (this.#tokens[this.#at]?.kind === 'near') {
      const operator = this.#next(0);
      const right = this.#operand(depth);
      left = { kind: 'near', left, right, operator, from: left.from, to: right.to };
    }
    return left;
  }

  #operand(depth: number): Syntax {
    const token = this.#next(depth);
    const { kind, from, to } = token;
    switch (kind) {
      case 'open':
        return this.#group('group', from, depth);
      case 'same_page':
      case 'same_change':
        this.#at++;
        return this.#group(kind, from, depth);
      case 'field': {
        const value = this.#value(depth);
        return { kind, name: this.#text.slice(from, to - 1), value, from, to: value.to };
      }
      case 'quoted':
      case 'joined':
      case 'pattern':
      case 'word':
        return { kind, from, to };
      case 'not':
      case 'near':
      case 'or':
      case 'and':
      case 'close':
        throw new TypeError(`a query has ${kind} where an operand is expected`);
    }
  }

  #value(depth: number): Leaf | Wrapped<'group'> {
    const { kind, from, to } = this.#next(depth);
    if (kind === 'open') return this.#group('group', from, depth);
    if (kind === 'quoted' || kind === 'joined' || kind === 'pattern' || kind === 'word') {
      return { kind, from, to };
    }
    throw new TypeError(`a query has ${kind} where a value is expected`);
  }

  /** Reads the rest of a group whose bracket was read. */
  #group<Kind extends 'group' | 'same_page' | 'same_change'>(
    kind: Kind,
    from: number,
    depth: number,
  ): Wrapped<Kind> {
    const of = this.either(depth + 1);
    const { to } = this.#next(0);
    return { kind, of, from, to };
  }

  #next(depth: number): Token {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new TypeError('a query ends where an operand is expected');
    if (DEEPER.has(token.kind) && depth >= maxDepth) throw new TooDeep(token.from);
    return token;
  }
}
