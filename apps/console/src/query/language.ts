// The query language in the browser, by the grammar that the server reads it with: colours, and conditions that buttons
// write into a query.
import { CONDITION_FIELDS } from '@sitegrep/search/field-names';
import { parser } from '@sitegrep/search/parser';

export interface Span {
  readonly from: number;
  readonly to: number;
  readonly kind: 'text' | 'pattern' | 'name' | 'operator' | 'fault';
}

const KINDS: Readonly<Record<string, Span['kind']>> = {
  Quoted: 'text',
  Pattern: 'pattern',
  FieldName: 'name',
  SamePageName: 'name',
  NearOperator: 'operator',
  OrOperator: 'operator',
  AndOperator: 'operator',
  NotOperator: 'operator',
  Open: 'operator',
  Close: 'operator',
  UnclosedQuote: 'fault',
  UnclosedPattern: 'fault',
};

/** The parts of a query that have a colour, in their order. */
export function spansOf(query: string): readonly Span[] {
  const spans: Span[] = [];
  parser.parse(query).iterate({
    enter: ({ name, from, to }) => {
      const kind = KINDS[name];
      if (kind !== undefined) spans.push({ from, to, kind });
    },
  });
  return spans;
}

interface Part {
  /** Name of its node in the grammar. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The parts of a query that all must hold. */
function partsOf(query: string): readonly Part[] {
  const top = parser.parse(query).topNode.firstChild;
  if (top === null) return [];
  const parts: Part[] = [];
  const add = ({ name, from, to }: Omit<Part, 'text'>): void => {
    parts.push({ name, from, to, text: query.slice(from, to) });
  };
  if (top.name !== 'And') add(top);
  else {
    for (let node = top.firstChild; node !== null; node = node.nextSibling) {
      if (node.name !== 'AndOperator') add(node);
    }
  }
  return parts;
}

/** Matches a condition on the domain, and not on its texts. */
const CONDITION = new RegExp(`^-?(?:${Object.keys(CONDITION_FIELDS).join('|')}):`);

/** The conditions on domains that all must hold, as they are written. */
export function conditionsOf(query: string): readonly string[] {
  return partsOf(query).flatMap(({ name, text }) => (name !== 'Or' && CONDITION.test(text) ? [text] : []));
}

/** Adds a condition to a query. */
export function withCondition(query: string, condition: string): string {
  const trimmed = query.trim();
  if (trimmed === '') return condition;
  const isChoice = parser.parse(trimmed).topNode.firstChild?.name === 'Or';
  return isChoice ? `(${trimmed}) ${condition}` : `${trimmed} ${condition}`;
}

/** Removes a condition from a query; it is unchanged if it has none. */
export function withoutCondition(query: string, condition: string): string {
  const part = partsOf(query).find(({ text }) => text === condition);
  if (part === undefined) return query;
  const before = query
    .slice(0, part.from)
    .trimEnd()
    .replace(/(?:^|\s)AND$/, '');
  const after = query.slice(part.to).trimStart();
  const rest = before === '' ? after.replace(/^AND\s+/, '') : `${before} ${after}`;
  return rest.trim();
}

/** A value as it stands after a colon: in quotes if it has characters that would end it. */
export function valueOf(value: string): string {
  return /^[\p{L}\p{N}_.+#-]+$/u.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Column of the fault that a refusal names, from 0; null: it names none. */
export function faultIn(details: string, query: string): number | null {
  const [, line, column] = /at (?:line (\d+), )?column (\d+)/.exec(details) ?? [];
  if (column === undefined) return null;
  const lines = query.split('\n').slice(0, Number(line ?? 1) - 1);
  return lines.reduce((sum, one) => sum + one.length + 1, 0) + Number(column) - 1;
}
