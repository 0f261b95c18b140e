import { closest, distance } from 'fastest-levenshtein';
import { MAX_SELECTOR } from './bounds.ts';
import {
  COMBINATORS,
  OPERATORS,
  type AttributeSelector,
  type Combinator,
  type ComplexSelector,
  type CompoundSelector,
  type SelectorList,
  type SimpleSelector,
} from './selector.ts';
import { PSEUDO_CLASSES, UNDECIDED, type PseudoClass } from './pseudo-classes.ts';
import { asciiLowerCase, SelectorFault, SelectorText, type SelectorError } from './selector-text.ts';

export { MAX_ATTRIBUTE } from './bounds.ts';
export type { SelectorError } from './selector-text.ts';

/** @returns null if the selector, or list of selectors with commas, can be used */
export function parseSelector(selector: string): SelectorError | null {
  try {
    readSelector(selector);
    return null;
  } catch (error) {
    if (!(error instanceof SelectorFault)) throw error;
    return error.fault;
  }
}

/**
 * Reads a selector, or a list of them with commas, by the grammar of the standard. Other than there, what is left open at the
 * end is a fault.
 *
 * @throws SelectorFault
 */
export function readSelector(selector: string): SelectorList {
  if (selector.trim() === '') throw new SelectorFault(0, 'the selector is empty', 'write one, such as h1');
  if (selector.length > MAX_SELECTOR) {
    const problem = `the selector has ${selector.length} characters`;
    throw new SelectorFault(MAX_SELECTOR, problem, `write at most ${MAX_SELECTOR}`);
  }
  const text = new SelectorText(selector);
  const list = readList(text, false);
  if (text.next === ')') throw text.fault('this ) closes nothing', 'leave it out');
  if (!text.isAtEnd) throw text.unexpected();
  return list;
}

/** Selectors up to the end or a `)`. @param isRelative whether each may begin with a combinator */
function readList(text: SelectorText, isRelative: boolean): SelectorList {
  const list: ComplexSelector[] = [];
  do list.push(readComplex(text, isRelative));
  while (text.skip(','));
  return list;
}

/** The selectors of a list that can be used: the standard passes over the others in `:is()` and `:where()`. */
function readForgivingList(text: SelectorText): SelectorList {
  const list: ComplexSelector[] = [];
  do {
    const start = text.at;
    try {
      const one = readComplex(text, false);
      if (!text.isAtEnd && text.next !== ',' && text.next !== ')') throw text.unexpected();
      list.push(one);
    } catch (error) {
      if (!(error instanceof SelectorFault) || error.isUnforgiven) throw error;
      text.at = start;
      text.skipArgument();
    }
  } while (text.skip(','));
  return list;
}

function readComplex(text: SelectorText, isRelative: boolean): ComplexSelector {
  text.skipSpace();
  const at = text.at;
  const leading = COMBINATORS.find((one) => text.skip(one)) ?? null;
  if (leading !== null && !isRelative) {
    throw new SelectorFault(
      at,
      'only :has takes what begins with a combinator',
      'write what stands before it',
    );
  }
  const compounds: CompoundSelector[] = [];
  let combinator: Combinator | null = leading ?? (isRelative ? ' ' : null);
  do {
    text.skipSpace();
    compounds.push({ combinator, tests: readCompound(text) });
    combinator = readCombinator(text);
  } while (combinator !== null);
  return compounds;
}

/** The combinator between the compound that was read and the one that follows; null: none follows. */
function readCombinator(text: SelectorText): Combinator | null {
  const hasSpace = text.skipSpace();
  const written = COMBINATORS.find((one) => text.skip(one));
  if (written !== undefined) return written;
  return !hasSpace || text.isAtEnd || text.next === ',' || text.next === ')' ? null : ' ';
}

function readCompound(text: SelectorText): readonly SimpleSelector[] {
  const { at } = text;
  const tests: SimpleSelector[] = [...readTag(text)];
  for (;;) {
    text.skipComments();
    const { next } = text;
    if (next === '.' || next === '#') {
      text.skip(next);
      tests.push({ kind: next === '.' ? 'class' : 'id', value: text.name() });
    } else if (next === '[') tests.push(readAttribute(text));
    else if (next === ':') tests.push(...readPseudoClass(text));
    else break;
  }
  if (text.at === at) throw text.unexpected();
  if (text.next === '*' || text.isAtName) {
    throw text.fault('the name of an element stands first', 'put it before what else the element is');
  }
  return tests;
}

/** Tests of the name of an element or of `*`, if one stands here. */
function readTag(text: SelectorText): readonly SimpleSelector[] {
  const namespace = readNamespace(text);
  // Each element of a page is in a namespace.
  const tests: readonly SimpleSelector[] = namespace === 'none' ? [{ kind: 'nothing' }] : [];
  if (text.skip('*') || (namespace === null && !text.isAtName)) return tests;
  return [...tests, { kind: 'tag', name: asciiLowerCase(text.name()) }];
}

