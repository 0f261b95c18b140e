// The form of queries that are made of fields, as FOFA writes them (body="a" && title="b") and Shodan (http.html:"a"
// -http.title:"b"). Templates of scanners mix both forms, so both are read in either language.
import { anyOf, type FaultOf, type Leaf, type Meaning, meaningOf, negated } from '../meaning.ts';
import { type Grammar, readAll } from '../operators.ts';
import { Scanner } from '../scanner.ts';

export type Operator = '=' | '==' | 'wildcard';

export interface FieldLanguage {
  /** @param name in lower case */
  readonly field: (name: string, operator: Operator, value: string) => Leaf;
  /** A text without a field. */
  readonly text: (value: string) => Leaf;
}

const GRAMMAR: Grammar = {
  or: /\|\|?|or(?=[\s("“])/iy,
  and: /&&|and(?=[\s("“])/iy,
  not: /[-!](?=\S)/y,
  isGroup: () => true,
  mixed: null,
};
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
]);
/** A field with its operator. After a colon stands its value at once; `http://` begins an address. */
const FIELD = /([a-z_][\w.-]*)(?:\s*(!==|===|==|!=|\*=|~=|=)\s*|:(?!\s|\/\/))/iy;
const OPERATOR = /&&|\|\|?|(?:and|or)(?=[\s("“])/iy;

/** @throws UnreadableQuery */
export function readFields(query: string, language: FieldLanguage, faultOf: FaultOf): Meaning {
  const scanner = new Scanner(query);
  return readAll(scanner, GRAMMAR, () => {
    const from = scanner.at;
    if (!QUOTES.has(scanner.next)) {
      const field = fieldMeaning(scanner, language, faultOf);
      if (field !== null) return field;
    }
    const value = QUOTES.has(scanner.next) ? quoted(scanner) : unquoted(scanner, () => run(scanner));
    return meaningOf(language.text(value), scanner.since(from), faultOf);
  });
}

function fieldMeaning(scanner: Scanner, language: FieldLanguage, faultOf: FaultOf): Meaning | null {
  const from = scanner.at;
  const found = scanner.take(FIELD);
  if (found === null) return null;
  const [, name = '', operator = ':'] = found;
  const values = [valueOf(scanner, operator)];
  // Shodan takes any of the values between commas.
  while (scanner.next === ',' && scanner.text[from + name.length] === ':') {
    scanner.at += 1;
    values.push(valueOf(scanner, operator));
  }
  if (scanner.next === ',') throw scanner.fault('a comma joins nothing; FOFA has && and ||');
  const kind = operator.includes('==') ? '==' : /[*~]/.test(operator) ? 'wildcard' : '=';
  const parts = values.map((value) => {
    const written = values.length > 1 ? `${name}${operator}${value}` : scanner.since(from);
    return meaningOf(language.field(name.toLowerCase(), kind, value), written, faultOf);
  });
  const any = anyOf(parts);
  return operator.startsWith('!') ? negated(any) : any;
}

/** The value of a field. Without quotes, one after `=` ends before the next operator or field, one after a colon with its word. */
function valueOf(scanner: Scanner, operator: string): string {
  if (QUOTES.has(scanner.next)) return quoted(scanner);
  return unquoted(scanner, () => (operator === ':' ? scanner.take(/[^\s(),]+/y) : run(scanner)));
}

function quoted(scanner: Scanner): string {
  return scanner.enclosed(QUOTES.get(scanner.next) ?? '');
}

function unquoted(scanner: Scanner, read: () => unknown): string {
  const from = scanner.at;
  read();
  const value = scanner.since(from);
  if (value === '') throw scanner.fault('a value is missing');
  if (/["“”]/.test(value)) throw scanner.fault(`a quote stands within ${value}`);
  return value;
}

/** Reads words to the next operator, field, quote or parenthesis. */
function run(scanner: Scanner): void {
  for (;;) {
    while (!scanner.isEnd && !/[\s()]/.test(scanner.next) && !isOperator(scanner)) scanner.at += 1;
    const end = scanner.at;
    scanner.skipSpace();
    const goesOn = scanner.at > end && !scanner.isEnd && !/[()"'“]/.test(scanner.next);
    const isOther = scanner.matched(GRAMMAR.not) !== null || scanner.matched(FIELD) !== null;
    if (goesOn && !isOther && !isOperator(scanner)) continue;
    scanner.at = end;
    return;
  }
}

function isOperator(scanner: Scanner): boolean {
  // Words such as “or” are operators only where a word begins.
  const before = scanner.text[scanner.at - 1] ?? ' ';
  const found = scanner.matched(OPERATOR)?.[0];
  return found !== undefined && (!/^[a-z]/i.test(found) || /\s/.test(before));
}
