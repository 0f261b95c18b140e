// Rows of table `page`: the pages of documents with their sources.
import type { SQLOutputValue } from 'node:sqlite';
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { BesideScope, IndexedScope } from '@sitegrep/search';
import {
  type AnswerTexts,
  type PageFacts,
  type PageRecord,
  type Screenshot,
  type Source,
  textBeside,
  TEXTS_BESIDE,
} from '@sitegrep/site';
import { type PageSource, storableAnswers, storableUtf8 } from '@sitegrep/texts';
import { textBits } from './text-ids.ts';

/** A page as it is stored. A row is never changed: another version of a page is another row. */
export interface PageRow {
  /** Number of the page; none is used twice. */
  readonly id: number;
  /** Id of its domain. */
  readonly domain: number;
  readonly url: string;
  readonly fetchedAt: number;
  readonly charset: string;
  readonly truncated: boolean;
  /** PageFacts as JSON. */
  readonly facts: PackedText;
  /** PageVersion as JSON; null if the page has none. */
  readonly version: string | null;
  readonly source: PackedText;
  /** Null if the page was not rendered. */
  readonly rendered: PackedRendering | null;
  /** Texts that the page has, as `textBits` gives them. */
  readonly texts: number;
  /** AnswerTexts as JSON; null if they are not known. */
  readonly answers: PackedText | null;
  /** Null if there is none; the images are in table `screenshot`. */
  readonly screenshot: ScreenshotSummary | null;
}

/** Sizes of the images of a screenshot, and a CRC-32 of each. */
interface ScreenshotSummary {
  readonly fullBytes: number;
  readonly fullCheck: number;
  readonly thumbnailBytes: number;
  readonly thumbnailCheck: number;
}

/** A text in UTF-8, compressed. */
interface PackedText {
  /** Its bytes before compression. */
  readonly bytes: number;
  readonly packed: Uint8Array;
}

interface PackedRendering extends PackedText {
  readonly truncated: boolean;
}

/** The sources of a page in UTF-8, as they are stored. */
export interface StorableSources {
  readonly source: Buffer;
  /** Null if the page was not rendered. */
  readonly rendered: Buffer | null;
  /** Texts beside these; null if the page has none. */
  readonly beside: Readonly<Record<BesideScope, Buffer | null>>;
}

/** Facts of a page of JSON whose checksum was right. */
export function pageFactsIn(json: string): PageFacts {
  return JSON.parse(json) as PageFacts;
}

/** Facts of the page of a row. */
export function factsOfRow({ facts }: Pick<PageRow, 'facts'>): PageFacts {
  return pageFactsIn(textIn(facts));
}

/** Columns of table `page`. */
export const PAGE_COLUMNS = [
  'id',
  'domain',
  'crc',
  'url',
  'fetched_at',
  'charset',
  'truncated',
  'facts_bytes',
  'facts',
  'version',
  'source_bytes',
  'source',
  'full_bytes',
  'full_crc',
  'thumbnail_bytes',
  'thumbnail_crc',
  'rendered_truncated',
  'rendered_bytes',
  'rendered',
  'texts',
  'answers_bytes',
  'answers',
].join(', ');

/** Minimum output buffer of compression, in bytes. Most sources fit into half their size, so the output is one piece and is not copied. */
const MIN_CHUNK_BYTES = 1_024;

export function storableSources(page: PageRecord<Source>): StorableSources {
  const { source, rendered } = page;
  return {
    source: storableUtf8(source),
    rendered: rendered === undefined ? null : storableUtf8(rendered.source),
    beside: storableBeside(page),
  };
}

function storableBeside(page: Pick<PageRecord, 'answers' | 'facts' | 'url'>): StorableSources['beside'] {
  const texts: Partial<Record<BesideScope, Buffer | null>> = {};
  for (const kind of TEXTS_BESIDE) {
    const text = textBeside(page, kind);
    texts[kind] = text === null ? null : storableUtf8(text);
  }
  // Each kind has one.
  return texts as StorableSources['beside'];
}