const ANY_NAMESPACE = /\*\|(?!=)/y;
const NO_NAMESPACE = /\|(?!=)/y;

/** The namespace before a name: `*|` for any and `|` for none are the ones that need no declaration. */
function readNamespace(text: SelectorText): 'any' | 'none' | null {
  if (text.take(ANY_NAMESPACE) !== null) return 'any';
  return text.take(NO_NAMESPACE) === null ? null : 'none';
}

const OPERATOR = /[~|^$*]?=/y;

function readAttribute(text: SelectorText): AttributeSelector {
  text.skip('[');
  text.skipSpace();
  const namespace = readNamespace(text);
  const name = asciiLowerCase(text.name('the name of an attribute must stand here'));
  const attribute = { kind: 'attribute', name, anyNamespace: namespace === 'any' } as const;
  text.skipSpace();
  if (text.skip(']')) return { ...attribute, comparison: null, ignoresCase: null };
  if (text.isAtEnd) throw text.fault('a ] must stand here', 'write it');
  const written = text.take(OPERATOR);
  const operator = OPERATORS.find((one) => one === written);
  if (operator === undefined)
    throw text.fault('this compares no attribute', `use one of ${OPERATORS.join(' ')}`);
  text.skipSpace();
  if (text.next !== '"' && text.next !== "'" && !text.isAtName) {
    const remedy = 'put it in quotes unless it is a name: [width="1"]';
    throw text.fault('the value of an attribute must stand here', remedy);
  }
  const value = text.string() ?? text.name();
  text.skipSpace();
  const ignoresCase = readFlag(text);
  text.skipSpace();
  if (!text.skip(']')) throw text.fault('a ] must stand here', 'write it, and close the quotes of the value');
  return { ...attribute, comparison: { operator, value }, ignoresCase };
}

function readFlag(text: SelectorText): boolean | null {
  if (!text.isAtName) return null;
  const { at } = text;
  const flag = asciiLowerCase(text.name());
  if (flag === 'i' || flag === 's') return flag === 'i';
  throw new SelectorFault(at, 'this is not a flag of a comparison', 'write i or s');
}

function readPseudoClass(text: SelectorText): readonly SimpleSelector[] {
  const { at } = text;
  text.skip(':');
  if (text.next === ':') {
    throw new SelectorFault(at, 'pseudo-elements such as ::before are in no source', 'select the element');
  }
  const written = text.name();
  const name = asciiLowerCase(written);
  const meaning = PSEUDO_CLASSES.get(name);
  if (meaning === undefined) {
    throw new SelectorFault(
      at,
      `:${written} is not known here`,
      knownPseudoClasses(name),
      UNDECIDED.has(name),
    );
  }
  if (meaning.takes === 'nothing') {
    if (text.next === '(') throw text.fault(`:${written} takes no argument`, 'leave out the parentheses');
    return meaning.tests;
  }
  if (!text.skip('(')) {
    const remedy = 'write it in parentheses behind the name';
    throw new SelectorFault(at, `:${written} needs an argument`, remedy);
  }
  const test = readArgument(text, meaning);
  text.skipSpace();
  if (!text.skip(')')) throw text.isAtEnd ? text.fault('a ) must stand here', 'write it') : text.unexpected();
  return [test];
}

type Argument = Exclude<PseudoClass, { readonly takes: 'nothing' }>;

function readArgument(text: SelectorText, meaning: Argument): SimpleSelector {
  switch (meaning.takes) {
    case 'selectors':
      return { kind: meaning.kind, list: readList(text, meaning.kind === 'has') };
    case 'forgiven selectors':
      return { kind: 'is', list: readForgivingList(text) };
    case 'text':
      return { kind: 'contains', text: text.words(), ignoresCase: meaning.ignoresCase };
    case 'position': {
      text.skipSpace();
      const position = text.formula();
      text.skipSpace();
      const among = meaning.among === 'all' && text.keyword('of') ? readList(text, false) : meaning.among;
      if (!text.isAtEnd && text.next !== ')') throw text.uncountable();
      return { kind: 'position', ...position, fromEnd: meaning.fromEnd, among };
    }
  }
}

function knownPseudoClasses(name: string): string {
  const names = [...PSEUDO_CLASSES.keys()];
  const start = name.slice(0, 40);
  const nearest = closest(start, names);
  if (distance(start, nearest) <= start.length / 4) return `did you mean :${nearest}?`;
  return `the known ones are ${names.map((one) => `:${one}`).join(' ')}`;
}
