import { Fault } from './pattern-error.ts';
import type { Reader } from './reader.ts';

/** Flags that are set, as by `(?i)`. */
export interface Flags {
  /** Flag i; null where the pattern does not set it. */
  readonly ignoreCase: boolean | null;
  /** Flag m: `^` and `$` match at lines. */
  readonly multiLine: boolean;
  /** Flag s: `.` matches a line feed too. */
  readonly dotAll: boolean;
  /** Flag U: `*` tries fewer first and `*?` more. */
  readonly swapGreed: boolean;
}

/** The beginning of a group, or flags for what follows. */
export type GroupStart =
  | {
      readonly kind: 'group';
      readonly flags: Flags;
      /** Name of a group that captures, null if it has none; undefined if the group does not capture. */
      readonly name: string | null | undefined;
    }
  | { readonly kind: 'flags'; readonly flags: Flags };

/** Reads `(`, `(?:`, `(?P<name>`, `(?i:`, `(?i)` and the like. */
export function readGroupStart(reader: Reader, flags: Flags): GroupStart {
  const start = reader.at;
  reader.skip('(');
  if (!reader.skip('?')) return { kind: 'group', flags, name: null };
  for (const [text, problem, remedy] of REFUSED) {
    if (reader.startsWith(text)) throw new Fault(start, problem, remedy);
  }
  if (reader.skip('P<') || reader.skip('<')) {
    const name = reader.match(NAME)?.[1];
    if (name !== undefined) return { kind: 'group', flags, name };
    throw new Fault(
      start,
      'the name of this group is not a name',
      'write (?P<name>…) with letters, digits and _, or (…) without a name',
    );
  }
  return readFlags(reader, flags, start);
}

const NAME = /([\p{L}\p{M}\p{N}_]+)>/uy;

const LOOK = [
  'looking ahead or behind is not possible in an engine that is linear in the text',
  'match what stands around as well and put the part that you want into a group, or combine two patterns with AND or NOT',
] as const;

const NO_BACK_REFERENCE = [
  'a back reference is not possible in an engine that is linear in the text',
  'write out what the group may match',
] as const;

/** Groups of other engines, after `(?`. */
const REFUSED: readonly (readonly [text: string, problem: string, remedy: string])[] = [
  ['=', ...LOOK],
  ['!', ...LOOK],
  ['<=', ...LOOK],
  ['<!', ...LOOK],
  ['P=', ...NO_BACK_REFERENCE],
  [
    '>',
    'an atomic group is not possible in an engine that is linear in the text',
    'write (?:…), it is as fast',
  ],
  [
    'P>',
    'a group that repeats itself is not possible in an engine that is linear in the text',
    'write it out',
  ],
  ['R', 'a pattern within itself is not possible in an engine that is linear in the text', 'write it out'],
  ['(', 'a condition is not possible in an engine that is linear in the text', 'write alternatives: (?:…|…)'],
  ['|', 'groups that share a number are unknown', 'write (?:…|…)'],
  ['#', 'comments are unknown', 'leave the comment out'],
  ["'", 'groups are named in another way', 'write (?P<name>…)'],
];

const FLAGS = { i: 'ignoreCase', m: 'multiLine', s: 'dotAll', U: 'swapGreed' } as const;

function readFlags(reader: Reader, before: Flags, start: number): GroupStart {
  const flags = { ...before };
  let value = true;
  let isMissing = false;
  for (;;) {
    const { at } = reader;
    const char = reader.next();
    if (char === '-' && value) {
      value = false;
      isMissing = true;
    } else if (char === 'i' || char === 'm' || char === 's' || char === 'U') {
      flags[FLAGS[char]] = value;
      isMissing = false;
    } else if ((char === ':' || char === ')') && !isMissing) {
      return char === ':' ? { kind: 'group', flags, name: undefined } : { kind: 'flags', flags };
    } else if (char === '') {
      throw new Fault(
        start,
        'the group that begins here is not closed',
        'add a ), or write \\( for the character',
      );
    } else if (/[a-zA-Z]/.test(char)) {
      throw new Fault(at, `there is no flag ${char}`, 'the flags are i, m, s and U');
    } else {
      throw new Fault(at, `${char} is not a flag`, 'write flags like (?i), (?i-s) or (?i:…)');
    }
  }
}
