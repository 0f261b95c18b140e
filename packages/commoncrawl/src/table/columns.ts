// Columns of a group of rows. Their bytes are read once and held compressed; rows are read out of them in windows.
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type AsyncBuffer, type ColumnMetaData, type Compressors, parquetRead } from 'hyparquet';
import { IndexUnreadable } from '../errors.ts';
import type { CrawlFiles } from '../files.ts';
import { mergedSpans, type Span } from '../ranges.ts';
import { damaged, type RowGroup, type TablePart } from './part.ts';

/** Bound of the columns of a group that are held, compressed. */
const MAX_GROUP_BYTES = 1024 * 1024 * 1024;
/** Bound of a page of a column, decompressed; usual ones have 1 MiB. */
const MAX_PAGE_BYTES = 256 * 1024 * 1024;

type Decompress = (input: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

function bounded(decompress: Decompress): (input: Uint8Array, length: number) => Uint8Array {
  return (input, length) => {
    if (length > MAX_PAGE_BYTES) throw new RangeError(`a page of ${length} bytes is too long`);
    return decompress(input, { maxOutputLength: Math.max(1, length) });
  };
}

const COMPRESSORS: Compressors = {
  GZIP: bounded(gunzipSync),
  ZSTD: bounded(zstdDecompressSync),
  BROTLI: bounded(brotliDecompressSync),
};
const READ_CODECS: ReadonlySet<string> = new Set(['UNCOMPRESSED', 'SNAPPY', ...Object.keys(COMPRESSORS)]);

/** Values of a column by the number of the row in the part. */
export type ColumnValues = (row: number) => unknown;

/** The columns of a group that were read. */
export class GroupColumns {
  readonly #files: CrawlFiles;
  readonly #part: TablePart;
  readonly #group: RowGroup;
  /** Bytes of columns, by their offset in the part. */
  readonly #chunks = new Map<number, ArrayBuffer>();

  constructor(files: CrawlFiles, part: TablePart, group: RowGroup) {
    this.#files = files;
    this.#part = part;
    this.#group = group;
  }

  /** Reads the bytes of columns that the part has. @throws IndexUnreadable */
  async fetch(names: readonly string[], signal: AbortSignal): Promise<void> {
    const { path } = this.#part;
    const spans: Span[] = [];
    for (const name of names) {
      const column = this.#group.columns.get(name);
      if (column === undefined) continue;
      if (!READ_CODECS.has(column.codec)) {
        throw new IndexUnreadable(path, `it is compressed with ${column.codec}, which is not read`);
      }
      const span = spanOf(column);
      if (!this.#chunks.has(span.from)) spans.push(span);
    }
    const bytes = spans.reduce((sum, { from, to }) => sum + to - from, 0);
    if (bytes > MAX_GROUP_BYTES || spans.some(({ from, to }) => !(from >= 0) || !(to > from))) {
      throw new IndexUnreadable(path, 'its footer states impossible offsets of columns');
    }
    for (const merged of mergedSpans(spans)) {
      const read = await this.#files.read(path, merged, signal);
      if (read.length < merged.to - merged.from)
        throw new IndexUnreadable(path, 'it is cut in the middle of a column');
      for (const { from, to } of spans) {
        if (from < merged.from || to > merged.to) continue;
        this.#chunks.set(from, new Uint8Array(read.subarray(from - merged.from, to - merged.from)).buffer);
      }
    }
  }

  /** Values of rows of a column that was fetched; null if the part has no such column. */
  async values(name: string, from: number, to: number): Promise<ColumnValues | null> {
    const column = this.#group.columns.get(name);
    if (column === undefined) return null;
    const pages: { readonly from: number; readonly values: ArrayLike<unknown> }[] = [];
    const file: AsyncBuffer = {
      byteLength: Number.MAX_SAFE_INTEGER,
      slice: (start, end) => {
        const chunk = this.#chunks.get(start);
        if (chunk === undefined || (end !== undefined && end - start !== chunk.byteLength)) {
          throw new RangeError(`bytes ${start} to ${end ?? ''} are not those of a column`);
        }
        return chunk;
      },
    };
    try {
      await parquetRead({
        file,
        metadata: this.#part.metadata,
        columns: [name],
        rowStart: from,
        rowEnd: to,
        compressors: COMPRESSORS,
        onChunk: ({ rowStart, columnData }) => pages.push({ from: rowStart, values: columnData }),
      });
    } catch (error) {
      throw damaged(this.#part.path, `column ${name}`, error);
    }
    return valuesOf(pages, from, to, this.#part.path, name);
  }
}

function spanOf({ dictionary_page_offset, data_page_offset, total_compressed_size }: ColumnMetaData): Span {
  // Some writers state 0 where there is no dictionary.
  const from = Number(dictionary_page_offset ?? 0n) || Number(data_page_offset);
  return { from, to: from + Number(total_compressed_size) };
}

function valuesOf(
  pages: readonly { readonly from: number; readonly values: ArrayLike<unknown> }[],
  from: number,
  to: number,
  path: string,
  name: string,
): ColumnValues {
  const rows: unknown[] = [];
  let count = 0;
  for (const page of pages) {
    const end = Math.min(to, page.from + page.values.length);
    for (let row = Math.max(from, page.from); row < end; row++, count++) {
      rows[row - from] = page.values[row - page.from];
    }
  }
  if (count < to - from)
    throw new IndexUnreadable(path, `column ${name} has fewer rows than its footer states`);
  return (row) => rows[row - from];
}
