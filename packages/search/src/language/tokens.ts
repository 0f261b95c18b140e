// Cuts the text of a query into tokens. People paste source into it, so a bracket, a quote, a bar or a name that is not part of
// the language is text: nothing is ever refused here.
import {
  FIELD_ALIASES,
  FIELD_NAMES,
  isChangeCondition,
  isConditionField,
  isLineField,
} from './field-names.ts';
import { endOfSlashes } from './slashes.ts';

export type TokenKind =
  | 'quoted'
  | 'joined'
  | 'pattern'
  | 'word'
  | 'field'
  | 'same_page'
  | 'same_change'
  | 'near'
  | 'or'
  | 'and'
  | 'not'
  | 'open'
  | 'close';

/** A token with its place, in UTF-16 units. A `joined` one is a quoted text with more right behind it: `"jQuery"@<3`. */
export interface Token {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
}

export interface Cut {
  readonly tokens: readonly Token[];
  /** Place of the first quote or bracket that opens or closes nothing; null: there is none. */
  readonly unpaired: number | null;
}

/** Times that a text is cut anew because a bracket turned out to be text; then all of it is one text. */
const MAX_ROUNDS = 4;
/** Maximum characters that are looked at for the ends of quotes and patterns, those that are looked at again included. */
const MAX_AHEAD = 100_000;

export function cut(text: string): Cut {
  const plain = new Set<number>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const cutter = new Cutter(text, plain);
    const texts = cutter.run();
    if (texts.length === 0) return { tokens: cutter.tokens, unpaired: cutter.unpaired };
    for (const at of texts) plain.add(at);
  }
  const from = text.search(/\S/);
  return { tokens: [{ kind: 'word', from, to: text.trimEnd().length }], unpaired: from };
}

/** Name of a field with its colon. What begins with `http://` is an address. */
const FIELD = /[a-z_]+~?:(?!\/\/)/y;
const FIELDS = new Set([...FIELD_NAMES, ...Object.keys(FIELD_ALIASES)]);
FIELDS.delete('same');
FIELDS.delete('change');
/** Fields that take a group alone, with its bracket. */
const GROUPS = [
  ['same_page', 'same:page('],
  ['same_change', 'change:('],
] as const;
const NEAR = /^near\/\d+$/i;
const OPERATORS: ReadonlyMap<string, TokenKind> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
  ['&&', 'and'],
  ['||', 'or'],
]);
/** Words with single bars between them. */
const CHOICE = /^[\p{L}\p{N}_.-]+(?:\|[\p{L}\p{N}_.-]+)+$/u;
/** Closing quotes by the opening one. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”“',
  '”': '”',
  '„': '“”',
  '‘': '’',
  '‚': '‘’',
  '«': '»',
  '»': '«',
};
/** Matches an opening quote. */
export const QUOTE = new RegExp(`[${Object.keys(QUOTES).join('')}]`);
/** Matches the name of a line before its value in quotes. */
const NAME_BEFORE_QUOTE = new RegExp(`[\\w-]{1,100}=(?=${QUOTE.source})`, 'y');
/** Matches the name of a field whose changes are asked for before its value in quotes. */
const FIELD_BEFORE_QUOTE = new RegExp(`[a-z_]{1,100}~?:(?:[\\w-]{1,100}=)?(?=${QUOTE.source})`, 'y');
/** Matches a character behind a minus sign that is not an operator. */
const AFTER_PLAIN_MINUS = /[\s)\->=,;|&+]/;

interface Bracket {
  readonly at: number;
  readonly isGroup: boolean;
}

class Cutter {
  readonly tokens: Token[] = [];
  unpaired: number | null = null;
  readonly #text: string;
  /** Places of opening brackets that are text. */
  readonly #plain: ReadonlySet<number>;
  readonly #open: Bracket[] = [];
  /** Places of brackets that were taken for groups and are text. */
  readonly #texts: number[] = [];
  #at = 0;
  #ahead = MAX_AHEAD;

  constructor(text: string, plain: ReadonlySet<number>) {
    this.#text = text;
    this.#plain = plain;
  }

