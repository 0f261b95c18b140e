// Exports as Parquet: rows are collected into groups of bounded size, each of which is written when it is full. The footer,
// without which no reader opens a file, comes last: so an export that was cut off is never taken for a complete one.
import { zstdCompressSync } from 'node:zlib';
import { technologyNames } from '@sitegrep/contract/field-text';
import { parseTimestamp, type TechnologyTree } from '@sitegrep/site';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type ColumnKind, type TableLayout, type TypedColumn, typedColumnsOf } from './column-kind.ts';
import { type Column, type ExportRecord, extractedValues, valueOf } from './format.ts';

/**
 * Maximum rows of a group, and the number of characters with which it is complete: what is held in memory. Writing a group
 * takes some tens of milliseconds, in which the process does nothing else.
 */
const MAX_ROWS = 2_048;
const MAX_CHARACTERS = 2 << 20;

/** Key of the metadata of a file that has the token which continues after it, empty if nothing follows. */
const TOKEN = 'sitegrep.offset_token';

/**
 * Writes records as a Parquet file. Its columns are those of CSV without `type` and `offset_token`; the last token is in the
 * metadata of the file, as `sitegrep.offset_token`.
 */
export async function* parquetBytes(
  layout: TableLayout,
  batches: AsyncIterable<readonly ExportRecord[]>,
): AsyncGenerator<Uint8Array, void> {
  const table = new Table(layout);
  for await (const records of batches) {
    for (const record of records) {
      table.add(record);
      if (table.isFull) yield table.taken();
    }
  }
  yield table.ended();
}

interface TableColumn extends TypedColumn {
  /** Values as the writer takes them for the kind; those of JSON as they are. */
  cells: unknown[];
}

class Table {
  readonly #columns: readonly TableColumn[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #characters = 0;
  #token = '';

  constructor(layout: TableLayout) {
    this.#columns = typedColumnsOf(layout).map((column) => ({ ...column, cells: [] }));
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaOf(this.#columns),
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      createdBy: 'sitegrep',
    });
  }

  get isFull(): boolean {
    const rows = this.#columns[0]?.cells.length ?? 0;
    return rows >= MAX_ROWS || this.#characters >= MAX_CHARACTERS;
  }

  add(record: ExportRecord): void {
    this.#token = record.offsetToken;
    for (const { name, kind, cells } of this.#columns) {
      const cell = cellOf(name, kind, record);
      cells.push(cell);
      this.#characters += sizeOf(cell);
    }
  }

  /** Writes the rows that were added as a group. @returns the bytes that are new */
  taken(): Uint8Array {
    this.#writeGroup();
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
  }

  /** Writes the rest and the footer. @returns the bytes that are new */
  ended(): Uint8Array {
    this.#writeGroup();
    this.#writer.kvMetadata = [{ key: TOKEN, value: this.#token }];
    void this.#writer.finish();
    return this.#bytes.getBytes();
  }

  #writeGroup(): void {
    const rows = this.#columns[0]?.cells.length ?? 0;
    if (rows === 0) return;
    // The index of pages would stay in memory until the end.
    const columnData = this.#columns.map(({ name, cells }) => ({ name, data: cells, offsetIndex: false }));
    void this.#writer.write({ columnData, rowGroupSize: rows });
    for (const column of this.#columns) column.cells = [];
    this.#characters = 0;
  }
}

/** The columns as Parquet's schema, a tree in order of depth. */
function schemaOf(columns: readonly TableColumn[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.flatMap(({ name, kind }): readonly SchemaElement[] => {
      if (kind !== 'texts' && kind !== 'technologies')
        return [{ name, repetition_type: 'OPTIONAL', ...TYPES[kind] }];
      return [
        {
          name,
          repetition_type: 'REQUIRED',
          num_children: 1,
          converted_type: 'LIST',
          logical_type: { type: 'LIST' },
        },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'REQUIRED', ...TYPES.text },
      ];
    }),
  ];
}

const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } },
  integer: { type: 'INT32' },
  count: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
} as const satisfies Readonly<Record<Exclude<ColumnKind, 'texts' | 'technologies'>, Partial<SchemaElement>>>;

function cellOf(name: Column, kind: ColumnKind, record: ExportRecord): unknown {
  const { item } = record;
  if (name === 'matches') return 'matches' in item ? (item.matches ?? []) : [];
  if ('extracted' in item && item.extracted !== undefined && Object.hasOwn(item.extracted, name)) {
    return kind === 'texts' ? extractedValues(name, item).map(wellFormed) : textIn(name, record);
  }
  const value = (item as Partial<Record<Column, unknown>>)[name] ?? null;
  switch (kind) {
    case 'text':
      return textIn(name, record);
    case 'texts':
      return textsOf(value).map(wellFormed);
    case 'technologies':
      // The kind says what the value is.
      return technologyNames((value ?? {}) as TechnologyTree);
    case 'integer':
      return typeof value === 'number' ? value : null;
    case 'count':
      return typeof value === 'number' ? BigInt(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'time': {
      const time = typeof value === 'string' ? parseTimestamp(value) : null;
      return time === null ? null : new Date(time);
    }
    case 'json':
      return value;
    default:
      return kind satisfies never;
  }
}

function textIn(name: Column, record: ExportRecord): string | null {
  const value = valueOf(name, record);
  return typeof value === 'string' ? wellFormed(value) : null;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Half of a surrogate pair has no form in UTF-8. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** Approximate memory that a cell takes, in characters. */
function sizeOf(cell: unknown): number {
  if (typeof cell === 'string') return cell.length;
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell).length : 8;
}
