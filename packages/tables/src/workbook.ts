// Tables as workbooks of Excel. Rows go out as they come in, so that a million of them take no more memory than one. The list
// of parts, without which no program opens a file, comes last: a workbook that was cut off is never taken for a complete one.
import { PassThrough, Readable } from 'node:stream';
import { parseTimestamp } from '@sitegrep/site';
import { ZipFile } from 'yazl';
import type { ColumnKind, TypedColumn } from './column-kind.ts';
import { shownText } from './format.ts';
import {
  escaped,
  type Part,
  partsAfter,
  ROOT,
  sheetEnd,
  sheetHead,
  STYLE,
  STYLES,
  type WrittenSheet,
} from './workbook-parts.ts';

/** Maximum rows of a sheet, with that of the names. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Maximum characters of a cell. */
export const MAX_CELL = 32_767;

/** Characters of a sheet that are handed over for compression at a time. */
const PIECE = 1 << 16;

/** Values of the columns of a row, as people read them; times are texts of the API. */
export type Cells = readonly (string | number | null)[];

export interface Table {
  /** Name of the sheet, of at most 15 characters. */
  readonly name: string;
  readonly columns: readonly TypedColumn[];
  readonly rows: AsyncGenerator<Cells, void>;
}

export interface Workbook extends Table {
  /** Tables that follow, each on a sheet of its own; absent: none. */
  readonly further?: readonly Table[];
  /** Further properties of the document, which are read when the rows have ended; absent: none. */
  readonly properties?: () => Readonly<Record<string, string>>;
  /** Called when all rows are written. */
  readonly onWritten?: (written: WrittenRows) => void;
}

export interface WrittenRows {
  /** Number of rows, without those of the names. */
  readonly rows: number;
  readonly sheets: number;
  /** Number of cells that end with a mark, because they have more characters than Excel takes. */
  readonly cutCells: number;
}

/** A table with what was written of it. */
class SheetWriter {
  readonly #table: Table;
  readonly #cells: CellWriter;
  readonly #maxRows: number;
  /** The row that comes next; null: it was not read yet. */
  #next: IteratorResult<Cells, void> | null = null;
  /** Rows of each sheet, with that of the names. */
  readonly #sizes: number[] = [];

  constructor(table: Table, maxRows: number) {
    this.#table = table;
    this.#cells = new CellWriter(table.columns);
    this.#maxRows = maxRows;
  }

  get isDone(): boolean {
    return this.#sizes.length > 0 && this.#next?.done === true;
  }

  get rows(): number {
    return this.#sizes.reduce((sum, size) => sum + size - 1, 0);
  }

  get cutCells(): number {
    return this.#cells.cutCells;
  }

