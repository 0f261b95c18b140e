// Reads regular expressions in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax) into a tree. escapes.ts reads
// what begins with a backslash, character-classes.ts what is in brackets.
import { MAX_GROUPS, MAX_NESTING, MAX_PATTERN, MAX_REPETITION, MAX_SIZE } from './bounds.ts';
import { ANY, NO_NEW_LINE, single } from './char-set.ts';
import { readClass } from './character-classes.ts';
import { readEscape } from './escapes.ts';
import { readGroupStart, type Flags } from './group-start.ts';
import { Fault, type PatternError } from './pattern-error.ts';
import { Reader } from './reader.ts';
import { minLength, sizeOf, type Assertion, type Node } from './tree.ts';

/** A regular expression that was read. */
export interface Pattern {
  /** The expression as it was written. */
  readonly source: string;
  readonly tree: Node;
  /** Names of the groups in their order; null for a group without one. */
  readonly groups: readonly (string | null)[];
}

/** Reads a regular expression in RE2 syntax. It has no match that is empty. */
export function parsePattern(
  source: string,
): { readonly ok: true; readonly value: Pattern } | { readonly ok: false; readonly error: PatternError } {
  try {
    return { ok: true, value: read(source) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { at, problem, remedy } = error;
    return { ok: false, error: { at, problem, remedy } };
  }
}

function read(source: string): Pattern {
  if (source === '') throw new Fault(0, 'the pattern is empty', 'write what to look for');
  if (source.length > MAX_PATTERN) {
    throw new Fault(
      MAX_PATTERN,
      `the pattern has ${source.length} characters`,
      `write at most ${MAX_PATTERN}, or several patterns`,
    );
  }
  const half = source.search(/\p{Surrogate}/u);
  if (half !== -1) {
    throw new Fault(half, 'here is half of a surrogate pair', 'write the whole character or leave it out');
  }
  const parser = new Parser(source);
  const tree = parser.read();
  if (minLength(tree) === 0) {
    throw new Fault(
      0,
      'the pattern can match an empty text, which every page has',
      'let it need at least 1 character: + in place of *, no ? or empty alternative around all of it',
    );
  }
  return { source, tree, groups: parser.groups };
}

class Parser {
  readonly groups: (string | null)[] = [];
  readonly #in: Reader;

  constructor(source: string) {
    this.#in = new Reader(source);
  }

  read(): Node {
    const tree = this.#readChoice({ ignoreCase: null, multiLine: false, dotAll: false, swapGreed: false }, 0);
    if (!this.#in.isAtEnd) {
      throw new Fault(this.#in.at, 'this ) closes no group', 'leave it out, or write \\) for the character');
    }
    this.#checkSize(tree, 0);
    return tree;
  }

  /** Alternatives up to a closing bracket or the end. Flags that are set between them hold up to there. */
  #readChoice(flags: Flags, depth: number): Node {
    const alternatives: Node[] = [];
    let parts: Node[] = [];
    let current = flags;
    for (;;) {
      const start = this.#in.at;
      if (this.#in.isAtEnd || this.#in.peek() === ')') break;
      if (this.#in.skip('|')) {
        alternatives.push(sequenceOf(parts));
        parts = [];
      } else if (this.#in.skip('\\Q')) {
        const quoted = this.#readQuoted(current);
        const last = quoted.pop();
        parts.push(...quoted);
        if (last !== undefined) parts.push(this.#readRepetition(last, current, start));
      } else if (this.#in.startsWith('(')) {
        const group = readGroupStart(this.#in, current);
        if (group.kind === 'flags') current = group.flags;
        else parts.push(this.#readRepetition(this.#readGroup(group, start, depth), current, start));
      } else {
        parts.push(this.#readRepetition(this.#readAtom(current), current, start));
      }
    }
    alternatives.push(sequenceOf(parts));
    const [only] = alternatives;
    return alternatives.length === 1 && only !== undefined ? only : { kind: 'choice', of: alternatives };
  }

  #readGroup(
    { flags, name }: { readonly flags: Flags; readonly name: string | null | undefined },
    start: number,
    depth: number,
  ): Node {
    if (depth >= MAX_NESTING) {
      throw new Fault(start, `groups are nested more than ${MAX_NESTING} deep`, 'nest fewer');
    }
    if (typeof name === 'string' && this.groups.includes(name)) {
      throw new Fault(start, `there are two groups named ${name}`, 'give each its own name');
    }
    const index = name === undefined ? 0 : this.groups.push(name);
    if (index > MAX_GROUPS) {
      throw new Fault(
        start,
        `more than ${MAX_GROUPS} groups capture`,
        'write (?:…) for those whose text you do not need',
      );
    }
    const of = this.#readChoice(flags, depth + 1);
    if (!this.#in.skip(')')) {
      throw new Fault(
        start,
        'the group that begins here is not closed',
        'add a ), or write \\( for the character',
      );
    }
    return index === 0 ? of : { kind: 'group', of, index };
  }

  #readAtom({ ignoreCase, multiLine, dotAll }: Flags): Node {
    const { at } = this.#in;
    const char = this.#in.next();
    switch (char) {
      case '.':
        return character(dotAll ? ANY : NO_NEW_LINE, ignoreCase);
      case '^':
        return assertion(multiLine ? 'line start' : 'text start');
      case '$':
        return assertion(multiLine ? 'line end' : 'text end');
      case '[':
        return { kind: 'character', is: readClass(this.#in, at), ignoreCase };
      case '\\': {
        const escape = readEscape(this.#in, at);
        return 'test' in escape ? assertion(escape.test) : { kind: 'character', is: escape, ignoreCase };
      }
      case '*':
      case '+':
      case '?':
        throw new Fault(
          at,
          `there is nothing that this ${char} could repeat`,
          `write \\${char} for the character, or what to repeat before it`,
        );
      default:
        if (char === '{' && this.#in.match(COUNTS_REST) !== null) {
          throw new Fault(
            at,
            'there is nothing that this {…} could repeat',
            'write \\{ for the character, or what to repeat before it',
          );
        }
        return character(single(char.codePointAt(0) ?? 0), ignoreCase);
    }
  }

  #readQuoted({ ignoreCase }: Flags): Node[] {
    const parts: Node[] = [];
    while (!this.#in.isAtEnd && !this.#in.skip('\\E')) {
      parts.push(character(single(this.#in.next().codePointAt(0) ?? 0), ignoreCase));
    }
    return parts;
  }

  /** Reads `*`, `+`, `?`, `{n,m}` or nothing behind a part. @param start of the part */
  #readRepetition(of: Node, { swapGreed }: Flags, start: number): Node {
    const { at } = this.#in;
    const counts = this.#readCounts();
    if (counts === null) return of;
    const isLazy = this.#in.skip('?');
    this.#refuseSecond(at, isLazy);
    const repetition: Node = { kind: 'repetition', of, ...counts, isGreedy: isLazy === swapGreed };
    this.#checkSize(repetition, start);
    return repetition;
  }

  #readCounts(): { readonly min: number; readonly max: number } | null {
    if (this.#in.skip('*')) return { min: 0, max: Infinity };
    if (this.#in.skip('+')) return { min: 1, max: Infinity };
    if (this.#in.skip('?')) return { min: 0, max: 1 };
    const { at } = this.#in;
    const counts = this.#in.match(COUNTS);
    if (counts === null) return null;
    const [written, first = '', comma, second = ''] = counts;
    const min = Number(first);
    const max = comma === undefined ? min : second === '' ? Infinity : Number(second);
    if (Math.max(min, max === Infinity ? 0 : max) > MAX_REPETITION) {
      throw new Fault(
        at,
        `${written} repeats more than ${MAX_REPETITION} times`,
        `repeat at most ${MAX_REPETITION} times, or without a maximum: {${Math.min(min, MAX_REPETITION)},}`,
      );
    }
    if (min > max) {
      throw new Fault(at, `${written} has a minimum above its maximum`, `write {${second},${first}}`);
    }
    return { min, max };
  }

  /** Refuses a repetition of a repetition, which RE2 reads neither. */
  #refuseSecond(first: number, isLazy: boolean): void {
    const { at } = this.#in;
    const isPossessive = this.#in.startsWith('+') && !isLazy;
    if (!/[*+?]/.test(this.#in.peek()) && this.#in.match(COUNTS) === null) return;
    if (isPossessive) {
      throw new Fault(
        at,
        'a possessive repetition needs an engine that tries one way after the other, which can take forever',
        'leave the second + out: this engine is linear in the text and needs none',
      );
    }
    throw new Fault(
      at,
      'this repeats what is a repetition already',
      `put the repetition that begins at column ${first + 1} with what it repeats into a group: (?:…)`,
    );
  }

  #checkSize(node: Node, at: number): void {
    const size = sizeOf(node);
    if (size <= MAX_SIZE) return;
    throw new Fault(
      at,
      `the pattern has ${size} parts if repetitions are written out`,
      `keep them to ${MAX_SIZE}: repeat fewer times, or without a maximum`,
    );
  }
}

const COUNTS = /\{(\d+)(,(\d*))?\}/y;
const COUNTS_REST = /\d+(?:,\d*)?\}/y;

function sequenceOf(parts: readonly Node[]): Node {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'sequence', of: parts };
}

function character(set: readonly number[], ignoreCase: boolean | null): Node {
  return { kind: 'character', is: { parts: [{ set, isNegated: false }], isNegated: false }, ignoreCase };
}

function assertion(test: Assertion): Node {
  return { kind: 'assertion', test };
}