/** The texts of a page that the index has. */
export function indexedScopes({ rendered, beside }: StorableSources): readonly IndexedScope[] {
  return [
    'body',
    ...(rendered === null ? [] : (['rendered'] as const)),
    ...TEXTS_BESIDE.filter((kind) => beside[kind] !== null),
  ];
}

/** The source that a reader of a page sees: what its scripts wrote, if it was rendered. */
export function shownSource({ source, rendered }: StorableSources): Buffer {
  return rendered ?? source;
}

/** The row of a page. @param of its number, and the id of its domain */
export function pageRow(
  of: Pick<PageRow, 'id' | 'domain'>,
  { url, fetchedAt, charset, truncated, facts, version, rendered, answers }: PageRecord<Source>,
  sources: StorableSources,
): PageRow {
  return {
    id: of.id,
    domain: of.domain,
    url: url.toWellFormed(),
    fetchedAt,
    charset: charset.toWellFormed(),
    truncated,
    facts: packText(JSON.stringify(facts)),
    version: version === undefined ? null : JSON.stringify(version),
    source: pack(sources.source),
    rendered:
      sources.rendered === null
        ? null
        : { ...pack(sources.rendered), truncated: rendered?.truncated ?? false },
    texts: textBits(indexedScopes(sources)),
    answers: answers === undefined ? null : packText(JSON.stringify(storableAnswers(answers))),
    screenshot: rendered?.screenshot === undefined ? null : summaryOf(rendered.screenshot),
  };
}

/** The texts beside the source of a page whose checksum was right; nothing if they are not known. */
export function answersIn(answers: PackedText | null): { readonly answers?: AnswerTexts } {
  return answers === null ? {} : { answers: JSON.parse(textIn(answers)) as AnswerTexts };
}

function summaryOf({ full, thumbnail }: Screenshot): ScreenshotSummary {
  return {
    fullBytes: full.length,
    fullCheck: crc32(full),
    thumbnailBytes: thumbnail.length,
    thumbnailCheck: crc32(thumbnail),
  };
}

function pack(text: Buffer): PackedText {
  const chunkSize = Math.max(MIN_CHUNK_BYTES, text.length >>> 1);
  return { bytes: text.length, packed: zstdCompressSync(text, { chunkSize }) };
}

function packText(text: string): PackedText {
  return pack(Buffer.from(text));
}

/** Values of the columns of a row, in the order of `PAGE_COLUMNS`. */
export function pageValues(row: PageRow): readonly (number | string | Uint8Array | null)[] {
  const { id, domain, url, fetchedAt, charset, truncated, facts, version, source, rendered, screenshot } =
    row;
  return [
    id,
    domain,
    pageCheck(row),
    url,
    fetchedAt,
    charset,
    truncated ? 1 : 0,
    facts.bytes,
    facts.packed,
    version,
    source.bytes,
    source.packed,
    screenshot?.fullBytes ?? 0,
    screenshot?.fullCheck ?? 0,
    screenshot?.thumbnailBytes ?? 0,
    screenshot?.thumbnailCheck ?? 0,
    rendered?.truncated === true ? 1 : 0,
    rendered?.bytes ?? 0,
    rendered?.packed ?? null,
    row.texts,
    row.answers?.bytes ?? 0,
    row.answers?.packed ?? null,
  ];
}

/** The row that these values of columns are; null if they are not one, or fail their checksum. */
export function pageRowOf(values: readonly SQLOutputValue[]): PageRow | null {
  const row = rowOfValues(values);
  return row === null || pageCheck(row) !== values[2] ? null : row;
}