  get sheets(): readonly WrittenSheet[] {
    const { name } = this.#table;
    return this.#sizes.map((size, index) => ({
      name: this.#sizes.length === 1 ? name : `${name} ${index + 1} of ${this.#sizes.length}`,
      area: `$A$1:$${this.#lastColumn}$${size}`,
    }));
  }

  /** Reads its first row. */
  async begin(): Promise<IteratorResult<Cells, void>> {
    return (this.#next ??= await this.#table.rows.next());
  }

  /** Writes its next sheet. */
  async *sheet(): AsyncGenerator<string, void> {
    let next = await this.begin();
    let text = sheetHead(this.#table.columns) + this.#cells.names();
    let size = 1;
    for (; next.done !== true && size < this.#maxRows; next = await this.#table.rows.next()) {
      size += 1;
      text += this.#cells.row(next.value, size);
      if (text.length < PIECE) continue;
      yield text;
      text = '';
    }
    this.#next = next;
    this.#sizes.push(size);
    yield text + sheetEnd(`A1:${this.#lastColumn}${size}`);
  }

  async close(): Promise<void> {
    await this.#table.rows.return();
  }

  get #lastColumn(): string {
    return letters(this.#table.columns.length - 1);
  }
}

/**
 * Writes a table as a workbook. Rows that a sheet has no room for go on in further sheets. A text that a cell has no room for
 * ends with a mark that says how long it is.
 *
 * @param maxRows rows of a sheet, with that of the names
 * @returns the bytes of the file @throws what `rows` throws, before the first byte if its first row fails
 */
export async function* workbookBytes(
  { further = [], properties = () => ({}), onWritten, ...first }: Workbook,
  maxRows: number = MAX_SHEET_ROWS,
): AsyncGenerator<Uint8Array, void> {
  const tables = [first, ...further].map((table) => new SheetWriter(table, maxRows));
  await tables[0]?.begin();
  let count = 0;

  const zip = new ZipFile();
  // It can be ended with an error, as that of the library can not.
  const output = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error) => output.destroy(error));
  const add = ([path, text]: Part): void => zip.addBuffer(Buffer.from(text), path);
  function addSheet(): Readable | null {
    const table = tables.find(({ isDone }) => !isDone);
    if (table === undefined) return null;
    const source = Readable.from(table.sheet(), { highWaterMark: 1 });
    source.once('error', (error) => output.destroy(error));
    source.once('end', () => {
      // Nobody would catch what is thrown here.
      try {
        current = addSheet();
        if (current === null) end();
      } catch (error) {
        output.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
    count += 1;
    zip.addReadStream(source, `xl/worksheets/sheet${count}.xml`);
    return source;
  }
  function end(): void {
    const sheets = tables.flatMap((table) => table.sheets);
    for (const part of partsAfter(sheets, properties())) add(part);
    zip.end();
    const sum = (of: (table: SheetWriter) => number): number => tables.reduce((all, one) => all + of(one), 0);
    const [rows, cutCells] = [sum((table) => table.rows), sum((table) => table.cutCells)];
    onWritten?.({ rows, sheets: sheets.length, cutCells });
  }
  add(ROOT);
  add(STYLES);
  let current = addSheet();
  try {
    for await (const bytes of output) yield bytes;
  } finally {
    current?.destroy();
    output.destroy();
    for (const table of tables) await table.close();
  }
}

/** Texts that a program takes for an escaped character. */
const ESCAPE = /_(?=x[\da-f]{4}_)/gi;
/** Characters that XML can't have. */
const NO_XML = /[\ufffe\uffff]/g;
/** Texts that a program takes for a formula once somebody edits the cell. */
const FORMULA = /^[\p{Zs}\t\n]*[=+\-@＝＋－＠]/u;

const DAY_MS = 86_400_000;
/** Days from the first one that workbooks count, to that of Unix time. */
const UNIX_DAY = 25_569;

class CellWriter {
  readonly #columns: readonly (TypedColumn & { readonly letters: string })[];
  /** Number of cells that had no room for their text. */
  cutCells = 0;

  constructor(columns: readonly TypedColumn[]) {
    this.#columns = columns.map((column, index) => ({ ...column, letters: letters(index) }));
  }

  names(): string {
    const cells = this.#columns.map(({ name, letters: column }) =>
      this.#text(`${column}1`, name, STYLE.header),
    );
    return `<row r="1">${cells.join('')}</row>`;
  }

  row(values: Cells, number: number): string {
    let cells = '';
    for (const [index, { kind, letters: column }] of this.#columns.entries()) {
      const value = values[index] ?? null;
      if (value !== null && value !== '') cells += this.#cell(`${column}${number}`, kind, value);
    }
    return `<row r="${number}">${cells}</row>`;
  }

  #cell(reference: string, kind: ColumnKind, value: string | number): string {
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
    if (kind === 'boolean') return `<c r="${reference}" t="b"><v>${value === 'true' ? 1 : 0}</v></c>`;
    const time = kind === 'time' ? parseTimestamp(value) : null;
    if (time !== null) return `<c r="${reference}" s="${STYLE.time}"><v>${time / DAY_MS + UNIX_DAY}</v></c>`;
    return this.#text(reference, value, FORMULA.test(value) ? STYLE.quoted : STYLE.plain);
  }

  /** Texts are stored as texts, whatever they begin with, so no program calculates any of them. */
  #text(reference: string, value: string, style: number): string {
    const text = this.#cut(shownText(value)).toWellFormed().replaceAll(NO_XML, '\ufffd');
    const inline = escaped(text.replaceAll(ESCAPE, '_x005F_'));
    return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${inline}</t></is></c>`;
  }

  #cut(text: string): string {
    if (text.length <= MAX_CELL) return text;
    this.cutCells += 1;
    const mark = ` [cut: a cell has room for ${MAX_CELL} of ${text.length} characters]`;
    return text.slice(0, MAX_CELL - mark.length) + mark;
  }
}

/** Letters of a column: A to Z, then AA. */
function letters(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}
