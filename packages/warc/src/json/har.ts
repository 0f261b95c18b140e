// Pages of a HAR (HTTP Archive 1.2), as browsers and their tools save what they fetched. It is read token by token, so memory
// holds the page of one entry, whatever the size of the file.
import { none } from 'stream-chain/defs.js';
import { jsonParser, type Token } from 'stream-json/core/parser.js';
import type { ByteReader } from '../byte-reader.ts';
import { jsonPage, type JsonLimits, type JsonResult } from './json-page.ts';

/** Whether an input that begins like JSON is a HAR: an object whose first member is `log`. */
export function isHarStart(start: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:/.test(start.toString('latin1'));
}

/** Characters of any text besides that of a body. */
const MAX_TEXT = 64 * 1024;
const LOOK_BYTES = 256 * 1024;
/** Levels of objects and lists; what is deeper belongs to no page. */
const MAX_DEPTH = 100;

/** Reads entry after entry. @throws HarBroken where it is not JSON: what was given until then stays */
export async function* readHar(reader: ByteReader, limits: JsonLimits): AsyncGenerator<JsonResult> {
  const entries = new HarEntries(limits);
  for await (const text of textOf(reader)) {
    entries.take(text);
    yield* entries.given();
  }
  entries.end();
  yield* entries.given();
}

/** A HAR can't be read further: it is not JSON from here, or ends too early. */
export class HarBroken extends Error {
  override readonly name = 'HarBroken';
}

async function* textOf(reader: ByteReader): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  for (;;) {
    const look = await reader.available(LOOK_BYTES);
    if (look.length > 0) {
      const text = decoder.decode(look, { stream: true });
      await reader.skip(look.length);
      yield text;
      continue;
    }
    const { stop } = reader;
    if (stop === null || stop.kind === 'end') return;
    if (stop.kind === 'gap') throw new HarBroken(stop.problem);
    reader.pass();
  }
}

/** Members of an entry that are read, by their path in it. */
const WANTED = new Set([
  'startedDateTime',
  'request.method',
  'request.url',
  'response.status',
  'response.headers.name',
  'response.headers.value',
  'response.content.text',
  'response.content.encoding',
  'response.content.mimeType',
]);
const BODY = 'response.content.text';
/** Number of the levels around an entry: the object, `log`, `entries`. */
const ENTRY_DEPTH = 3;

/** A text that is kept up to a maximum of characters. */
interface WantedText {
  readonly member: string;
  readonly max: number;
  readonly parts: string[];
  length: number;
}

