// Reads JSON (RFC 8259) byte by byte as it comes, and tells at once what it has read: nothing that stands before the first
// wrong byte is lost, and the place of that byte is known. Parsers that give the tokens of a chunk lose those of the chunk that is
// wrong. Memory holds the texts that are wanted, up to a maximum each.

/** Is told what a scanner reads, in the order of the input. */
export interface JsonReader {
  /** An object begins, or a list; the first of a document at depth 0. */
  open(isList: boolean, depth: number): void;
  close(): void;
  /** Name of the member whose value follows. */
  key(name: string): void;
  /** A text begins. @returns how many bytes of it are wanted, as they are written; 0: it is not told */
  wanted(): number;
  /** A text that is wanted has ended. @param isCut whether it was longer */
  text(value: string, isCut: boolean): void;
  /** A number, `true`, `false` or `null`, as it is written. */
  word(written: string): void;
}

/** An input is not JSON. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
  /** Bytes of the input before the first wrong one. */
  readonly offset: number;
  /** Whether the input ends too early, so that there is no wrong byte. */
  readonly isEnd: boolean;

  constructor(message: string, offset: number, isEnd = false) {
    super(message);
    this.offset = offset;
    this.isEnd = isEnd;
  }
}

/** Levels of objects and lists. */
const MAX_DEPTH = 10_000;
/** Bytes of a member's name that are told. */
const MAX_KEY_BYTES = 1_024;
/** Bytes of a number. */
const MAX_WORD_BYTES = 1_024;

type State =
  /** An object or a list that stands by itself, or the end. */
  | 'outside'
  | 'value'
  /** The first value of a list, or its end. */
  | 'first_value'
  | 'key'
  /** The first member of an object, or its end. */
  | 'first_key'
  | 'colon'
  /** A comma, or the end of the object or list. */
  | 'after'
  | 'in_key'
  | 'in_text'
  | 'in_word';

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BYTE_ORDER_MARK: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);
/** Characters after a backslash, but for `u`. */
const ESCAPED: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));
const LOWER_U = 0x75;
/** The next byte stands after a backslash; a number above 0 counts the hexadecimal digits that are missing. */
const AFTER_BACKSLASH = -1;

/** Reads documents of JSON, one after the other, with white space or nothing between them. */
export class JsonScanner {
  readonly #reader: JsonReader;
  #state: State = 'outside';
  /** Whether each open level is a list. */
  readonly #lists: boolean[] = [];
  /** Bytes of the chunks before this one. */
  #before = 0;
  #parts: Buffer[] = [];
  #length = 0;
  #max = 0;
  #escape = 0;
  #hasEscapes = false;
  #word = '';
  /** Offset in the chunk of the byte that is being taken. */
  #at = 0;

  constructor(reader: JsonReader) {
    this.#reader = reader;
  }

  /** Offset of the byte with which an object or a list began or ended, while its reader is told so. */
  get offset(): number {
    return this.#before + this.#at;
  }

