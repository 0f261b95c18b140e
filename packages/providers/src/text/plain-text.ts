import { decodeHTML } from 'entities';

/** What HTML takes for a tag, a comment or a declaration; `1 < 2` is none. */
const TAG = /<(?:\/?[a-z][^<>]*|!--.*?--|![a-z][^<>]*)>/gis;

/** Tags between which browsers break the line. */
const BREAKING_TAG = /<\/?(?:br|p|div|li|ul|ol|tr|td|th|table|h[1-6])\b[^<>]*>/gi;

/** A piece of HTML as a person reads it: without tags, entities decoded once, white space folded. */
export function plainText(html: string): string {
  return foldSpace(decodeHTML(html.replace(BREAKING_TAG, ' ').replace(TAG, '')));
}

/** As `plainText`; null for null and where nothing is left. */
export function plainTextOrNull(html: string | null): string | null {
  return html === null ? null : plainText(html) || null;
}

/** Runs of white space become one space; none at the ends. */
export function foldSpace(text: string): string {
  // Most texts are folded already; to see that costs less than to make another one.
  return isFolded(text) ? text : text.replace(/\s+/g, ' ').trim();
}

const SPACE = 0x20;
/** White space other than the space: below the first, or from the second on. */
const CONTROLS_END = 0x0e;
const SPACES_BEGIN = 0xa0;

/** @returns false also for texts that only might have something to fold */
function isFolded(text: string): boolean {
  let before = SPACE;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SPACE ? before === SPACE : code < CONTROLS_END || code >= SPACES_BEGIN) return false;
    before = code;
  }
  return before !== SPACE || text === '';
}

const MARKED = /<(b|em|strong|mark)\b[^<>]*>(.*?)<\/\1\s*>/gis;

/** The parts of a piece of HTML that are set off, as plain text, in their order. */
export function markedParts(html: string): readonly string[] {
  return Array.from(html.matchAll(MARKED), ([, , part = '']) => plainText(part)).filter(
    (part) => part !== '',
  );
}
