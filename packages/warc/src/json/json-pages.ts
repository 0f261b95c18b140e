// Pages in JSON, whatever the name of the file: an object on each line, a list of objects, or a HAR.
import type { ByteReader } from '../byte-reader.ts';
import type { Tally } from '../counts.ts';
import type { Piece } from '../pieces.ts';
import { capturedPage, type WarcPage } from '../warc-page.ts';
import { HarEntries } from './har.ts';
import type { JsonKind } from './json-format.ts';
import { JsonItems } from './json-items.ts';
import { maxObjectBytes, readJsonLines, refusalOf, tooLong } from './json-lines.ts';
import { jsonPage } from './json-page.ts';
import { JsonFault } from './json-scanner.ts';
import { skipped, type JsonLimits, type JsonResult } from './stated-answer.ts';
import type { AttachedFiles } from './stated-content.ts';

/** Options of an input in JSON. */
interface JsonOptions extends Pick<JsonLimits, 'maxBodyBytes' | 'statuses'> {
  readonly kind: JsonKind;
  /** Offset in the input of a byte of the reader. */
  readonly originOf: (at: number) => number;
  readonly files: AttachedFiles;
  /** Whether lines can be read from the start of any of them on. */
  readonly isPlain: boolean;
  /** Number of the first line. */
  readonly firstLine: number;
}

/** A result and where it is: `record` is the number of its line; absent in what has no lines. */
interface Found {
  readonly result: JsonResult;
  readonly offset: number;
  readonly record?: number;
  readonly isEntryPoint?: boolean;
}

/** Reads the pages of an input, and counts what is not a page. */
export async function* readJsonPages(
  reader: ByteReader,
  tally: Tally,
  { kind, originOf, files, isPlain, firstLine, ...given }: JsonOptions,
): AsyncGenerator<WarcPage> {
  const limits: JsonLimits = { ...given, now: Date.now };
  tally.unit = UNITS[kind];
  const start = { line: firstLine, base: tally.base };
  for await (const found of readKind(reader, kind, limits, files, start)) {
    const { result, offset, record } = found;
    const at = originOf(offset);
    if (result.kind === 'skipped') {
      // A browser fetches much besides pages.
      const problem = kind !== 'har' || result.why === 'broken' || result.why === 'cut_off';
      await tally.countSkip(at, result.url, result.why, problem ? result.problem : null, record);
      continue;
    }
    const { page, url: uri, isDated } = result;
    const isEntryPoint = isPlain && found.isEntryPoint === true;
    const origin = { bySitegrep: false, obeysNoindex: false };
    const location = { offset: at, uri, isEntryPoint, ...origin, isDated, notice: null };
    yield await capturedPage(page, tally, record === undefined ? location : { ...location, record });
  }
}

const UNITS = { lines: 'line', items: 'item', har: 'har_entry' } as const;

async function* readKind(
  reader: ByteReader,
  kind: JsonKind,
  limits: JsonLimits,
  files: AttachedFiles,
  start: { readonly line: number; readonly base: number },
): AsyncGenerator<Found> {
  if (kind === 'lines') {
    for await (const { result, line, offset, isObject } of readJsonLines(reader, limits, start))
      yield { result, offset, record: line, isEntryPoint: isObject };
  } else if (kind === 'har') {
    const entries = parsed(reader, new HarEntries(limits), 'the HAR');
    for (let next = await entries.next(); ; next = await entries.next()) {
      if (next.done !== true) yield { offset: next.value.offset, result: await next.value.result(files) };
      else if (next.value !== null) yield next.value;
      if (next.done === true) return;
    }
  } else {
    const maxBytes = maxObjectBytes(limits);
    const items = parsed(reader, new JsonItems(maxBytes), 'the list');
    for (let next = await items.next(); ; next = await items.next()) {
      if (next.done !== true) {
        const { bytes, offset } = next.value;
        const refusal = bytes === null ? tooLong(limits) : refusalOf(bytes);
        const result =
          refusal === null
            ? await jsonPage(JSON.parse(String(bytes)), limits)
            : skipped(null, 'broken', refusal);
        yield { offset, result };
      } else if (next.value !== null) yield next.value;
      if (next.done === true) return;
    }
  }
}

interface Parser<Item> {
  scan(bytes: Buffer): void;
  end(): void;
  given(): readonly Item[];
}

const LOOK_BYTES = 256 * 1024;

/** Gives the items of an input that stand before its first wrong byte. @returns what is wrong, and where; null if nothing is */
async function* parsed<Item>(
  reader: ByteReader,
  parser: Parser<Item>,
  name: string,
): AsyncGenerator<Item, Found | null> {
  let offset = 0;
  const problem = (why: 'broken' | 'cut_off', text: string, at: number): Found => ({
    offset: at,
    result: skipped(null, why, `${name} can't be read further: ${text}`),
  });
  const faultOf = (step: () => void): JsonFault | null => {
    try {
      step();
      return null;
    } catch (error) {
      if (error instanceof JsonFault) return error;
      throw error;
    }
  };
  for (;;) {
    const look = await reader.available(LOOK_BYTES);
    const { stop } = reader;
    if (look.length === 0 && stop?.kind === 'gap') return problem('cut_off', stop.problem, offset);
    const isOver = look.length === 0 && (stop === null || stop.kind === 'end');
    const fault = faultOf(() => (isOver ? parser.end() : parser.scan(look)));
    yield* parser.given();
    if (fault !== null) {
      const where = fault.isEnd ? `after byte ${fault.offset}` : `from byte ${fault.offset} on`;
      return problem(fault.isEnd ? 'cut_off' : 'broken', `${fault.message}, ${where}`, fault.offset);
    }
    if (isOver) return null;
    offset += look.length;
    await reader.skip(look.length);
    reader.pass();
  }
}

/** The rest of a reader, as pieces. */
export async function* piecesOf(reader: ByteReader): AsyncGenerator<Piece> {
  for (;;) {
    const bytes = Buffer.from(await reader.available(LOOK_BYTES));
    if (bytes.length > 0) {
      await reader.skip(bytes.length);
      yield { kind: 'bytes', bytes };
      continue;
    }
    const { stop } = reader;
    if (stop === null || stop.kind === 'end') return;
    reader.pass();
    if (stop.kind === 'gap') yield stop;
  }
}
