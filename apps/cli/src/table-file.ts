// Files with a line of JSON, or rows of a table, for each thing that a command tells about.
import type { Writable } from 'node:stream';
import type { TypedColumn } from '@sitegrep/tables/columns';
import { csvRow } from '@sitegrep/tables/format';
import type { Cells } from '@sitegrep/tables/workbook';
import { jsonLine } from '@sitegrep/contract/json';
import { write } from './written-file.ts';

export const TABLE_FORMATS = ['ndjson', 'csv', 'xlsx'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export interface TableOf<Line> {
  /** Plural noun of its rows, such as `domains`: the name of a workbook's sheet. */
  readonly name: string;
  readonly lines: AsyncGenerator<Line, void>;
  readonly columns: readonly TypedColumn[];
  /** Cells of the rows that a line of JSON is. */
  readonly rowsOf: (line: Line) => readonly Cells[];
}

/** Writes a file, as the lines come. @returns the number of its rows, or of its lines of JSON */
export async function writeTable<Line extends object>(
  format: TableFormat,
  bom: boolean,
  output: Writable,
  { name, lines, columns, rowsOf }: TableOf<Line>,
): Promise<number> {
  if (format === 'ndjson') return writeLines(lines, output);
  let count = 0;
  async function* rows(): AsyncGenerator<Cells, void> {
    for await (const line of lines) {
      for (const cells of rowsOf(line)) {
        count += 1;
        yield cells;
      }
    }
  }
  if (format === 'xlsx') {
    const { workbookBytes } = await import('@sitegrep/tables/workbook');
    const { tellOfWorkbook } = await import('./workbook-words.ts');
    const workbook = workbookBytes({ name, columns, rows: rows(), onWritten: tellOfWorkbook });
    for await (const bytes of workbook) await write(output, bytes);
    return count;
  }
  const head = `${bom ? '\ufeff' : ''}${columns.map((column) => column.name).join(',')}\r\n`;
  for await (const cells of rows()) {
    // Not earlier: a refused request must leave the output empty.
    await write(output, count === 1 ? head + csvRow(cells) : csvRow(cells));
  }
  return count;
}

/** Columns that have texts and numbers. */
export function plainColumns(names: readonly string[]): readonly TypedColumn[] {
  return names.map((name) => ({ name, kind: 'text' }));
}

/** Writes lines of JSON. @returns their number */
export async function writeLines(lines: AsyncGenerator<object, void>, output: Writable): Promise<number> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    await write(output, jsonLine(line));
  }
  return count;
}
