// What is told about the queries of templates: a table for people, rows and lines for programs.
import type { QueryTranslation } from '@sitegrep/contract';
import type { Bound, Engine } from '@sitegrep/translation';
import { type Column, renderTable } from '../terminal.ts';

/** A query of a template, as it is printed. Its problem may also be why it is not counted. */
export interface ReportedQuery extends QueryTranslation {
  readonly template: string;
  readonly name: string | null;
  readonly severity: string | null;
  readonly file: string;
  readonly engine: Engine;
  readonly original: string;
  /** Number of domains; null: it can't be counted; absent: counts are not wanted. */
  readonly count?: number | null;
}

const SIGNS: Readonly<Record<Bound, string>> = { exact: '', at_most: '≤ ', at_least: '≥ ' };

/** The columns of CSV and workbooks. */
export function reportColumns(withCounts: boolean): readonly string[] {
  const columns = [
    'template',
    'name',
    'severity',
    'file',
    'engine',
    'original',
    'query',
    'bound',
    'left_out',
  ];
  return [...columns, ...(withCounts ? ['count'] : []), 'problem'];
}

export function reportRow(query: ReportedQuery): readonly (string | number | null)[] {
  const { template, name, severity, file, engine, original, bound, count, problem } = query;
  const cells = [template, name, severity, file, engine, original, query.query, bound, leftOutText(query)];
  return [...cells, ...(count === undefined ? [] : [count]), problem];
}

export function reportTable(queries: readonly ReportedQuery[], withCounts: boolean): string {
  const columns: readonly Column[] = [
    { title: 'TEMPLATE', maxWidth: 40 },
    { title: 'NAME', maxWidth: 40, isOptional: true },
    { title: 'SEVERITY', isOptional: true },
    { title: 'ENGINE', isWhole: true },
    { title: 'ORIGINAL', maxWidth: 60, isOptional: true },
    ...(withCounts ? [{ title: 'DOMAINS', align: 'right' as const }] : []),
    { title: 'QUERY', wraps: true },
  ];
  const rows = queries.map((one) => [
    one.template,
    one.name ?? '',
    one.severity ?? '',
    one.engine,
    one.original,
    ...(withCounts
      ? [typeof one.count === 'number' ? `${SIGNS[one.bound ?? 'exact']}${one.count}` : '–']
      : []),
    queryCell(one),
  ]);
  return renderTable(columns, rows);
}

function queryCell(one: ReportedQuery): string {
  const { query, problem } = one;
  if (query === null) return `can't be asked: ${problem ?? ''}`;
  const without = leftOutText(one);
  const notes = [without === null ? null : `without ${without}`, problem].filter((note) => note !== null);
  return [query, ...notes.map((note) => `(${note})`)].join(' ');
}

function leftOutText({ left_out: parts }: ReportedQuery): string | null {
  return parts.length === 0 ? null : parts.map(({ part, reason }) => `${part}: ${reason}`).join('; ');
}
