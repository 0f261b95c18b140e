// Files with a line of JSON, or rows of a table, for each thing that a command tells about.
import type { Writable } from 'node:stream';
import { csvRow } from '@sitegrep/api/export-format';
import { jsonLine } from '@sitegrep/contract/json';
import { write } from './export-search.ts';
import type { Row } from './export-xlsx.ts';

export const TABLE_FORMATS = ['ndjson', 'csv', 'xlsx'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export interface TableOf<Line> {
  /** A row in words, such as `domain`. */
  readonly noun: string;
  readonly lines: AsyncGenerator<Line, void>;
  readonly columns: readonly string[];
  /** Cells of the rows that a line of JSON is; the first of them names the row in messages. */
  readonly rowsOf: (line: Line) => readonly Row['cells'][];
}

/** Writes a file, as the lines come. @returns the number of its rows, or of its lines of JSON */
export async function writeTable<Line extends object>(
  format: TableFormat,
  bom: boolean,
  output: Writable,
  { noun, lines, columns, rowsOf }: TableOf<Line>,
): Promise<number> {
  if (format === 'ndjson') return writeLines(lines, output);
  async function* rows(): AsyncGenerator<Row, void> {
    for await (const line of lines)
      for (const cells of rowsOf(line)) yield { of: String(cells[0] ?? ''), cells };
  }
  if (format === 'xlsx') {
    const { writeRows } = await import('./export-xlsx.ts');
    return writeRows({ noun, columns, rows: rows() }, (bytes) => write(output, bytes));
  }
  let count = 0;
  const head = `${bom ? '\ufeff' : ''}${columns.join(',')}\r\n`;
  for await (const { cells } of rows()) {
    // Not earlier: a refused request must leave the output empty.
    await write(output, count === 0 ? head + csvRow(cells) : csvRow(cells));
    count += 1;
  }
  return count;
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
