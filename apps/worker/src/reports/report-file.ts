// The file of a report: CSV, or a workbook whose further sheets have its facets and what it is about.
import type { ReportFormat } from '@sitegrep/storage';
import type { ReportFacet } from '@sitegrep/telling';
import { csvRow } from '@sitegrep/tables/format';
import type { Cells, Table } from '@sitegrep/tables/workbook';
import type { ReportRows } from './report-rows.ts';

export interface FileWish {
  readonly format: ReportFormat;
  readonly name: string;
  readonly rows: ReportRows;
  readonly facets: readonly ReportFacet[];
  /** Names and values that say what the report is about, when all rows are written. */
  readonly about: () => readonly Cells[];
}

/** Rows of CSV that are joined before they are handed on. */
const JOINED = 250;

export async function* reportFile(wish: FileWish): AsyncGenerator<Uint8Array, void> {
  if (wish.format === 'csv') {
    yield* csvFile(wish);
    return;
  }
  const { workbookBytes } = await import('@sitegrep/tables/workbook');
  const { columns, rows } = wish.rows;
  yield* workbookBytes({ name: wish.name, columns, rows, further: [facetTable(wish), aboutTable(wish)] });
}

async function* csvFile({ rows: { columns, rows, given } }: FileWish): AsyncGenerator<Uint8Array, void> {
  let lines = [`${columns.map(({ name }) => name).join(',')}\r\n`];
  for await (const cells of rows) {
    lines.push(csvRow(cells));
    if (lines.length < JOINED) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  if (given.isCut)
    lines.push(csvRow(columns.map((_, index) => (index === 0 ? `cut after ${given.count} rows` : null))));
  if (lines.length > 0) yield Buffer.from(lines.join(''));
}

function facetTable({ facets }: FileWish): Table {
  async function* rows(): AsyncGenerator<Cells, void> {
    for (const { field, of, values, without } of facets) {
      const name = of === undefined ? field : `${field}:${of}`;
      for (const { value, domains } of values) yield [name, value, domains];
      if (without > 0) yield [name, null, without];
    }
  }
  return {
    name: 'facets',
    columns: [
      { name: 'facet', kind: 'text' },
      { name: 'value', kind: 'text' },
      { name: 'domains', kind: 'integer' },
    ],
    rows: rows(),
  };
}

function aboutTable({ about }: FileWish): Table {
  async function* rows(): AsyncGenerator<Cells, void> {
    yield* about();
  }
  return {
    name: 'about',
    columns: [
      { name: 'name', kind: 'text' },
      { name: 'value', kind: 'text' },
    ],
    rows: rows(),
  };
}
