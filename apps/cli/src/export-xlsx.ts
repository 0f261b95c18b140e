// Exports of a search as a workbook of Excel. Rows go out as they come in, so that a million of them take no more memory than one.
import { type Column, columnsOf, type ExportLayout, shownText, valueOf } from '@sitegrep/api/export-format';
import { type CellValue, writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx';
import type { Exported, FoundDomain, FoundPage } from '@sitegrep/client';
import { CommandFailed } from './failure.ts';
import { counted, formatCount } from './terminal.ts';

/** A domain or page that was found, with the token that continues after it. */
export type ExportedFound = Exported<FoundDomain | FoundPage>;

/** Maximum characters of a cell. */
const MAX_CELL = 32_767;

/** Texts that Excel takes for an escaped character. */
const ESCAPE = /_(?=x[\da-f]{4}_)/gi;
/** Characters that XML can't have. */
const NO_XML = /[\ufffe\uffff]/g;

interface Sheets {
  /** Rows of a sheet, with the line of names; absent: as many as Excel takes. */
  readonly rows?: number;
}

/** Writes bytes, and waits until the output takes more. */
type Write = (bytes: Uint8Array) => Promise<void>;

/** Writes all matches as `writeRows` does. @returns their number @throws CommandFailed; what `matches` throws */
export function writeXlsx(
  matches: AsyncGenerator<ExportedFound, void>,
  layout: Omit<ExportLayout, 'format' | 'bom'>,
  write: Write,
  sheets: Sheets = {},
): Promise<number> {
  const columns = columnsOf(layout);
  async function* rows(): AsyncGenerator<Row, void> {
    for await (const { offset_token: offsetToken, ...item } of matches) {
      yield { of: item.domain, cells: columns.map((column) => valueOf(column, { item, offsetToken })) };
    }
  }
  return writeRows({ noun: layout.level, columns, rows: rows() }, write, sheets);
}

export interface Row {
  /** Domain that the row is about, for messages. */
  readonly of: string;
  readonly cells: readonly (string | number | null)[];
}

export interface Table {
  /** A row in words, such as `domain`. */
  readonly noun: string;
  readonly columns: readonly string[];
  readonly rows: AsyncGenerator<Row, void>;
}

/**
 * Writes a table as a workbook. More rows than a sheet of Excel takes go on in further sheets, which standard error tells.
 *
 * @returns their number
 * @throws CommandFailed if a value is too long for a cell; what `rows` throws
 */
export async function writeRows(
  { noun, columns, rows: all }: Table,
  write: Write,
  { rows = XLSX_MAX_ROWS_PER_SHEET }: Sheets = {},
): Promise<number> {
  // Not later: a refused request must leave the output empty.
  let next = await all.next();
  let count = 0;
  async function* lines(): AsyncGenerator<CellValue[]> {
    yield [...columns];
    for (; next.done !== true; next = await all.next()) {
      const { of, cells } = next.value;
      count += 1;
      yield columns.map((column, index) => cellOf(column, cells[index] ?? null, of));
    }
  }
  const workbook = writeXlsxStream(lines(), {
    name: `${noun}s`,
    freezePane: { rows: 1 },
    maxRowsPerSheet: rows,
    repeatHeaders: true,
    zip64: false,
  });
  for await (const bytes of workbook) await write(bytes);
  const sheets = Math.ceil(count / (rows - 1));
  if (sheets > 1) {
    process.stderr.write(
      `${counted(count, noun)}: a sheet holds ${formatCount(rows)} rows, so they are on ${sheets} sheets\n`,
    );
  }
  return count;
}

/** Texts are stored as texts, whatever they begin with, so Excel calculates none of them. */
function cellOf(column: Column, value: string | number | null, domain: string): CellValue {
  if (typeof value !== 'string') return value;
  const text = shownText(value).toWellFormed().replaceAll(NO_XML, '\ufffd');
  if (text.length > MAX_CELL) {
    throw new CommandFailed(
      `the ${column} of ${domain} has ${formatCount(text.length)} characters, and a cell of Excel holds ${formatCount(MAX_CELL)}: ` +
        `leave the column out with --fields, or export with --format csv, which has no such limit.`,
    );
  }
  return text.replaceAll(ESCAPE, '_x005F_');
}
