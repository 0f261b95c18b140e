// Operators, parts beside each other, exclusions and groups, which all languages have in one form or another.
import { allOf, anyOf, type Dialect, type Leaf, type Meaning, meaningOf, negated } from './meaning.ts';
import { Scanner } from './scanner.ts';

/** Operators of a language; the patterns are sticky. */
export interface Grammar {
  readonly or: RegExp;
  /** Parts beside each other have to match as well. */
  readonly and: RegExp;
  readonly not: RegExp;
  /** Whether a parenthesis opens a group; null: the language has none. */
  readonly isGroup: ((scanner: Scanner) => boolean) | null;
  /** Why OR may not stand beside AND or an exclusion without parentheses; null: they bind closer. */
  readonly mixed: string | null;
}

/** Reads all of a text. @throws UnreadableQuery */
export function readAll(scanner: Scanner, grammar: Grammar, operand: () => Meaning): Meaning {
  const meaning = either(scanner, grammar, operand);
  if (!scanner.isEnd) throw scanner.fault('a parenthesis closes nothing');
  return meaning;
}

/** A language whose parts are texts and conditions, each of them a leaf. @param leafOf reads one @throws UnreadableQuery */
export function dialectOf(grammar: Grammar, leafOf: (scanner: Scanner) => Leaf): Dialect {
  return (query, faultOf) => {
    const scanner = new Scanner(query);
    return readAll(scanner, grammar, () => {
      const from = scanner.at;
      const leaf = leafOf(scanner);
      return meaningOf(leaf, scanner.since(from), faultOf);
    });
  };
}

/** Reads a group with its parentheses. @throws UnreadableQuery */
export function readGroup(scanner: Scanner, grammar: Grammar, operand: () => Meaning): Meaning {
  scanner.at += 1;
  const inner = scanner.deeper(() => either(scanner, grammar, operand));
  scanner.skipSpace();
  if (scanner.next !== ')') throw scanner.fault('a parenthesis is not closed');
  scanner.at += 1;
  return inner;
}

interface Part {
  readonly meaning: Meaning;
  /** Whether it has operators of its own that are not in parentheses. */
  readonly isJoined: boolean;
}

function either(scanner: Scanner, grammar: Grammar, operand: () => Meaning): Meaning {
  const parts = [all(scanner, grammar, operand)];
  while (taken(scanner, grammar.or)) {
    parts.push(all(scanner, grammar, operand));
    if (grammar.mixed !== null && parts.some(({ isJoined }) => isJoined)) throw scanner.fault(grammar.mixed);
  }
  return anyOf(parts.map(({ meaning }) => meaning));
}

function all(scanner: Scanner, grammar: Grammar, operand: () => Meaning): Part {
  const first = one(scanner, grammar, operand);
  const parts = [first.meaning];
  while (taken(scanner, grammar.and) || isOperandNext(scanner, grammar)) {
    parts.push(one(scanner, grammar, operand).meaning);
  }
  return { meaning: allOf(parts), isJoined: parts.length > 1 || first.isJoined };
}

function one(scanner: Scanner, grammar: Grammar, operand: () => Meaning): Part {
  scanner.skipSpace();
  const isClosing = scanner.next === ')' && grammar.isGroup !== null;
  if (scanner.isEnd || isClosing || scanner.matched(grammar.or) !== null) {
    throw scanner.fault('a part is missing');
  }
  if (scanner.take(grammar.not) !== null) {
    const { meaning } = scanner.deeper(() => one(scanner, grammar, operand));
    return { meaning: negated(meaning), isJoined: true };
  }
  const isGroup = scanner.next === '(' && grammar.isGroup?.(scanner) === true;
  return { meaning: isGroup ? readGroup(scanner, grammar, operand) : operand(), isJoined: false };
}

function taken(scanner: Scanner, operator: RegExp): boolean {
  scanner.skipSpace();
  return scanner.take(operator) !== null;
}

function isOperandNext(scanner: Scanner, grammar: Grammar): boolean {
  scanner.skipSpace();
  if (scanner.isEnd || scanner.matched(grammar.or) !== null) return false;
  return scanner.next !== ')' || grammar.isGroup === null;
}