  /** @throws JsonFault at the first wrong byte, after the reader was told all before it */
  scan(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const byte = bytes[at] ?? 0;
      if (this.#state === 'in_text' || this.#state === 'in_key') at = this.#scanText(bytes, at);
      else if (this.#state === 'in_word') at = this.#scanWord(bytes, at);
      else {
        if (byte !== SPACE && byte !== LF && byte !== CR && byte !== TAB) this.#take(byte, at);
        at++;
      }
    }
    this.#before += bytes.length;
  }

  /** @throws JsonFault if the input ends within a document */
  end(): void {
    if (this.#state !== 'outside') throw new JsonFault('it ends too early', this.#before, true);
  }

  /** Takes a byte that is not white space, nor part of a text or a word. */
  #take(byte: number, at: number): void {
    switch (this.#state) {
      case 'outside':
        if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(byte, at);
        else if (!BYTE_ORDER_MARK.has(byte)) throw this.#wrong(at);
        break;
      case 'first_value':
        if (byte === CLOSE_LIST) this.#close(byte, at);
        else this.#begin(byte, at);
        break;
      case 'value':
        this.#begin(byte, at);
        break;
      case 'first_key':
      case 'key':
        if (byte === CLOSE_OBJECT && this.#state === 'first_key') this.#close(byte, at);
        else if (byte === QUOTE) this.#beginText('in_key', MAX_KEY_BYTES);
        else throw this.#wrong(at);
        break;
      case 'colon':
        if (byte !== COLON) throw this.#wrong(at);
        this.#state = 'value';
        break;
      case 'after':
        if (byte === COMMA) this.#state = this.#lists.at(-1) === true ? 'value' : 'key';
        else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close(byte, at);
        else throw this.#wrong(at);
        break;
      case 'in_key':
      case 'in_text':
      case 'in_word':
        break;
    }
  }

  /** Begins a value. */
  #begin(byte: number, at: number): void {
    if (byte === QUOTE) this.#beginText('in_text', this.#reader.wanted());
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(byte, at);
    else if (isWordLike(byte)) {
      this.#word = String.fromCharCode(byte);
      if (wrongIn(this.#word) !== -1) throw this.#wrong(at);
      this.#state = 'in_word';
    } else throw this.#wrong(at);
  }

  #open(byte: number, at: number): void {
    const isList = byte === OPEN_LIST;
    const depth = this.#lists.length;
    if (depth === MAX_DEPTH) throw new JsonFault(`it is deeper than ${MAX_DEPTH} levels`, this.#before + at);
    this.#lists.push(isList);
    this.#at = at;
    this.#state = isList ? 'first_value' : 'first_key';
    this.#reader.open(isList, depth);
  }

  #close(byte: number, at: number): void {
    if (this.#lists.at(-1) !== (byte === CLOSE_LIST)) throw this.#wrong(at);
    this.#lists.pop();
    this.#at = at;
    this.#state = this.#lists.length === 0 ? 'outside' : 'after';
    this.#reader.close();
  }

  #beginText(state: 'in_key' | 'in_text', max: number): void {
    this.#state = state;
    this.#max = max;
    this.#length = 0;
    this.#escape = 0;
    this.#hasEscapes = false;
  }

  /** @returns where the scan goes on */
  #scanText(bytes: Buffer, from: number): number {
    let escape = this.#escape;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (escape === 0) {
        if (byte === QUOTE) {
          this.#add(bytes, from, at);
          this.#endText();
          return at + 1;
        }
        if (byte === BACKSLASH) {
          escape = AFTER_BACKSLASH;
          this.#hasEscapes = true;
        } else if (byte < SPACE) throw this.#wrong(at);
      } else if (escape === AFTER_BACKSLASH) {
        if (byte === LOWER_U) escape = 4;
        else if (ESCAPED.has(byte)) escape = 0;
        else throw this.#wrong(at);
      } else if (isHex(byte)) escape--;
      else throw this.#wrong(at);
    }
    this.#escape = escape;
    this.#add(bytes, from, bytes.length);
    return bytes.length;
  }

  #add(bytes: Buffer, from: number, to: number): void {
    if (this.#max === 0) return;
    const left = this.#max - this.#length;
    // The bytes are those of a buffer that is used again.
    if (left > 0) this.#parts.push(Buffer.from(bytes.subarray(from, Math.min(to, from + left))));
    this.#length += to - from;
  }

  #endText(): void {
    const isKey = this.#state === 'in_key';
    this.#state = isKey ? 'colon' : 'after';
    if (this.#max === 0) return;
    const [first] = this.#parts;
    const bytes = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    const isCut = this.#length > this.#max;
    const value = this.#hasEscapes ? unescaped(bytes.toString()) : bytes.toString();
    if (isKey) this.#reader.key(value);
    else this.#reader.text(isCut ? value.replace(/\ufffd$/, '') : value, isCut);
  }

  #scanWord(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && isWordLike(bytes[at] ?? 0)) at++;
    const known = this.#word.length;
    this.#word += bytes.toString('latin1', from, at);
    if (this.#word.length > MAX_WORD_BYTES) throw this.#wrong(from);
    const wrong = wrongIn(this.#word);
    if (wrong !== -1) throw this.#wrong(from + wrong - known);
    if (at === bytes.length) return at;
    // A number may end in the middle of what it needs, as `1e` does; then what follows is wrong.
    if (!WORD.test(this.#word)) throw this.#wrong(at);
    this.#state = 'after';
    this.#reader.word(this.#word);
    return at;
  }

  #wrong(at: number): JsonFault {
    return new JsonFault('it is not JSON', this.#before + at);
  }
}

/** The text between quotes, of which the end may be cut off in the middle of an escape. */
function unescaped(written: string): string {
  for (let end = written.length; ; end--) {
    try {
      return JSON.parse(`"${written.slice(0, end)}"`) as string;
    } catch (error) {
      // The longest escape has six characters.
      if (written.length - end === 6) throw error;
    }
  }
}

function isHex(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

/** Whether a byte may be part of a number, `true`, `false` or `null`: letters, digits, and `+-.`. */
function isWordLike(byte: number): boolean {
  const lower = byte | 0x20;
  return (
    (lower >= 0x61 && lower <= 0x7a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e
  );
}

const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
/** The start of a number. */
const NUMBER_START = /^-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE](?:[-+]?\d*)?)?)?|[eE](?:[-+]?\d*)?)?)?/;
const LITERALS = ['true', 'false', 'null'];

/** Offset of the first character with which no word goes on; -1 if there is none. */
function wrongIn(word: string): number {
  const literal = LITERALS.find(([first]) => first === word[0]);
  if (literal === undefined) {
    const right = NUMBER_START.exec(word)?.[0].length ?? 0;
    return right === word.length ? -1 : right;
  }
  for (let at = 0; at < word.length; at++) if (word[at] !== literal[at]) return at;
  return -1;
}
