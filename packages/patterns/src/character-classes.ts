import { single, union, type CharSet } from './char-set.ts';
import { readCharacters } from './escapes.ts';
import { Fault } from './pattern-error.ts';
import type { Reader } from './reader.ts';
import { onlyCharacter, type CharacterClass } from './tree.ts';

type Part = CharacterClass['parts'][number];

/** Reads a class behind its opening bracket, such as `a-z]` or `^[:alpha:]\d]`. @param start offset of the bracket */
export function readClass(reader: Reader, start: number): CharacterClass {
  const isNegated = reader.skip('^');
  const parts: Part[] = [];
  const ranges: CharSet[] = [];
  for (let isFirst = true; isFirst || reader.peek() !== ']'; isFirst = false) {
    if (reader.isAtEnd) {
      throw new Fault(
        start,
        'the class that begins here is not closed',
        'add a ], or write \\[ for the character',
      );
    }
    const named = reader.match(POSIX);
    if (named !== null) parts.push(posixClass(named, reader.at));
    else readRange(reader, parts, ranges);
  }
  reader.skip(']');
  if (ranges.length > 0) parts.push({ set: union(ranges), isNegated: false });
  return { parts, isNegated };
}

/** Reads a character, a range, or an escape that stands for several characters. */
function readRange(reader: Reader, parts: Part[], ranges: CharSet[]): void {
  const { at } = reader;
  const low = readMember(reader);
  if (typeof low !== 'number') {
    parts.push(...low.parts);
    return;
  }
  if (!RANGE.test(reader.text.slice(reader.at, reader.at + 2))) {
    ranges.push(single(low));
    return;
  }
  reader.skip('-');
  const high = readMember(reader);
  const written = reader.text.slice(at, reader.at);
  if (typeof high !== 'number') {
    throw new Fault(
      at,
      `${written} is not a range: its end is a class`,
      'write the - first or last in the brackets',
    );
  }
  if (high < low) {
    throw new Fault(
      at,
      `the range ${written} is empty, because its end comes before its start`,
      'swap the two, or write the - first or last in the brackets',
    );
  }
  ranges.push([low, high]);
}

/** A hyphen with an end after it. */
const RANGE = /^-[^\]]/s;

/** One character as its number, or the class that an escape stands for. */
function readMember(reader: Reader): number | CharacterClass {
  const { at } = reader;
  const char = reader.next();
  if (char !== '\\') return char.codePointAt(0) ?? 0;
  if (/[AbBz]/.test(reader.peek())) {
    throw new Fault(
      at,
      `\\${reader.peek()} is not a character, so it cannot stand within brackets`,
      reader.peek() === 'b' ? 'write \\x08 for a backspace' : 'write it before or after them',
    );
  }
  const escape = readCharacters(reader, at);
  return onlyCharacter(escape) ?? escape;
}

const POSIX = /\[:(\^?)([^:\]]*):\]/y;

function posixClass([written, caret, name = '']: RegExpExecArray, end: number): Part {
  const set = POSIX_CLASSES.get(name);
  if (set !== undefined) return { set, isNegated: caret === '^' };
  throw new Fault(
    end - written.length,
    `there is no class named ${name}`,
    `the names are ${[...POSIX_CLASSES.keys()].join(', ')}`,
  );
}

const POSIX_CLASSES: ReadonlyMap<string, CharSet> = new Map([
  ['alnum', [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a]],
  ['alpha', [0x41, 0x5a, 0x61, 0x7a]],
  ['ascii', [0x00, 0x7f]],
  ['blank', [0x09, 0x09, 0x20, 0x20]],
  ['cntrl', [0x00, 0x1f, 0x7f, 0x7f]],
  ['digit', [0x30, 0x39]],
  ['graph', [0x21, 0x7e]],
  ['lower', [0x61, 0x7a]],
  ['print', [0x20, 0x7e]],
  ['punct', [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e]],
  ['space', [0x09, 0x0d, 0x20, 0x20]],
  ['upper', [0x41, 0x5a]],
  ['word', [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]],
  ['xdigit', [0x30, 0x39, 0x41, 0x46, 0x61, 0x66]],
]);