function rowOfValues(values: readonly SQLOutputValue[]): PageRow | null {
  const [id, domain, , url, fetchedAt, charset, truncated, factsBytes, facts, version, bytes, packed] =
    values;
  const [fullBytes, fullCheck, thumbnailBytes, thumbnailCheck, cut, renderedBytes, rendered] =
    values.slice(12);
  const [texts, answersBytes, answers] = values.slice(19);
  return typeof id === 'number' &&
    typeof domain === 'number' &&
    typeof url === 'string' &&
    typeof fetchedAt === 'number' &&
    typeof charset === 'string' &&
    typeof truncated === 'number' &&
    typeof factsBytes === 'number' &&
    facts instanceof Uint8Array &&
    (typeof version === 'string' || version === null) &&
    typeof bytes === 'number' &&
    packed instanceof Uint8Array &&
    typeof fullBytes === 'number' &&
    typeof fullCheck === 'number' &&
    typeof thumbnailBytes === 'number' &&
    typeof thumbnailCheck === 'number' &&
    typeof renderedBytes === 'number' &&
    (rendered instanceof Uint8Array || rendered === null) &&
    typeof texts === 'number' &&
    typeof answersBytes === 'number' &&
    (answers instanceof Uint8Array || answers === null)
    ? {
        id,
        domain,
        url,
        fetchedAt,
        charset,
        truncated: truncated === 1,
        facts: { bytes: factsBytes, packed: facts },
        version,
        source: { bytes, packed },
        rendered: rendered === null ? null : { bytes: renderedBytes, packed: rendered, truncated: cut === 1 },
        texts,
        answers: answers === null ? null : { bytes: answersBytes, packed: answers },
        screenshot: fullBytes === 0 ? null : { fullBytes, fullCheck, thumbnailBytes, thumbnailCheck },
      }
    : null;
}

/** CRC-32 of a row. */
function pageCheck({ facts, source, rendered, answers, ...head }: PageRow): number {
  const of = [
    ...Object.values(head),
    facts.bytes,
    source.bytes,
    rendered === null ? null : [rendered.bytes, rendered.truncated],
    answers?.bytes ?? null,
  ];
  const check = crc32(source.packed, crc32(facts.packed, crc32(JSON.stringify(of))));
  return [rendered, answers].reduce((sum, text) => (text === null ? sum : crc32(text.packed, sum)), check);
}

/** Bytes of the sources of a row, before compression, and of its sources and screenshot on disk. */
export function sizesOf({ source, rendered, answers, screenshot }: PageRow): {
  readonly source: number;
  readonly compressed: number;
} {
  const images = screenshot === null ? 0 : screenshot.fullBytes + screenshot.thumbnailBytes;
  return {
    source: source.bytes + (rendered?.bytes ?? 0),
    compressed:
      source.packed.length + (rendered?.packed.length ?? 0) + (answers?.packed.length ?? 0) + images,
  };
}

/** A text as its row holds it, in UTF-8. */
export function unpackUtf8({ bytes, packed }: PackedText): Buffer {
  // One byte more than the text has: then it is one piece, which is not copied, and no second one is asked for.
  return zstdDecompressSync(packed, { chunkSize: Math.max(MIN_CHUNK_BYTES, bytes + 1) });
}

/** A text as its row holds it. */
export function textIn(packed: PackedText): string {
  return unpackUtf8(packed).toString();
}

/** The sources of a row in UTF-8. */
export function unpackedSources(row: PageRow): StorableSources {
  const { url, source, rendered, answers } = row;
  return {
    source: unpackUtf8(source),
    rendered: rendered === null ? null : unpackUtf8(rendered),
    beside: storableBeside({ url, facts: factsOfRow(row), ...answersIn(answers) }),
  };
}

/** The texts of a row, each of which is unpacked when it is read. */
export function pageSource({
  url,
  source,
  rendered,
  facts,
  answers,
}: Pick<PageRow, 'answers' | 'facts' | 'url' | 'source' | 'rendered'>): PageSource {
  return {
    url,
    get facts() {
      return factsOfRow({ facts });
    },
    get answers() {
      return answersIn(answers).answers;
    },
    get source() {
      return textIn(source);
    },
    ...(rendered === null
      ? {}
      : {
          rendered: {
            get source() {
              return textIn(rendered);
            },
          },
        }),
  };
}
