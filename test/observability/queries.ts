/*
 * Metrics and labels of a PromQL expression, by the grammar of Prometheus' own console.
 */
import { parser } from '@prometheus-io/lezer-promql';

export interface Query {
  /** Names as written; for a histogram with its suffix, e.g. `_bucket`. */
  readonly metrics: ReadonlySet<string>;
  /** Labels that the expression selects or groups by. */
  readonly labels: ReadonlySet<string>;
  /** Values that labels are compared with; the alternatives of a pattern one by one. */
  readonly values: readonly (readonly [label: string, value: string])[];
}

/** @throws SyntaxError that quotes the expression if it is not PromQL */
export function readQuery(expression: string): Query {
  const metrics = new Set<string>();
  const labels = new Set<string>();
  const values: (readonly [string, string])[] = [];
  const cursor = parser.parse(expression).cursor();
  let label = '';
  do {
    const text = expression.slice(cursor.from, cursor.to);
    const parent = cursor.node.parent?.name;
    if (cursor.type.isError) throw new SyntaxError(`not PromQL at character ${cursor.from}: ${expression}`);
    if (cursor.name === 'Identifier' && parent === 'VectorSelector') metrics.add(text);
    if (cursor.name === 'LabelName') {
      label = text;
      labels.add(text);
    }
    if (cursor.name === 'StringLiteral' && parent === 'UnquotedLabelMatcher')
      for (const value of text.slice(1, -1).split('|')) values.push([label, value]);
  } while (cursor.next());
  return { metrics, labels, values };
}
