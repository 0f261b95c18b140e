// Header fields as texts: names and values in the form in which they are searched.

/** Names of fields (RFC 9110, 5.1). */
const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/;
const PRINTABLE_ASCII = /^[ -~]*$/;
const CONTROL = /\p{Cc}/gu;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');

/** Maximum characters of a name. */
const MAX_NAME = 256;

/** The name of a field in lower case; null: it is none, such as `:status`, or too long to be one. */
export function fieldName(written: string): string | null {
  const name = written.trim();
  return name.length <= MAX_NAME && TOKEN.test(name) ? name.toLowerCase() : null;
}

/**
 * The value of a field on one line: blanks for control characters, and none around it.
 *
 * @param written as received, each byte a character; or decoded, as tools write it that record pages
 */
export function fieldValue(written: string): string {
  if (PRINTABLE_ASCII.test(written)) return written.trim();
  return decoded(written).toWellFormed().replaceAll(CONTROL, ' ').trim();
}

/** Bytes are UTF-8 where they can be, and windows-1252 else. */
function decoded(written: string): string {
  const bytes = Buffer.from(written, 'latin1');
  // Characters beyond U+00FF are not bytes: the text is decoded already.
  if (bytes.toString('latin1') !== written) return written;
  try {
    return utf8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return windows1252.decode(bytes);
    throw error;
  }
}
