// Headers of WARC records, and the fields of a warcinfo record.
import type { WarcSlip } from './counts.ts';
import { readRecordDate, type RecordDate } from './dates.ts';
import type { Fields } from '@sitegrep/http';
import { readAddress } from '@sitegrep/site/address';
import { lastField, parseFields } from './headers.ts';

/** Fields of a record from which a page is made. */
export interface RecordHead {
  readonly format: 'warc' | 'arc';
  /** WARC-Type in lower case. */
  readonly type: string;
  /** Content-Length in bytes; null if it is missing or not a number. */
  readonly length: number | null;
  readonly contentType: string;
  /** WARC-Target-URI for reports: as it is written, without a user and a password; null if there is none. */
  readonly uri: string | null;
  /** WARC-Target-URI as `httpUrl` gives it; null if it is not an http(s) URL. */
  readonly url: string | null;
  /** WARC-Date in milliseconds since the epoch; null if it is missing or no date. */
  readonly date: number | null;
  /** Whether the record states that its block was truncated (WARC-Truncated), or is the first of several segments. */
  readonly truncated: boolean;
  /** Reason why its writer gave the answer up, other than a size limit or the host itself; null if it did not. */
  readonly interruption: Interruption | null;
  /** WARC-IP-Address; null if there is none, or it is not an address. */
  readonly address: string | null;
  /** Issuer as in `Page`; null if it is not stated. */
  readonly certIssuer: string | null;
  /** Verdict as in `Page`; null if it is not stated. */
  readonly certificate: string | null;
  /** Statements of an ARC about a block without an HTTP header, as answers of HTTP/0.9 are; null in a WARC. */
  readonly bare: BareAnswer | null;
  /** Deviations from the standard that do not matter. */
  readonly slips: readonly WarcSlip[];
}

export interface BareAnswer {
  readonly status: number;
  readonly contentType: string;
}

/**
 * Issuer of the certificate of the host that answered. This field is sitegrep's own: WARC 1.1 (4) lets writers add fields,
 * and readers ignore those that they don't know.
 */
export const CERTIFICATE_ISSUER = 'Sitegrep-Certificate-Issuer';
/** Verdict on that certificate, as in `Page`. */
export const CERTIFICATE = 'Sitegrep-Certificate';

/** Values of WARC-Truncated (WARC 1.1, 5.13) by which a writer gave up an answer. */
type Interruption = 'time' | 'unspecified';

/** @param head version line to empty line; values are UTF-8 (WARC 1.1, 4) */
export function parseRecordHead(head: Buffer): RecordHead {
  const text = head.toString('utf8');
  const [version = ''] = text.split(/\r*\n/, 1);
  const fields = parseFields(afterFirstLine(text));
  const length = lastField(fields, 'content-length') ?? '';
  const truncation = lastField(fields, 'warc-truncated');
  const uri = targetUri(fields, head);
  const date = readRecordDate(lastField(fields, 'warc-date') ?? '');
  return {
    format: 'warc',
    type: (lastField(fields, 'warc-type') ?? '').toLowerCase(),
    length: /^\d{1,15}$/.test(length) ? Number(length) : null,
    contentType: lastField(fields, 'content-type') ?? '',
    uri: uri === null ? null : withoutLogin(uri),
    url: uri === null ? null : httpUrl(uri),
    date: date?.time ?? null,
    truncated: truncation !== null || lastField(fields, 'warc-segment-number') !== null,
    interruption: interruptionOf(truncation?.toLowerCase()),
    address: addressOf(lastField(fields, 'warc-ip-address') ?? ''),
    certIssuer: lastField(fields, CERTIFICATE_ISSUER.toLowerCase()),
    certificate: lastField(fields, CERTIFICATE.toLowerCase()),
    bare: null,
    slips: slipsOf(version, text, date),
  };
}

function interruptionOf(truncation: string | undefined): Interruption | null {
  return truncation === 'time' || truncation === 'unspecified' ? truncation : null;
}

/** Versions that were published as a standard; drafts before them, such as 0.18, have the same fields. */
const STANDARD_VERSION = /^WARC\/1\.[01]$/;

function slipsOf(version: string, text: string, date: RecordDate | null): readonly WarcSlip[] {
  const slips: WarcSlip[] = [];
  if (!STANDARD_VERSION.test(version)) slips.push('version');
  if (/[^\r]\n/.test(text)) slips.push('line_ends');
  if (date?.isRight === false) slips.push('date');
  return slips;
}

function targetUri(fields: Fields, head: Buffer): string | null {
  const uri = lastField(fields, 'warc-target-uri');
  if (uri?.includes('\ufffd') !== true) return bracketless(uri);
  // Octets that are not UTF-8 are escaped one by one, as in a URL that a browser sends.
  const octets = lastField(parseFields(afterFirstLine(head.toString('latin1'))), 'warc-target-uri') ?? '';
  return bracketless(escapeOctets(octets));
}

function afterFirstLine(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}

/** Some writers of WARC 1.0 put angle brackets around it. */
function bracketless(uri: string | null): string | null {
  return uri?.replace(/^<(.*)>$/, '$1') ?? null;
}

/** @param octets text of which each character stands for an octet */
export function escapeOctets(octets: string): string {
  return octets.replace(/[\x80-\xff]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The URL without its fragment, and without a user and a password, which are kept nowhere; null if it is not http or https. */
export function httpUrl(uri: string): string | null {
  const url = URL.parse(uri);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  url.hash = '';
  if (uri.includes('@')) [url.username, url.password] = ['', ''];
  return url.href;
}

/** A URL as it is written, without a user and a password, also if it can't be read. */
export function withoutLogin(uri: string): string {
  return uri.includes('@') ? uri.replace(LOGIN, '$1') : uri;
}

/** The scheme with its slashes, if there is one, and a login, which ends in an at sign. An address of mail has no login. */
const LOGIN = /^(?!\s*mailto:)(\s*(?:https?:|[a-z][a-z\d+.-]*:(?=[/\\])|)[/\\\s]*)[^/\\?#]*@/i;

export function addressOf(value: string): string | null {
  return readAddress(value)?.text ?? null;
}

/** Statements of a warcinfo record about the records after it, as far as a reader of pages needs them. */
export interface Origin {
  /** Whether sitegrep wrote them. A crawl by sitegrep takes no page from an interrupted answer. */
  readonly bySitegrep: boolean;
  /** Whether that crawl left out pages that ask not to be indexed. */
  readonly obeysNoindex: boolean;
}

export const UNKNOWN_ORIGIN: Origin = { bySitegrep: false, obeysNoindex: false };

/** Name of the warcinfo field, sitegrep's own, that goes with the well-known `robots`. */
export const NOINDEX = 'noindex';

/** @param block of the warcinfo record, `application/warc-fields` */
export function originOf(block: Buffer): Origin {
  const fields = parseFields(block.toString('utf8'));
  const bySitegrep = (lastField(fields, 'software') ?? '').startsWith('sitegrep/');
  return { bySitegrep, obeysNoindex: bySitegrep && lastField(fields, NOINDEX) === 'obey' };
}
