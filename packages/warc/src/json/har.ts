// Pages of a HAR (HTTP Archive 1.2), as browsers and their tools save what they fetched. It is read byte by byte, so memory
// holds the page of one entry, whatever the size of the file.
import { mediaType, type Field } from '@sitegrep/http';
import { JsonScanner, type JsonReader } from './json-scanner.ts';
import { pageOf, skipped, type JsonLimits, type JsonResult, type PartNames } from './stated-answer.ts';
import type { AttachedFiles, StatedContent } from './stated-content.ts';

/** An entry that was read, and the offset of its first byte. */
export interface HarEntry {
  readonly offset: number;
  readonly result: (files: AttachedFiles) => Promise<JsonResult>;
}

const NAMES: PartNames = {
  url: 'request.url',
  status: 'response.status',
  headers: 'response.headers',
  fetchedAt: 'startedDateTime',
  content: 'response.content.text',
};

/** Bytes of any text besides that of a body. */
const MAX_TEXT_BYTES = 64 * 1024;
/** How much longer JSON makes a body all of whose characters are escaped: six bytes for one. */
const MAX_ESCAPED = 6;
/** Number of the levels around an entry: the object, `log`, `entries`. */
const ENTRY_DEPTH = 3;

/** Members of an entry that are read, by their path in it. */
const WANTED: ReadonlySet<string> = new Set([
  'startedDateTime',
  'request.method',
  'request.url',
  'response.status',
  'response.content.text',
  'response.content.encoding',
  'response.content.mimeType',
  'response.content._file',
]);
const BODY = 'response.content.text';
/** Objects that have such members, and that tell of failures. */
const LOOKED_INTO: ReadonlySet<string> = new Set(['request', 'response', 'response.content']);
const HEADERS = 'response.headers';
const NAME = `${HEADERS}.name`;
const VALUE = `${HEADERS}.value`;

/** Names by which tools say that an answer did not come, such as `_error`, `_failureText`, `_blockedReason` and `_wasAborted`. */
const FAILURE = /^_(?:was_?|is_?|net_?)?(?:error|fail|abort|cancel|blocked)/i;
/** Words that say that it did. */
const NOT_FAILED = /^(?:false|null|no|none|-1|[\d.]+)?$/i;

const NO_LOG = 'it is JSON after the HAR, but not a HAR, and is not read';

/** An open object or list. */
interface Level {
  /** Path in the entry, without lists; null if nothing of it is read. */
  readonly path: string | null;
  readonly isList: boolean;
  /** Name of the member that is being read; empty in a list. */
  key: string;
}

/** Takes the bytes of a HAR, and gives its entries. */
export class HarEntries implements JsonReader {
  readonly #limits: JsonLimits;
  readonly #scanner = new JsonScanner(this);
  #given: HarEntry[] = [];
  readonly #open: Level[] = [];
  #entry: Entry | null = null;
  #offset = 0;
  /** Offset of the document that is being read, and whether it is a HAR. */
  #start = 0;
  #hasLog = false;
  /** Member that is being read. */
  #member = '';

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  /** @throws JsonFault, after which entries before it can still be taken */
  scan(bytes: Buffer): void {
    this.#scanner.scan(bytes);
  }

  /** @throws JsonFault if the input ends too early */
  end(): void {
    this.#scanner.end();
  }

  /** Entries since the last call. */
  given(): readonly HarEntry[] {
    const given = this.#given;
    this.#given = [];
    return given;
  }

