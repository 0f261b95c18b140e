import { type AstRule, type AstSelector, createParser, type ParserError } from 'css-selector-parser';
import { closest, distance } from 'fastest-levenshtein';
import { MAX_SELECTOR } from './bounds.ts';

export { MAX_ATTRIBUTE } from './bounds.ts';

/** Why a selector cannot be used. */
export interface SelectorError {
  /** Offset of the fault, in UTF-16 units of the selector. */
  readonly at: number;
  /** A sentence without its full stop: `:hover is not known here`. */
  readonly problem: string;
  /** An instruction: `leave it out`. */
  readonly remedy: string;
}

/**
 * Pseudo-classes of the standard that the engine decides as browsers do, and two of cheerio for elements with a text. What
 * depends on a window or a person, such as `:hover`, is not among them: the engine would take it for what no element is. Nor
 * are `:link`, `:lang`, `:checked`, `:disabled` and the like, which it decides nearly as the standard; attributes say the same.
 */
const PSEUDO_CLASSES = {
  NoArgument: [
    'empty',
    'first-child',
    'first-of-type',
    'last-child',
    'last-of-type',
    'only-child',
    'only-of-type',
    'root',
  ],
  FormulaOfSelector: ['nth-child', 'nth-last-child'],
  Formula: ['nth-last-of-type', 'nth-of-type'],
  Selector: ['has', 'is', 'not', 'where'],
  String: ['contains', 'icontains'],
};

const NAMES = Object.values(PSEUDO_CLASSES).flat().toSorted();

const parse = createParser({
  syntax: {
    tag: { wildcard: true },
    ids: true,
    classNames: true,
    combinators: ['>', '+', '~'],
    attributes: {
      operators: ['=', '~=', '|=', '^=', '$=', '*='],
      caseSensitivityModifiers: ['i', 'I', 's', 'S'],
      unknownCaseSensitivityModifiers: 'reject',
    },
    pseudoClasses: { unknown: 'reject', definitions: PSEUDO_CLASSES },
  },
});

/**
 * Reads a selector, or a list of them with commas. What it accepts, `searchForElements` takes: css-select itself takes much
 * that is not a selector.
 *
 * @returns null if it can be used
 */
export function parseSelector(selector: string): SelectorError | null {
  if (selector.trim() === '') {
    return { at: 0, problem: 'the selector is empty', remedy: 'write one, such as h1' };
  }
  if (selector.length > MAX_SELECTOR) {
    return {
      at: MAX_SELECTOR,
      problem: `the selector has ${selector.length} characters`,
      remedy: `write at most ${MAX_SELECTOR}`,
    };
  }
  try {
    const tree = parse(selector);
    return faultIn(selector, tree, null) ?? (endsEarly(selector, tree) ? unopened(selector) : null);
  } catch (error) {
    if (!(error instanceof Error && isParserError(error))) throw error;
    return readableFault(selector, error);
  }
}

/** Whether the parser left out what follows a parenthesis that closes nothing. */
function endsEarly(selector: string, { rules }: AstSelector): boolean {
  return parse(`${selector},*`).rules.length === rules.length;
}

function unopened(selector: string): SelectorError {
  let at = selector.indexOf(')');
  while (!isSelector(selector.slice(0, at))) at = selector.indexOf(')', at + 1);
  return { at, problem: 'this ) closes nothing', remedy: 'leave it out' };
}

function isSelector(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof Error && isParserError(error))) throw error;
    return false;
  }
}

/** A fault in the argument of a pseudo-class; null if there is none. @param of name of the pseudo-class that the list is in */
function faultIn(selector: string, { rules }: AstSelector, of: string | null): SelectorError | null {
  for (const first of rules) {
    if (first.combinator !== undefined && of !== 'has') return relativeFault(selector, of ?? '');
    for (let rule: AstRule | undefined = first; rule !== undefined; rule = rule.nestedRule) {
      for (const item of rule.items) {
        if (item.type !== 'PseudoClass') continue;
        const { name, argument } = item;
        const fault =
          argument?.type === 'Selector'
            ? faultIn(selector, argument, name)
            : argument?.type === 'String' && argument.value.includes('(')
              ? parenthesisFault(selector, name)
              : null;
        if (fault !== null) return fault;
      }
    }
  }
  return null;
}

function relativeFault(selector: string, name: string): SelectorError {
  return {
    at: positionIn(selector, name),
    problem: 'only :has takes what begins with a combinator',
    remedy: 'write what stands before it',
  };
}

/** The parser ends a text at its first closing parenthesis, the engine at the one that closes the first. */
function parenthesisFault(selector: string, name: string): SelectorError {
  return {
    at: positionIn(selector, name),
    problem: `the text of :${name} has a (`,
    remedy: 'look for a part of the text without it',
  };
}

