// Draws queries of the language at random, out of what stored pages say.
import { isWholeScope, quotedPattern, type RangeScope, SCOPE_NAMES } from '@sitegrep/search';
import type { AnswerTexts, PageRecord } from '@sitegrep/site';
import type { StoredDomain } from '@sitegrep/storage';
import { standardScopes } from '../../../packages/html/test/standard-scopes.ts';

/** A number from 0 to below `count`. */
export type Random = (count: number) => number;

/** Numbers that a seed determines: a linear congruential generator (Numerical Recipes). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

/** Scopes of what came with a page. */
const BESIDE = ['headers', 'cookies', 'file'] as const;
const RANGES = SCOPE_NAMES.filter((name): name is RangeScope => !isWholeScope(name));

/** @param domains with at least one page that has a source */
export function drawQuery(domains: readonly StoredDomain[], random: Random): string {
  return new Drawing(domains, random).expression(2);
}

class Drawing {
  readonly #domains: readonly StoredDomain[];
  readonly #random: Random;

  constructor(domains: readonly StoredDomain[], random: Random) {
    this.#domains = domains;
    this.#random = random;
  }

  expression(depth: number): string {
    const kind = depth === 0 ? 0 : this.#random(8);
    const inner = (): string => this.expression(depth - 1);
    switch (kind) {
      case 1:
        return `${inner()} ${inner()}`;
      case 2:
        return `(${inner()} OR ${inner()})`;
      case 3:
        return `(${inner()} -(${inner()}))`;
      case 4:
        return `same:page(${inner()} ${this.#random(2) === 0 ? '' : '-'}(${inner()}))`;
      case 5:
        return `(case:yes ${inner()})`;
      case 6:
        return this.#near();
      default:
        return this.#leaf();
    }
  }

  #one<Value>(values: readonly Value[]): Value {
    const value = values[this.#random(values.length)];
    if (value === undefined) throw new RangeError('nothing to draw from');
    return value;
  }

  #source(): PageRecord {
    for (;;) {
      const page = this.#one(this.#one(this.#domains).pages);
      if (page.source.trim().length > 100) return page;
    }
  }

  /** A part of a text with something other than white space. */
  #part(text: string, length: number): string {
    for (let attempt = 0; attempt < 20; attempt++) {
      const from = this.#random(Math.max(1, text.length - length));
      const part = text.slice(from, from + length).toWellFormed();
      if (/\S/.test(part) && !part.includes('\ufffd')) return part;
    }
    return 'html';
  }

  #leaf(): string {
    const page = this.#source();
    const { source } = page;
    switch (this.#random(9)) {
      case 0:
        return quoted(this.#part(source, 3 + this.#random(20)));
      case 1: {
        const scope = this.#one(RANGES);
        const ranges = standardScopes(source)[scope].filter(([start, end]) => end - start > 3);
        if (ranges.length === 0) return `${scope}:${quoted('abc')}`;
        const [start, end] = this.#one(ranges);
        return `${scope}:(${this.#needle(this.#part(source.slice(start, end), 3 + this.#random(15)))})`;
      }
      case 2:
        return `url:(${this.#needle(this.#part(page.url, 3 + this.#random(10)))})`;
      case 3:
        return this.#beside(page);
      case 4: {
        const scope = this.#one(BESIDE);
        const text = page.answers?.[scope] || source;
        return `(in:any ${this.#needle(this.#part(text, 3 + this.#random(15)))})`;
      }
      case 5:
        return this.#line(page.answers);
      default:
        return this.#needle(this.#part(source, 4 + this.#random(24)));
    }
  }

  /** A needle in a text that came with a page. */
  #beside({ answers }: PageRecord): string {
    const scope = this.#one(BESIDE);
    return `(in:${scope} ${this.#needle(this.#part(answers?.[scope] || 'HTTP 200', 3 + this.#random(20)))})`;
  }

  /** A line of a page: a header field, or a cookie. */
  #line(answers: AnswerTexts | undefined): string {
    const cookies = (answers?.cookies ?? '').split('\n').filter((line) => line.includes(';'));
    if (cookies.length > 0 && this.#random(3) === 0) {
      const [name = ''] = this.#one(cookies).split(';');
      return `cookie:${quoted(this.#random(2) === 0 ? name : `${name.slice(0, 3)}*`)}`;
    }
    const [, ...lines] = (answers?.headers ?? '').split('\n').filter((line) => !line.includes('"'));
    const [, name = 'server', value = ''] = /^([^:]+): (.*)$/.exec(this.#one(['', ...lines])) ?? [];
    switch (this.#random(4)) {
      case 0:
        return `header:${name}`;
      case 1:
        return `header:${quoted(`${name}=${value.slice(0, 4)}*`)}`;
      case 2:
        return `header:${quoted(`${name}=*${value.slice(2, 5)}*`)}`;
      default:
        return `header:${quoted(`${name}=${value}`)}`;
    }
  }

  #near(): string {
    const page = this.#source();
    const isBeside = this.#random(4) === 0;
    const around = this.#part((isBeside ? page.answers?.headers : null) || page.source, 300);
    if (isBeside) return `(in:headers ${this.#nearIn(around)})`;
    return this.#nearIn(around);
  }

  #nearIn(around: string): string {
    const [a, b] = [this.#part(around, 4 + this.#random(10)), this.#part(around, 4 + this.#random(10))];
    return `(${this.#needle(a)} near/${1 + this.#random(300)} ${this.#needle(b)})`;
  }

  /** A text as it stands, or a pattern that generalises it. */
  #needle(text: string): string {
    const kind = this.#random(5);
    if (kind === 0) return `word:${quoted(text)}`;
    return kind < 3 ? quoted(text) : `re:${quotedPattern(this.#pattern(text))}`;
  }

  /** A pattern that a text fits: characters stay, or become classes, repetitions and alternatives. */
  #pattern(text: string): string {
    const pieces: string[] = [];
    const characters = Array.from(text);
    for (let at = 0; at < characters.length;) {
      const character = characters[at] ?? '';
      let run = at;
      while (/\d/.test(characters[run] ?? '')) run++;
      if (run > at && this.#random(3) > 0) {
        pieces.push(this.#one([String.raw`\d+`, '[0-9]+', String.raw`\d{1,12}`]));
        at = run;
        continue;
      }
      switch (this.#random(14)) {
        case 0:
          pieces.push(/[a-z]/.test(character) ? '[a-z]' : /\s/.test(character) ? String.raw`\s+?` : '[^\\n]');
          break;
        case 1:
          pieces.push(`(?:${escaped(character)}|zq)`);
          break;
        case 2:
          pieces.push(`${escaped(character)}{1,3}`);
          break;
        case 3:
          pieces.push(`${escaped(character)}(x*)`);
          break;
        default:
          pieces.push(escaped(character));
      }
      at++;
    }
    // Something must remain that not everything fits.
    return `${pieces.join('')}${this.#random(6) === 0 ? String.raw`|\bzq{2}\b` : ''}`;
  }
}

function escaped(character: string): string {
  if (/[A-Za-z0-9]/.test(character)) return character;
  return String.raw`\x{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A text as the language quotes it. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`;
}
