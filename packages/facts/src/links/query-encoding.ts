import '@exodus/bytes/encoding.js';
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js';

/** The URL standard's special-query percent-encode set, besides controls and characters that are not ASCII. */
const SPECIAL_QUERY_SET = ' "#\'<>';

/**
 * A reference to an http(s) URL whose query is percent-encoded after encoding, as the query state of the URL standard
 * (https://url.spec.whatwg.org/#query-state) does it: in the encoding of the page, and UTF-8 for UTF-16 and `replacement`.
 * A character that the encoding lacks becomes a character reference, `%26%239731%3B`. Other parts stay as they are.
 *
 * @param charset WHATWG name of the encoding
 */
export function withEncodedQuery(reference: string, charset: string): string {
  if (charset.startsWith('utf-') || charset === 'replacement') return reference;
  const hash = reference.indexOf('#');
  const end = hash === -1 ? reference.length : hash;
  const start = reference.indexOf('?') + 1;
  if (start === 0 || start > end) return reference;
  const query = reference.slice(start, end);
  if (!/[^\0-\x7f]/.test(query)) return reference;
  // A URL is parsed without these; in ISO-2022-JP they would make a difference.
  const written = query.replaceAll(/[\t\n\r]/g, '');
  // Blanks at the end of the reference are not part of it.
  const trimmed = hash === -1 ? written.replace(/[\0-\x20]+$/, '') : written;
  const encoded = percentEncodeAfterEncoding(charset, trimmed, SPECIAL_QUERY_SET);
  return `${reference.slice(0, start)}${encoded}${reference.slice(end)}`;
}
