import { type Fields, linesOf, parseFields } from './fields.ts';

/** Status and header fields of a stored HTTP answer. */
export interface HttpHead {
  /** 100–599. */
  readonly status: number;
  readonly headers: Fields;
}

/**
 * Reads as tolerantly as browsers do: any version, any reason or none, lines that end in LF, lines that are no fields.
 *
 * @param bytes status line to empty line; header values are taken as ISO 8859-1
 * @returns null if there is no status line
 */
export function parseHttpHead(bytes: Buffer): HttpHead | null {
  const [statusLine = '', ...rest] = linesOf(bytes.toString('latin1').replace(/^[\r\n]+/, ''));
  const status = Number(/^HTTP\/\d+(?:\.\d+)?[ \t]+([1-5]\d\d)(?!\d)/i.exec(statusLine)?.[1] ?? 0);
  return status === 0 ? null : { status, headers: parseFields(rest) };
}

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** Types that say nothing (MIME Sniffing standard, 7). */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['', 'unknown/unknown', 'application/unknown', '*/*']);

/** What a Content-Type says of a body. A crawl judges in the same way, so that an imported page is one there too. */
export function bodyKind(contentType: string): 'html' | 'unstated' | 'other' {
  const type = (contentType.split(/[;,]/, 1)[0] ?? '').trim().toLowerCase();
  if (UNKNOWN_TYPES.has(type)) return 'unstated';
  return HTML_TYPES.has(type) ? 'html' : 'other';
}

/** How a body begins that browsers take for HTML when no type was sent (7.1), and XML, which may be XHTML. */
const HTML_START =
  /^(?:\xef\xbb\xbf)?[\t\n\f\r ]*<(?:!--|\?xml|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)[ >\t\n\f\r])/i;

/** Bytes that a look for HTML needs. */
export const SNIFF_BYTES = 1445;

export function looksLikeHtml(start: Buffer): boolean {
  return HTML_START.test(start.toString('latin1', 0, SNIFF_BYTES));
}
