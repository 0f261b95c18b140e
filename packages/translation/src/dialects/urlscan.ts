// urlscan.io, after its reference of the search API: query strings of Elasticsearch, whose terms stand beside each other with AND.
// All is compared in small letters. Fields of domains hold the whole name and each that it ends with; other texts are words.
import { type Dialect, type FaultOf, type Leaf, type Meaning, meaningOf, unknown } from '../meaning.ts';
import { type Grammar, readAll, readGroup } from '../operators.ts';
import { reasonFor } from '../reasons.ts';
import { Scanner } from '../scanner.ts';
import { leafOfField } from './urlscan-fields.ts';
import { readValue } from './urlscan-values.ts';

const MIXED =
  'OR stands beside parts that must match or must not, which Elasticsearch reads in an order of its own; put them into parentheses';
const GRAMMAR: Grammar = {
  or: /\|\||OR(?=[\s(])/y,
  and: /&&|AND(?=[\s(])/y,
  not: /-(?=\S)|!(?=\S)|NOT(?=[\s(])/y,
  isGroup: () => true,
  mixed: MIXED,
};
const FIELD = /([A-Za-z_][\w.]*):(?!\/\/)\s*/y;

export const urlscan: Dialect = (query, faultOf) => {
  const scanner = new Scanner(query);
  return readAll(scanner, GRAMMAR, () => operand(scanner, faultOf));
};

function operand(scanner: Scanner, faultOf: FaultOf): Meaning {
  if (scanner.next === '+') throw scanner.fault('+ is not needed, since all parts must match; leave it out');
  const from = scanner.at;
  const field = scanner.take(FIELD)?.[1];
  if (field === undefined) {
    readValue(scanner);
    const leaf = unknown('urlscan does not say in which fields it looks for it; write the field before it');
    return meaningOf(leaf, scanner.since(from), faultOf);
  }
  if (scanner.next !== '(') return valueOf(field, scanner, from, faultOf);
  return readGroup(scanner, GRAMMAR, () => valueOf(field, scanner, scanner.at, faultOf));
}

function valueOf(field: string, scanner: Scanner, from: number, faultOf: FaultOf): Meaning {
  const value = readValue(scanner);
  const written = scanner.since(from);
  return meaningOf(
    leafOf(field, value),
    written.startsWith(field) ? written : `${field}:${written}`,
    faultOf,
  );
}

function leafOf(field: string, value: ReturnType<typeof readValue>): Leaf {
  if (field.startsWith('task.') || field === 'user' || field === 'team')
    return unknown('it is what was submitted to urlscan, and by whom');
  return leafOfField(field, value) ?? unknown(reasonFor(field));
}
