// Headers of the records of an ARC, the format of the Internet Archive before WARC (archive.org/web/researcher/ArcFileFormat.php):
// one line for each, with five fields in version 1 and ten in version 2. The first record describes the file.
import { readArcDate } from './dates.ts';
import {
  addressOf,
  escapeOctets,
  httpUrl,
  withoutLogin,
  type BareAnswer,
  type RecordHead,
} from './record-head.ts';

/** Bound of a line; most of it is the URL. */
export const MAX_ARC_LINE_BYTES = 16 * 1024;

/** Fields of a line: `<url> <ip-address> <archive-date> <content-type> [<result-code> … <filename>] <length>`. */
interface ArcLine {
  readonly url: string;
  readonly address: string;
  readonly date: string;
  /** Content type and, in version 2, the fields after it. */
  readonly rest: string;
  readonly length: string;
}

/** Whether bytes begin with a line of an ARC. */
export function isArcStart(bytes: Buffer): boolean {
  return arcLineAt(bytes) !== null;
}

/** Reads the line at the start of the bytes. @returns its head, and its length with its end; null if it is none */
export function readArcHead(bytes: Buffer): { readonly head: RecordHead; readonly bytes: number } | null {
  const found = arcLineAt(bytes);
  return found === null ? null : { head: headOf(found.line), bytes: found.bytes };
}

/** Address and date, which are in the middle of each line. Writers that knew no address wrote 0 or a dash. */
const MIDDLE = / ((?:\d{1,3}\.){3}\d{1,3}|[\da-f]*:[\da-f:.]*|0|-) (\d{8,28}) /i;

/** Whether a line is what is left of that of a record: the start of one, which the input ends in, or one with other bytes in it. */
export function isDamagedArcLine(line: Buffer): boolean {
  const text = line.toString('latin1');
  return CUT_LINE.test(text) || MIDDLE.test(text);
}

/** The start of a line with an address of the web, which has no end. */
const CUT_LINE = /^(?:h|ht|htt|https?(?::[^\n]*)?)$/i;

function arcLineAt(bytes: Buffer): { readonly line: ArcLine; readonly bytes: number } | null {
  if (!isLetter(bytes[0])) return null;
  const end = bytes.subarray(0, MAX_ARC_LINE_BYTES).indexOf(0x0a);
  if (end === -1 || !/^[a-z][a-z\d+.-]{1,30}:/i.test(bytes.toString('latin1', 0, 32))) return null;
  const text = bytes.toString('latin1', 0, end).trimEnd();
  const middle = MIDDLE.exec(text);
  const last = text.lastIndexOf(' ');
  if (middle === null) return null;
  const [whole, address = '', date = ''] = middle;
  const restFrom = middle.index + whole.length;
  if (last < restFrom - 1) return null;
  const rest = text.slice(restFrom, Math.max(last, restFrom));
  return {
    line: { url: text.slice(0, middle.index), address, date, rest, length: text.slice(last + 1) },
    bytes: end + 1,
  };
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** Content type of a block that is not an answer of HTTP, but a table of Alexa's. */
const ALEXA_TABLE = 'alexa/dat';

function headOf(line: ArcLine): RecordHead {
  const uri = escapeOctets(line.url);
  const date = readArcDate(line.date);
  const bare = bareAnswer(line.rest);
  return {
    format: 'arc',
    type: /^filedesc:/i.test(uri) ? 'warcinfo' : 'response',
    length: /^\d{1,15}$/.test(line.length) ? Number(line.length) : null,
    contentType: bare.contentType === ALEXA_TABLE ? ALEXA_TABLE : '',
    uri: withoutLogin(uri),
    url: httpUrl(uri),
    date: date?.time ?? null,
    truncated: false,
    interruption: null,
    address: addressOf(line.address),
    certIssuer: null,
    certificate: null,
    bare,
    slips: date?.isRight === false ? ['date'] : [],
  };
}

/** Fields of version 2 after the content type: result code, checksum, location, offset and file name. */
const SECOND_VERSION = / (\d{3}) \S+ \S+ (?:\d+|-) \S+$/;

function bareAnswer(rest: string): BareAnswer {
  const second = SECOND_VERSION.exec(rest);
  const contentType = second === null ? rest : rest.slice(0, second.index);
  return { status: second === null ? 200 : Number(second[1]), contentType: contentType.trim() };
}