function positionIn(selector: string, name: string): number {
  return Math.max(0, selector.indexOf(`:${name}(`));
}

function isParserError(error: Error): error is ParserError {
  return error.name === 'ParserError';
}

const PREFIX = /^css-selector-parser parse error: /;
const SUFFIX = / Pos: \d+\.$/;

function readableFault(selector: string, error: ParserError): SelectorError {
  const { message } = error;
  const position = positionOf(selector, error);
  const reason = message.replace(PREFIX, '').replace(SUFFIX, '');
  const pseudo = /^(?:Unknown|Argument is required for) pseudo-class:? "([^"]*)"/.exec(reason)?.[1];
  if (pseudo === undefined) return { at: position, ...inWords(reason) };
  const at = Math.max(0, selector.lastIndexOf(`:${pseudo}`, position));
  return reason.startsWith('Unknown')
    ? { at, problem: `:${pseudo} is not known here`, remedy: knownPseudoClasses(pseudo) }
    : { at, problem: `:${pseudo} needs an argument`, remedy: 'write it in parentheses behind the name' };
}

/** The position of a fault. The parser gives the last character for the end, so it is asked again with a space there. */
function positionOf(selector: string, error: ParserError): number {
  try {
    parse(`${selector} `);
    return error.position;
  } catch (again) {
    return again instanceof Error && isParserError(again) ? again.position : error.position;
  }
}

function knownPseudoClasses(name: string): string {
  const start = name.slice(0, 40).toLowerCase();
  const nearest = closest(start, NAMES);
  if (distance(start, nearest) <= start.length / 4) return `did you mean :${nearest}?`;
  return `the known ones are ${NAMES.map((one) => `:${one}`).join(' ')}`;
}

const EXAMPLE = 'write for example h1, meta[name="generator"] or .price > span';

interface FaultInWords extends Pick<SelectorError, 'problem' | 'remedy'> {
  readonly pattern: RegExp;
}

/** Faults that the parser finds, in words; `$1` is the first group of the pattern. */
const FAULTS: readonly FaultInWords[] = [
  {
    pattern: /^(?:Expected rule but|Unexpected) end of input/,
    problem: 'the selector ends where a part of it must follow',
    remedy: EXAMPLE,
  },
  {
    pattern: /^Expected rule but "(.+)" found/su,
    problem: 'no part of a selector begins with $1',
    remedy: EXAMPLE,
  },
  { pattern: /^Nesting selector/, problem: 'no part of a selector begins with &', remedy: EXAMPLE },
  { pattern: /^Expected "(.)" but/, problem: 'a $1 must stand here', remedy: EXAMPLE },
  {
    pattern: /^Expected end of attribute/,
    problem: 'a ] must stand here',
    remedy: 'write it, and close the quotes of the value',
  },
  {
    pattern: /^Pseudo elements are not enabled/,
    problem: 'pseudo-elements such as ::before are in no source',
    remedy: 'select the element',
  },
  {
    pattern: /^Namespaces are not enabled/,
    problem: 'namespaces are not known here',
    remedy: 'write the name alone, such as circle',
  },
  {
    pattern: /^Expected attribute value/,
    problem: 'the value of an attribute must stand here',
    remedy: 'put it in quotes unless it is a name: [width="1"]',
  },
  {
    pattern: /^Expected a valid attribute selector operator/,
    problem: 'this compares no attribute',
    remedy: 'use one of = ~= |= ^= $= *=',
  },
  {
    pattern: /^Expected attribute name/,
    problem: 'the name of an attribute must stand here',
    remedy: EXAMPLE,
  },
  {
    pattern: /^Identifiers cannot/,
    problem: 'names that begin so are not known here',
    remedy: 'compare an attribute: [class~="--wide"]',
  },
  {
    pattern: /argument value/,
    problem: 'an argument must stand here',
    remedy: 'write it, such as :contains(Price)',
  },
  {
    pattern: /^Expected (?:class|ID|tag|pseudo-class) name/,
    problem: 'a name must stand here',
    remedy: EXAMPLE,
  },
  {
    pattern: /^Unknown attribute case sensitivity modifier/,
    problem: 'this is not a flag of a comparison',
    remedy: 'write i or s',
  },
  {
    pattern: /formula/i,
    problem: 'this counts nothing',
    remedy: 'write a number, odd, even or a formula such as 2n+1',
  },
];

function inWords(reason: string): Pick<SelectorError, 'problem' | 'remedy'> {
  for (const { pattern, problem, remedy } of FAULTS) {
    const found = pattern.exec(reason);
    if (found !== null) return { problem: problem.replace('$1', () => found[1] ?? ''), remedy };
  }
  const text = reason.replace(/\.$/, '');
  return { problem: `${text.charAt(0).toLowerCase()}${text.slice(1)}`, remedy: EXAMPLE };
}
