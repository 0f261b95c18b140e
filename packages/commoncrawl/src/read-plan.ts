// Records in the order in which they are read, and the ranges that are read for them. A plan has up to a million records, so
// it holds columns instead of objects, which are also its stored form.
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { type FoundRecord, type Subset, SUBSETS } from './found-record.ts';
import { readGaps } from './ranges.ts';

/** Maximum records of a plan: some 150 MB. */
export const MAX_PLAN_RECORDS = 1_000_000;
/** Bound of a range that is read at once, so that a connection that breaks costs little. */
const MAX_READ_BYTES = 256 * 1024 * 1024;

/** A range of a WARC file that is read with one request. */
export interface PlannedRead {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  /** Number in the plan of its first record, and of the first one that is not in it. */
  readonly first: number;
  readonly end: number;
}

/** Sums of a plan. */
export interface PlanCosts {
  readonly records: number;
  readonly requests: number;
  /** Bytes that are read. */
  readonly bytes: number;
  /** Bytes of the records. */
  readonly neededBytes: number;
}

interface Columns {
  readonly files: readonly string[];
  readonly urls: Uint8Array;
  /** End of each URL in `urls`. */
  readonly urlEnds: Uint32Array;
  readonly languages: readonly string[];
  readonly languageOf: Uint16Array;
  readonly fileOf: Uint32Array;
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly times: Float64Array;
  readonly statuses: Uint16Array;
  /** Number of the subset, and 16 if the crawl cut the page. */
  readonly flags: Uint8Array;
  /** Has 1 for each record before which the gap is read. */
  readonly isMerged: Uint8Array;
}

const CUT = 16;
/** Bound of the combinations of languages: some ten thousand in a crawl. */
const MAX_LANGUAGES = 0xffff;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Records of one crawl, sorted by file and offset, robots.txt first, each range once. */
export class ReadPlan {
  readonly #columns: Columns;

  private constructor(columns: Columns) {
    this.#columns = columns;
  }

  static of(records: readonly FoundRecord[]): ReadPlan {
    if (records.length > MAX_PLAN_RECORDS) throw new RangeError(`a plan of ${records.length} records`);
    const sorted = records
      .toSorted(compareRecords)
      .filter((record, at, all) => at === 0 || compareRecords(record, all[at - 1] ?? record) !== 0);
    return new ReadPlan(columnsOf(sorted));
  }

  /** Reads the form that `encode` gives. */
  static async decode(bytes: Uint8Array): Promise<ReadPlan> {
    return new ReadPlan(deserialize(await decompress(bytes)) as Columns);
  }

  async encode(): Promise<Uint8Array> {
    return compress(serialize(this.#columns));
  }

  get size(): number {
    return this.#columns.offsets.length;
  }

  get costs(): PlanCosts {
    let [requests, bytes, neededBytes] = [0, 0, 0];
    for (const { from, to } of this.reads()) {
      requests++;
      bytes += to - from;
    }
    for (const length of this.#columns.lengths) neededBytes += length;
    return { records: this.size, requests, bytes, neededBytes };
  }

  /** The record of a number, from 0. */
  recordAt(at: number): FoundRecord {
    const { urls, urlEnds, files, fileOf, languages, languageOf, offsets, lengths, times, statuses, flags } =
      this.#columns;
    const flag = flags[at] ?? 0;
    const start = at === 0 ? 0 : (urlEnds[at - 1] ?? 0);
    return {
      url: Buffer.from(urls.buffer, urls.byteOffset, urls.byteLength).toString('utf8', start, urlEnds[at]),
      time: times[at] ?? 0,
      status: statuses[at] ?? 0,
      languages: languages[languageOf[at] ?? 0] ?? '',
      isTruncated: (flag & CUT) !== 0,
      subset: SUBSETS[flag & (CUT - 1)] ?? 'warc',
      file: files[fileOf[at] ?? 0] ?? '',
      offset: offsets[at] ?? 0,
      length: lengths[at] ?? 0,
    };
  }

  /** Ranges to read for the records from number `first` on. */
  *reads(first = 0): Generator<PlannedRead> {
    const { offsets, lengths, fileOf, files, isMerged } = this.#columns;
    for (let at = first; at < this.size;) {
      const from = offsets[at] ?? 0;
      let to = from + (lengths[at] ?? 0);
      let end = at + 1;
      for (; end < this.size && isMerged[end] === 1; end++) {
        const next = (offsets[end] ?? 0) + (lengths[end] ?? 0);
        if (next - from > MAX_READ_BYTES) break;
        to = Math.max(to, next);
      }
      yield { file: files[fileOf[at] ?? 0] ?? '', from, to, first: at, end };
      at = end;
    }
  }
}

function compareRecords(a: FoundRecord, b: FoundRecord): number {
  if (a.subset !== b.subset) return a.subset === 'robotstxt' ? -1 : 1;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.offset - b.offset;
}

function columnsOf(records: readonly FoundRecord[]): Columns {
  const count = records.length;
  const files = new Numbers();
  const languages = new Numbers();
  const urls = records.map(({ url }) => url);
  const columns = {
    urls: Buffer.from(urls.join('')),
    urlEnds: new Uint32Array(count),
    languageOf: new Uint16Array(count),
    fileOf: new Uint32Array(count),
    offsets: new Float64Array(count),
    lengths: new Uint32Array(count),
    times: new Float64Array(count),
    statuses: new Uint16Array(count),
    flags: new Uint8Array(count),
  };
  const gaps = new Float64Array(count);
  let [urlEnd, end, needed] = [0, 0, 0];
  for (const [at, record] of records.entries()) {
    const before = records[at - 1];
    const isSameFile = before?.file === record.file && before.subset === record.subset;
    if (!isSameFile) end = -1;
    gaps[at] = isSameFile ? Math.max(0, record.offset - end) : Infinity;
    needed += Math.max(0, record.offset + record.length - Math.max(record.offset, end));
    end = Math.max(end, record.offset + record.length);
    urlEnd += Buffer.byteLength(record.url);
    columns.urlEnds[at] = urlEnd;
    columns.languageOf[at] = languages.of(record.languages, MAX_LANGUAGES);
    columns.fileOf[at] = files.of(record.file);
    columns.offsets[at] = record.offset;
    columns.lengths[at] = record.length;
    columns.times[at] = record.time;
    columns.statuses[at] = record.status;
    columns.flags[at] = flagsOf(record);
  }
  return { ...columns, files: files.values, languages: languages.values, isMerged: readGaps(gaps, needed) };
}

function flagsOf({
  subset,
  isTruncated,
}: {
  readonly subset: Subset;
  readonly isTruncated: boolean;
}): number {
  return SUBSETS.indexOf(subset) | (isTruncated ? CUT : 0);
}

/** Gives each text a number, from 0. */
class Numbers {
  readonly values: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** @param max number of the texts from which on all have the last number */
  of(text: string, max = Infinity): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = Math.min(this.values.length, max - 1);
    if (number === this.values.length) this.values.push(text);
    this.#numbers.set(text, number);
    return number;
  }
}
