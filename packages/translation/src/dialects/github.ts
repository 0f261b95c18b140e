// GitHub's code search, after its documentation of the syntax: texts in quotes and between blanks, regular expressions between
// slashes, AND, OR, NOT and parentheses, without regard to case. A page has no path, so a text is looked for in the content alone.
import { type Leaf, unknown } from '../meaning.ts';
import { dialectOf, type Grammar } from '../operators.ts';
import { pattern, text } from '../parts.ts';
import { EMPTY } from '../reasons.ts';
import type { Scanner } from '../scanner.ts';
import { languageOf, ofFiles } from './files.ts';
import { hasLineEnds } from './zoekt-patterns.ts';

const QUALIFIERS =
  'repo|org|user|enterprise|language|lang|path|symbol|content|is|license|filename|extension|in|size|fork|topic|saved';
const QUALIFIER = new RegExp(`(${QUALIFIERS}):\\s*`, 'iy');
const GRAMMAR: Grammar = {
  or: /OR(?=[\s(]|$)/y,
  and: /AND(?=[\s(]|$)/y,
  not: new RegExp(`NOT(?=[\\s(])|-(?=["/(]|(?:${QUALIFIERS}):)`, 'y'),
  isGroup: () => true,
  mixed:
    'OR stands beside parts that must match or must not, and which is read first is not documented; put them into parentheses',
};

/** Matches operators within a class of characters, which RE2 would read as members of it. */
const OF_CLASSES = /\[(?:\\.|[^\]\\[])*(?:&&|--|~~)/s;

export const github = dialectOf(GRAMMAR, operand);

function operand(scanner: Scanner): Leaf {
  const qualifier = scanner.take(QUALIFIER)?.[1]?.toLowerCase();
  if (qualifier === undefined || qualifier === 'content') return contentOf(scanner);
  const { value } = readValue(scanner);
  return qualifier === 'language' || qualifier === 'lang' ? languageOf(value) : unknown(ofFiles(qualifier));
}

interface Value {
  readonly isPattern: boolean;
  readonly value: string;
}

function contentOf(scanner: Scanner): Leaf {
  const { isPattern, value } = readValue(scanner);
  if (value.trim() === '') return unknown(EMPTY);
  if (!isPattern) return text(value);
  if (OF_CLASSES.test(value)) return unknown('operations on classes of characters can not be asked for');
  if (!hasLineEnds(value)) return pattern(value);
  return {
    kind: 'between',
    most: pattern(`(?m)${value}`),
    least: pattern(value),
    lost: 'the meaning of ^ and $ in',
    reason: 'GitHub does not say whether ^ and $ are the ends of a line or of all of a file',
  };
}

/** @throws UnreadableQuery */
function readValue(scanner: Scanner): Value {
  const from = scanner.at;
  if (scanner.next === '"') return bounded({ isPattern: false, value: scanner.enclosed('"') });
  if (scanner.next === '/') return bounded({ isPattern: true, value: scanner.enclosed('/', true) });
  scanner.take(/[^\s()"]+/y);
  const value = scanner.since(from);
  if (value === '') throw scanner.fault('a value is missing');
  if (value.startsWith('-'))
    throw scanner.fault('a minus stands before a text; write NOT, or put it into quotes', from);
  if (/[("]/.test(scanner.next))
    throw scanner.fault(`${scanner.next} stands within a text; put it into quotes`);
  return { isPattern: false, value };

  function bounded(read: Value): Value {
    if (scanner.isEnd || /[\s)]/.test(scanner.next)) return read;
    throw scanner.fault('something stands right behind a quote or a pattern; put all of it into quotes');
  }
}