/** Takes the text of a HAR in parts, and gives its entries. */
class HarEntries {
  readonly #limits: JsonLimits;
  readonly #parse = jsonParser({ packStrings: false, streamKeys: false, streamNumbers: false });
  #given: JsonResult[] = [];
  /** The open objects and lists: `key` is that of the member of an object which is being read; null in a list. */
  readonly #open: { key: string | null }[] = [];
  #entry: Entry | null = null;
  /** The text that is being read; null: it is not wanted. */
  #text: WantedText | null = null;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  take(text: string): void {
    this.#read(text);
  }

  end(): void {
    this.#read(none);
    if (this.#open.length > 0) throw new HarBroken('it ends too early');
  }

  given(): readonly JsonResult[] {
    const given = this.#given;
    this.#given = [];
    return given;
  }

  #read(text: string | typeof none): void {
    let read;
    try {
      read = this.#parse(text as string);
    } catch (error) {
      throw new HarBroken('it is not JSON', { cause: error });
    }
    if (read !== none) for (const token of read.values) this.#token(token);
  }

  #token(token: Token): void {
    switch (token.name) {
      case 'startObject':
      case 'startArray':
        if (this.#open.length === MAX_DEPTH) throw new HarBroken(`it is deeper than ${MAX_DEPTH} levels`);
        this.#open.push({ key: token.name === 'startArray' ? null : '' });
        if (this.#open.length === ENTRY_DEPTH + 1 && this.#member(0, ENTRY_DEPTH) === 'log.entries')
          this.#entry = new Entry(this.#limits);
        break;
      case 'endObject':
      case 'endArray':
        this.#open.pop();
        this.#close();
        break;
      case 'keyValue': {
        const top = this.#open.at(-1);
        if (top !== undefined) top.key = token.value;
        break;
      }
      case 'startString':
        this.#text = this.#wanted();
        break;
      case 'stringChunk':
        this.#add(token.value);
        break;
      case 'endString':
        if (this.#text !== null)
          this.#entry?.set(this.#text.member, this.#text.parts.join(''), this.#text.length > this.#text.max);
        this.#text = null;
        break;
      case 'numberValue': {
        const wanted = this.#wanted();
        if (wanted !== null) this.#entry?.set(wanted.member, token.value, false);
        break;
      }
      case 'trueValue':
      case 'falseValue':
      case 'nullValue':
        // No member that is read has such a value.
        break;
      case 'startKey':
      case 'endKey':
      case 'startNumber':
      case 'endNumber':
      case 'numberChunk':
      case 'stringValue':
      case 'whitespace':
        // The parser is told not to give these.
        break;
    }
  }

  /** Path of the member that is being read, from one level to another one, without lists. */
  #member(from: number, to: number): string {
    return this.#open
      .slice(from, to)
      .flatMap(({ key }) => (key === null ? [] : [key]))
      .join('.');
  }

  #wanted(): WantedText | null {
    if (this.#entry === null) return null;
    const member = this.#member(ENTRY_DEPTH, Infinity);
    if (!WANTED.has(member)) return null;
    // Base64 has four characters for three bytes.
    const max = member === BODY ? 2 * this.#limits.maxBodyBytes + 4 : MAX_TEXT;
    return { member, max, parts: [], length: 0 };
  }

  #add(part: string): void {
    const text = this.#text;
    if (text === null) return;
    if (text.length < text.max) text.parts.push(part.slice(0, text.max - text.length));
    text.length += part.length;
  }

  /** Ends what an object or a list was part of. */
  #close(): void {
    if (this.#entry === null) return;
    if (this.#open.length === ENTRY_DEPTH) {
      this.#given.push(this.#entry.result());
      this.#entry = null;
    } else if (this.#member(ENTRY_DEPTH, Infinity) === 'response.headers') this.#entry.endHeader();
  }
}

/** An entry that is being read: the texts of its members. */
class Entry {
  readonly #limits: JsonLimits;
  readonly #texts = new Map<string, string>();
  readonly #headers: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  #isCut = false;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  set(member: string, text: string, isCut: boolean): void {
    this.#texts.set(member, text);
    if (member === BODY) this.#isCut = isCut;
  }

  endHeader(): void {
    const name = this.#texts.get('response.headers.name');
    const value = this.#texts.get('response.headers.value');
    if (name !== undefined && value !== undefined) (this.#headers[name.toLowerCase()] ??= []).push(value);
    this.#texts.delete('response.headers.name');
    this.#texts.delete('response.headers.value');
  }

  result(): JsonResult {
    const text = (member: string): string | undefined => this.#texts.get(member);
    const url = text('request.url') ?? null;
    const skip = (why: 'other_type' | 'no_page'): JsonResult => ({
      kind: 'skipped',
      url,
      why,
      problem: 'it is not a page',
    });
    if ((text('request.method') ?? 'GET').toUpperCase() !== 'GET') return skip('other_type');
    const body = text(BODY);
    const isBase64 = text('response.content.encoding')?.toLowerCase() === 'base64';
    const type = text('response.content.mimeType');
    const status = Number(text('response.status') ?? 0);
    // A browser that gave no answer, or has none any more, states no content.
    if (body === undefined && status >= 200 && status <= 299) return skip('no_page');
    const headers = { ...(type === undefined ? {} : { 'content-type': [type] }), ...this.#headers };
    return jsonPage(
      {
        url,
        status: status === 0 ? undefined : status,
        headers,
        fetched_at: text('startedDateTime'),
        truncated: this.#isCut,
        ...(isBase64 ? { body_base64: wholeBase64(body ?? '') } : { html: body ?? '' }),
      },
      this.#limits,
    );
  }
}

/** Base64 without a group that was cut. */
function wholeBase64(text: string): string {
  return text.slice(0, text.length - (text.length % 4));
}