  /** @returns places of brackets that are text, so that the tokens are void */
  run(): readonly number[] {
    for (;;) {
      while (isSpace(this.#text[this.#at])) this.#at++;
      if (this.#at >= this.#text.length) break;
      this.#token();
    }
    for (const { at, isGroup } of this.#open) if (isGroup) this.#texts.push(at);
    return this.#texts;
  }

  #token(): void {
    const at = this.#at;
    const next = this.#text[at] ?? '';
    if (next === '(' && this.#isGroup(at)) return this.#openGroup(at);
    if (next === ')' && this.#open.at(-1)?.isGroup === true) return this.#closeGroup();
    if (next === '|' && !/[|=]/.test(this.#text[at + 1] ?? '')) return this.#add('or', at + 1);
    if (next === '-' && !AFTER_PLAIN_MINUS.test(this.#text[at + 1] ?? ' ')) return this.#add('not', at + 1);
    for (const [kind, start] of GROUPS) {
      if (!this.#text.startsWith(start, at) || !this.#isGroup(at + start.length - 1)) continue;
      this.#add(kind, at + start.length - 1);
      return this.#openGroup(this.#at);
    }
    FIELD.lastIndex = at;
    const name = FIELD.exec(this.#text)?.[0].slice(0, -1);
    if (name !== undefined && FIELDS.has(name) && this.#hasValue(at + name.length + 1)) {
      this.#add('field', at + name.length + 1);
      if (this.#text[this.#at] === '(' && this.#isGroup(this.#at)) return this.#openGroup(this.#at);
      if (isLineField(name) && this.#isNamedValue(NAME_BEFORE_QUOTE)) return;
      if (isChangeCondition(name) && this.#isNamedValue(FIELD_BEFORE_QUOTE)) return;
      return this.#operand(isConditionField(name));
    }
    this.#operand(false);
  }

  /** Takes a name with a value in quotes: `server="Apache Tomcat"`, `tech:"Contact Form 7"@<5`. @returns true if there is one */
  #isNamedValue(names: RegExp): boolean {
    names.lastIndex = this.#at;
    const name = names.exec(this.#text)?.[0];
    const end = name === undefined ? null : this.#end(this.#at + name.length, endOfQuoted);
    if (end === null) return false;
    const hasVersions = names === FIELD_BEFORE_QUOTE && this.#text[end] === '@';
    if (!hasVersions && !this.#isBoundary(end)) return false;
    this.#add('joined', hasVersions ? this.#endOfWord(end) : end);
    return true;
  }

  /** @param isJoined whether more may stand right behind a quoted text */
  #operand(isJoined: boolean): void {
    const from = this.#at;
    const next = this.#text[from] ?? '';
    const isValue = this.tokens.at(-1)?.kind === 'field' && this.tokens.at(-1)?.to === from;
    if (QUOTES[next] !== undefined) {
      const end = this.#end(from, endOfQuoted);
      // Empty quotes are text, too, but where a field has them as its value.
      const isEmpty = !isValue && end !== null && this.#text.slice(from + 1, end - 1).trim() === '';
      if (end !== null && isEmpty && this.#isBoundary(end)) return this.#add('word', end);
      if (end !== null && this.#isBoundary(end)) return this.#add('quoted', end);
      if (end !== null && isJoined && this.#text[end] === '@')
        return this.#add('joined', this.#endOfWord(end));
      this.unpaired ??= from;
    }
    const slashes = next === '/' ? this.#end(from, endOfSlashes) : null;
    if (slashes !== null) return this.#add('pattern', slashes);
    const to = this.#endOfWord(from);
    const word = this.#text.slice(from, to);
    const operator = isValue ? undefined : OPERATORS.get(word);
    if (operator !== undefined) return this.#add(operator, to);
    if (!isValue && NEAR.test(word)) return this.#add('near', to);
    if (isValue || !CHOICE.test(word)) return this.#add('word', to);
    for (const [at, part] of word.split('|').entries()) {
      if (at > 0) this.#add('or', this.#at + 1);
      this.#add('word', this.#at + part.length);
    }
  }

  /** End of what begins there; null: it has none, or too much was looked at already. */
  #end(from: number, find: (text: string, from: number) => number | null): number | null {
    if (this.#ahead <= 0) return null;
    const end = find(this.#text, from);
    this.#ahead -= (end ?? this.#text.length) - from;
    return end;
  }

  #add(kind: TokenKind, to: number): void {
    this.tokens.push({ kind, from: this.#at, to });
    this.#at = to;
  }

  /** Whether a bracket opens a group, as far as can be seen from there; `()` is text. */
  #isGroup(at: number): boolean {
    return !this.#plain.has(at) && !/^\s*\)/.test(this.#text.slice(at + 1, at + 100));
  }

  #openGroup(at: number): void {
    this.#open.push({ at, isGroup: true });
    this.#add('open', at + 1);
  }

  #closeGroup(): void {
    const { at } = this.#open.pop() ?? { at: 0 };
    this.#add('close', this.#at + 1);
    // `(function(){ … })()` is not a group.
    if (!this.#isBoundary(this.#at)) {
      this.#texts.push(at);
      this.unpaired ??= at;
    }
  }

  #hasValue(at: number): boolean {
    const next = this.#text[at];
    return next !== undefined && !isSpace(next) && next !== ')';
  }

  /** Whether a quoted text, a pattern or a group may end there. */
  #isBoundary(at: number): boolean {
    const next = this.#text[at];
    if (next === ')') return this.#open.at(-1)?.isGroup === true;
    if (next === '|') return !/[|=]/.test(this.#text[at + 1] ?? '');
    return next === undefined || isSpace(next);
  }

  /** End of a word, which has the brackets that open within it, and those that close nothing else. */
  #endOfWord(from: number): number {
    let at = from;
    for (; at < this.#text.length && !isSpace(this.#text[at]); at++) {
      const character = this.#text[at];
      if (character === '(') {
        this.#open.push({ at, isGroup: false });
        if (this.#plain.has(at)) this.unpaired ??= at;
      } else if (character === ')') {
        const open = this.#open.at(-1);
        if (open?.isGroup === true) break;
        if (open === undefined) this.unpaired ??= at;
        else this.#open.pop();
      }
    }
    return at;
  }
}

/** Place behind the closing quote of a text that begins there; null: there is none. */
export function endOfQuoted(text: string, from: number): number | null {
  const closing = QUOTES[text[from] ?? ''] ?? '';
  const isStraight = text[from] === closing;
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at] ?? '';
    if (isStraight && character === '\\') at++;
    else if (closing.includes(character)) return at + 1;
  }
  return null;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /[\s\u0085]/.test(character);
}
