// A part of the columnar index: a Parquet file. Its footer says where the columns of each group of rows are.
import { type FileMetaData, parquetMetadata, type ColumnMetaData } from 'hyparquet';
import { IndexUnreadable } from '../errors.ts';
import type { CrawlFiles } from '../files.ts';

/** Bytes of the end of a part that are read first: most footers are in them. */
const TAIL_BYTES = 128 * 1024;
/** Bound of a footer. */
const MAX_FOOTER_BYTES = 64 * 1024 * 1024;
/** Bytes after the footer: its length, and `PAR1`. */
const END_BYTES = 8;

/** Columns that every part has, with the types that they may have. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  url_surtkey: ['BYTE_ARRAY'],
  url: ['BYTE_ARRAY'],
  url_host_name: ['BYTE_ARRAY'],
  fetch_time: ['INT64', 'INT96'],
  fetch_status: ['INT32'],
  warc_filename: ['BYTE_ARRAY'],
  warc_record_offset: ['INT32', 'INT64'],
  warc_record_length: ['INT32', 'INT64'],
};
/** Columns that crawls have since some year. */
const OPTIONAL: readonly string[] = ['content_mime_detected', 'content_languages', 'content_truncated'];

/** Rows that are stored together. */
export interface RowGroup {
  /** Number of its first row in the part. */
  readonly firstRow: number;
  readonly rows: number;
  /** First and last key of its records; null if they are not stated. */
  readonly keys: { readonly min: string; readonly max: string } | null;
  /** Columns that are read, by name. */
  readonly columns: ReadonlyMap<string, ColumnMetaData>;
}

export interface TablePart {
  readonly path: string;
  readonly metadata: FileMetaData;
  readonly groups: readonly RowGroup[];
}

/** Reads the footer of a part. @throws IndexUnreadable if it is cut, no Parquet, or of another schema */
export async function readPart(files: CrawlFiles, path: string, signal: AbortSignal): Promise<TablePart> {
  const metadata = await readFooter(files, path, signal);
  const names = checkedColumns(metadata, path);
  let firstRow = 0;
  const groups = metadata.row_groups.map((group): RowGroup => {
    const columns = new Map<string, ColumnMetaData>();
    for (const { meta_data: column } of group.columns) {
      const name = column?.path_in_schema.join('.') ?? '';
      if (column !== undefined && names.has(name)) columns.set(name, column);
    }
    const rows = Number(group.num_rows);
    const found = { firstRow, rows, keys: keysOf(columns.get('url_surtkey')), columns };
    firstRow += rows;
    return found;
  });
  return { path, metadata, groups };
}

async function readFooter(files: CrawlFiles, path: string, signal: AbortSignal): Promise<FileMetaData> {
  let bytes = await files.read(path, { from: -TAIL_BYTES }, signal);
  const end = Buffer.from(bytes.subarray(-END_BYTES));
  if (end.length < END_BYTES || end.toString('latin1', 4) !== 'PAR1') {
    throw new IndexUnreadable(path, 'it is cut, or not a Parquet file: it does not end as one');
  }
  const length = end.readUInt32LE(0) + END_BYTES;
  if (length > MAX_FOOTER_BYTES) throw new IndexUnreadable(path, `its footer of ${length} bytes is too long`);
  if (length > bytes.length) {
    if (bytes.length < TAIL_BYTES) throw new IndexUnreadable(path, 'it is shorter than its footer');
    bytes = await files.read(path, { from: -length }, signal);
  }
  try {
    return parquetMetadata(bytes.subarray(-length), { geoparquet: false });
  } catch (error) {
    throw damaged(path, 'its footer', error);
  }
}

export function damaged(path: string, part: string, error: unknown): IndexUnreadable {
  const problem = error instanceof Error ? error.message : String(error);
  return new IndexUnreadable(path, `${part} is damaged (${problem})`, { cause: error });
}

/** Names of the columns that are read and that a part has. */
function checkedColumns(metadata: FileMetaData, path: string): ReadonlySet<string> {
  const types = new Map(metadata.schema.slice(1).map(({ name, type }) => [name, type]));
  for (const [name, allowed] of Object.entries(NEEDED)) {
    const type = types.get(name);
    if (type !== undefined && allowed.includes(type)) continue;
    const found = type === undefined ? 'there is none' : `it is of type ${type}`;
    throw new IndexUnreadable(
      path,
      `its schema is another one: column ${name} must hold ${allowed.join(' or ')}, but ${found}`,
    );
  }
  return new Set([...Object.keys(NEEDED), ...OPTIONAL.filter((name) => types.get(name) === 'BYTE_ARRAY')]);
}

function keysOf(column: ColumnMetaData | undefined): RowGroup['keys'] {
  const { min_value: min, max_value: max, is_max_value_exact: isExact } = column?.statistics ?? {};
  if (typeof min !== 'string' || typeof max !== 'string') return null;
  return { min, max: isExact === false ? `${max}\uffff` : max };
}
