// Resolves the references that every reader of URLs leaves as they are, which nearly all links are: parsing one takes several
// times as long.

/** Characters that stay as they are in a path, and in a query. */
const IN_PATH = 1;
const IN_QUERY = 2;
const STAYS = new Uint8Array(128);
for (const character of "-_~!$&()*+,;=:@/.%'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
  STAYS[character.charCodeAt(0)] = IN_PATH | IN_QUERY;
STAYS["'".charCodeAt(0)] = IN_PATH;
STAYS['?'.charCodeAt(0)] = IN_QUERY;

const SLASH = 0x2f;
const DOT = 0x2e;
const DASH = 0x2d;
const QUESTION = 0x3f;
const PERCENT = 0x25;

/**
 * The URL of a reference in ASCII: an absolute one of http or https, or one that begins with the only slash before its path.
 *
 * @param reference without fragment
 * @param origin scheme, host and port of the base URL
 * @returns null if it has to be parsed
 */
export function plainUrl(reference: string, origin: string): string | null {
  if (reference.charCodeAt(0) === SLASH) {
    if (reference.charCodeAt(1) === SLASH) return null;
    return staysFrom(reference, 0) ? origin + reference : null;
  }
  const start = reference.startsWith('https://') ? 8 : reference.startsWith('http://') ? 7 : -1;
  if (start === -1) return null;
  const end = hostEnd(reference, start);
  if (end === -1) return null;
  if (end === reference.length) return `${reference}/`;
  return staysFrom(reference, end) ? reference : null;
}

/**
 * The offset after a host that begins at `start`. It is -1 unless lower-case labels reach to a slash or the end of the text, and the
 * last one begins with a letter.
 */
function hostEnd(text: string, start: number): number {
  let label = start;
  let at = start;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === SLASH) break;
    if (unit === DOT) {
      if (at === label) return -1;
      label = at + 1;
    } else if (!isLetter(unit) && !isDigit(unit)) {
      // Two of them can be those of an A-label, which would have to be checked.
      if (unit !== DASH || text.charCodeAt(at + 1) === DASH) return -1;
    }
  }
  return label < at && isLetter(text.charCodeAt(label)) ? at : -1;
}

function isLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Tells whether a parser leaves path and query as they are written: they have neither segments of dots nor characters to be encoded. */
function staysFrom(text: string, start: number): boolean {
  let part = IN_PATH;
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUESTION) part = IN_QUERY;
    else if (part === IN_PATH && unit === SLASH && mayBeDot(text.charCodeAt(at + 1))) return false;
    if (unit > 0x7f || ((STAYS[unit] ?? 0) & part) === 0) return false;
  }
  return true;
}

/** Tells by its first character whether a segment may consist of dots, which may be percent-encoded. */
function mayBeDot(unit: number): boolean {
  return unit === DOT || unit === PERCENT;
}