  open(isList: boolean, depth: number): void {
    const path = this.#pathOf(depth);
    if (!isList && this.#tellsFailure()) this.#entry?.fail();
    if (depth === 0) [this.#start, this.#hasLog] = [this.#scanner.offset, false];
    this.#hasLog ||= depth === 1 && path === 'log';
    if (depth === ENTRY_DEPTH && path === 'log.entries' && !isList) {
      this.#entry = new Entry();
      this.#offset = this.#scanner.offset;
      this.#open.push({ path: '', isList, key: '' });
    } else this.#open.push({ path, isList, key: '' });
  }

  close(): void {
    const closed = this.#open.pop();
    if (this.#open.length === 0 && !this.#hasLog)
      this.#given.push({
        offset: this.#start,
        result: () => Promise.resolve(skipped(null, 'broken', NO_LOG)),
      });
    const entry = this.#entry;
    if (entry === null) return;
    if (this.#open.length === ENTRY_DEPTH) {
      const limits = this.#limits;
      this.#given.push({ offset: this.#offset, result: (files) => entry.result(limits, files) });
      this.#entry = null;
    } else if (closed?.path === HEADERS && this.#open.at(-1)?.isList === true) entry.endHeader();
  }

  key(name: string): void {
    const level = this.#open.at(-1);
    if (level !== undefined) level.key = name;
  }

  wanted(): number {
    if (!this.#look()) return 0;
    return this.#member === BODY ? MAX_ESCAPED * this.#limits.maxBodyBytes : MAX_TEXT_BYTES;
  }

  text(value: string, isCut: boolean): void {
    this.#entry?.set(this.#member, value, isCut);
  }

  word(written: string): void {
    if (written !== 'null' && this.#look()) this.#entry?.set(this.#member, written, false);
  }

  /** Looks which member a value belongs to. @returns whether it is read */
  #look(): boolean {
    const level = this.#open.at(-1);
    if (this.#entry === null || level === undefined || level.path === null || level.isList) return false;
    const { path, key } = level;
    this.#member = path === '' ? key : `${path}.${key}`;
    // In place of a list, some tools write an object of the names and values.
    if (path === HEADERS)
      return this.#open.at(-2)?.isList !== true || this.#member === NAME || this.#member === VALUE;
    return WANTED.has(this.#member) || this.#tellsFailure();
  }

  /** Whether the member that is being read tells of a failure, if it has a value. */
  #tellsFailure(): boolean {
    const { path = null, isList = true, key = '' } = this.#open.at(-1) ?? {};
    return path !== null && !isList && path !== 'response.content' && path !== HEADERS && FAILURE.test(key);
  }

  /** Path of an object or a list that begins: that of what it is in, and of its member. */
  #pathOf(depth: number): string | null {
    const level = this.#open.at(-1);
    if (level === undefined) return '';
    const { path, isList, key } = level;
    if (path === null || isList) return path;
    const own = path === '' ? key : `${path}.${key}`;
    if (depth < ENTRY_DEPTH) return own === 'log' || own === 'log.entries' ? own : null;
    return LOOKED_INTO.has(own) || own === HEADERS ? own : null;
  }
}

/** An entry that is being read: the texts of its members. */
class Entry {
  readonly #texts = new Map<string, string>();
  readonly #headers: Field[] = [];
  #isCut = false;
  #isFailed = false;
  #name: string | null = null;
  #value: string | null = null;

  set(member: string, text: string, isCut: boolean): void {
    if (member === NAME) this.#name = text;
    else if (member === VALUE) this.#value = text;
    else if (member.startsWith(`${HEADERS}.`)) this.#headers.push([member.slice(HEADERS.length + 1), text]);
    else if (WANTED.has(member)) {
      this.#texts.set(member, text);
      if (member === BODY) this.#isCut = isCut;
    } else this.#isFailed ||= !NOT_FAILED.test(text.trim());
  }

  fail(): void {
    this.#isFailed = true;
  }

  endHeader(): void {
    if (this.#name !== null && this.#value !== null) this.#headers.push([this.#name, this.#value]);
    this.#name = null;
    this.#value = null;
  }

  async result(limits: JsonLimits, files: AttachedFiles): Promise<JsonResult> {
    const text = (member: string): string | undefined => this.#texts.get(member);
    const method = text('request.method') ?? 'GET';
    if (method.trim().toUpperCase() !== 'GET') return skipped(null, 'other_type', 'it is not a page');
    const headers = this.#headers.map(([name, value]): Field => [name.trim().toLowerCase(), value]);
    const type = text('response.content.mimeType');
    const isTyped = type === undefined || mediaType(headers) !== null;
    return pageOf(
      {
        url: text('request.url'),
        status: text('response.status'),
        headers: isTyped
          ? headers
          : [...headers.filter(([name]) => name !== 'content-type'), ['content-type', type]],
        received: headers.length === 0 ? null : headers,
        fetchedAt: text('startedDateTime'),
        content: this.#content(files),
        isTruncated: false,
        isFailed: this.#isFailed,
      },
      NAMES,
      limits,
    );
  }

  #content(files: AttachedFiles): StatedContent | null {
    const text = this.#texts.get(BODY);
    const name = this.#texts.get('response.content._file');
    if (text === undefined) return name === undefined ? null : { form: 'file', name, files };
    const isBase64 = this.#texts.get('response.content.encoding')?.trim().toLowerCase() === 'base64';
    return isBase64
      ? { form: 'base64', text, cut: this.#isCut }
      : { form: 'text', text, cut: this.#isCut, isHtml: false };
  }
}
