// The columnar index of a made crawl, with all columns of the published schema (cc-index-schema-flat.json) but crawl and subset,
// which are in the paths.
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { type ColumnSource, parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';
import type { CrawlShape } from './crawl-shapes.ts';
import type { PlacedRecord } from './made-warcs.ts';

type Value = string | number | Date | Uint8Array | null;

interface TableColumn {
  readonly name: string;
  readonly type: 'string' | 'int' | 'short' | 'timestamp' | 'binary';
  readonly isNullable: boolean;
  readonly value: (record: PlacedRecord) => Value;
}

function text(name: string, value: (record: PlacedRecord) => string | null, isNullable = false): TableColumn {
  return { name, type: 'string', isNullable, value };
}

/** Label of a host, counted from its end; null if it has fewer. */
function label(number: number): (record: PlacedRecord) => string | null {
  return ({ url }) => new URL(url).hostname.split('.').at(-number) ?? null;
}

function registered({ url }: PlacedRecord): string {
  return new URL(url).hostname.split('.').slice(-2).join('.');
}

export const TABLE_COLUMNS: readonly TableColumn[] = [
  text('url_surtkey', ({ key }) => key),
  text('url', ({ url }) => url),
  text('url_host_name', ({ url }) => new URL(url).hostname),
  text('url_host_tld', label(1), true),
  text('url_host_2nd_last_part', label(2), true),
  text('url_host_3rd_last_part', label(3), true),
  text('url_host_4th_last_part', label(4), true),
  text('url_host_5th_last_part', label(5), true),
  text('url_host_registry_suffix', label(1), true),
  text('url_host_registered_domain', registered, true),
  text('url_host_private_suffix', label(1), true),
  text('url_host_private_domain', registered, true),
  text('url_host_name_reversed', ({ url }) => new URL(url).hostname.split('.').toReversed().join('.'), true),
  text('url_protocol', ({ url }) => new URL(url).protocol.slice(0, -1)),
  { name: 'url_port', type: 'int', isNullable: true, value: ({ url }) => Number(new URL(url).port) || null },
  text('url_path', ({ url }) => new URL(url).pathname),
  text('url_query', ({ url }) => new URL(url).search.slice(1) || null, true),
  { name: 'fetch_time', type: 'timestamp', isNullable: false, value: ({ time }) => new Date(time) },
  { name: 'fetch_status', type: 'short', isNullable: false, value: ({ status }) => status },
  text('fetch_redirect', ({ status, url }) => (status >= 300 && status < 400 ? `${url}moved` : null), true),
  text('content_digest', ({ digest }) => digest, true),
  text('content_mime_type', ({ mime }) => mime, true),
  text('content_mime_detected', ({ mime }) => mime, true),
  text('content_charset', ({ mime }) => (mime === 'text/html' ? 'UTF-8' : null), true),
  text('content_languages', ({ languages }) => languages ?? null, true),
  text('content_truncated', ({ isTruncated }) => (isTruncated === true ? 'length' : null), true),
  {
    name: 'warc_record_id',
    type: 'binary',
    isNullable: false,
    value: ({ id }) => Buffer.from(id.replaceAll('-', ''), 'hex'),
  },
  text('warc_filename', ({ file }) => file),
  { name: 'warc_record_offset', type: 'int', isNullable: false, value: ({ offset }) => offset },
  { name: 'warc_record_length', type: 'int', isNullable: false, value: ({ length }) => length },
  text('warc_segment', ({ segment }) => segment),
];

/** Types as Spark writes them. */
const TYPES: Readonly<Record<TableColumn['type'], Partial<SchemaElement>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  int: { type: 'INT32' },
  short: { type: 'INT32', converted_type: 'INT_16' },
  timestamp: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  binary: { type: 'BYTE_ARRAY' },
};

/** Writes the parts, each with the next keys. @returns their paths */
export function tableFiles(
  crawl: string,
  records: readonly PlacedRecord[],
  { parts, groupRows, codec }: CrawlShape,
  files: Map<string, Buffer>,
): readonly string[] {
  const paths: string[] = [];
  for (const subset of ['crawldiagnostics', 'robotstxt', 'warc'] as const) {
    const rows = records.filter((record) => record.subset === subset).toSorted(compareKeys);
    const size = Math.max(1, Math.ceil(rows.length / parts));
    for (let at = 0; at * size < rows.length; at++) {
      const folder = `cc-index/table/cc-main/warc/crawl=${crawl}/subset=${subset}`;
      const path = `${folder}/part-${String(at).padStart(5, '0')}-4d95f6ea-0000-4000-8000-000000000000.c000.gz.parquet`;
      files.set(path, parquetOf(rows.slice(at * size, (at + 1) * size), TABLE_COLUMNS, { groupRows, codec }));
      paths.push(path);
    }
  }
  return paths;
}

export function compareKeys(a: PlacedRecord, b: PlacedRecord): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : a.time - b.time;
}

/** A Parquet file of rows. */
export function parquetOf(
  rows: readonly PlacedRecord[],
  columns: readonly TableColumn[],
  { groupRows, codec }: Pick<CrawlShape, 'groupRows' | 'codec'>,
): Buffer {
  const columnData = columns.map(({ name, value }): ColumnSource => ({ name, data: rows.map(value) }));
  const schema: SchemaElement[] = [
    { name: 'spark_schema', num_children: columns.length },
    ...columns.map(({ name, type, isNullable }): SchemaElement => ({
      name,
      repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED',
      ...TYPES[type],
    })),
  ];
  const compressors = {
    GZIP: (bytes: Uint8Array) => gzipSync(bytes),
    ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes),
  };
  const options = {
    columnData,
    schema,
    rowGroupSize: groupRows,
    codec,
    compressors,
    statisticsTruncateLength: Infinity,
  };
  return Buffer.from(parquetWriteBuffer(options));
}
