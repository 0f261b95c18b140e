import { decodeHTML, decodeHTMLAttribute } from 'entities';

/** Maximum raw characters for one short value; far more than a title needs. */
export const MAX_RAW_CHARACTERS = 100_000;
const MAX_CODE_POINTS = 1_000;

/** A text with character references decoded as in element content. */
export function decodeText(raw: string): string {
  return raw.includes('&') ? decodeHTML(raw) : raw;
}

/** A text with character references decoded as in an attribute value, where `&copy=1` stays as it is. */
export function decodeAttribute(raw: string): string {
  return raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
}

export function foldWhiteSpace(text: string): string {
  // Single blanks, which are nearly all white space, stay as they are.
  return text.trim().replace(/ \s+|[^\S ]\s*/g, ' ');
}

/** A character reference with its semicolon. */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});/gi;
/** Characters that only allow a break within a word, and byte order marks. */
const BREAKS = /[\u00ad\u200b\ufeff]/g;

/**
 * A short value: white space folded, at most 1,000 code points; null if nothing is left. Software often escapes text twice,
 * so complete character references that are left are decoded.
 */
export function foldedValue(text: string): string | null {
  return foldedText(withoutReferences(text.slice(0, MAX_RAW_CHARACTERS)));
}

/** A short value without further decoding. */
export function foldedText(text: string): string | null {
  const folded = foldWhiteSpace(text.replaceAll(BREAKS, '')).toWellFormed();
  const cut = folded.length <= MAX_CODE_POINTS ? folded : firstCodePoints(folded, MAX_CODE_POINTS);
  return cut === '' ? null : copied(cut);
}

/** A text with complete character references decoded. */
export function withoutReferences(text: string): string {
  return text.includes('&') ? text.replaceAll(REFERENCE, (written) => decodeHTML(written)) : text;
}

function firstCodePoints(text: string, count: number): string {
  return Array.from(text.slice(0, count * 2))
    .slice(0, count)
    .join('')
    .trimEnd()
    .toWellFormed();
}

/**
 * A copy of a text in its own memory. A slice of a string keeps the complete string alive, so one short title
 * would hold a page of megabytes.
 */
export function copied(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

/** Maximum length of joined texts; real pages have far less. */
const MAX_CHARACTERS = 1_024 * 1_024;

/** Joins texts that are not empty; the result has at most 1 MiB of characters. */
export function joinText(separator: string) {
  const parts: string[] = [];
  let length = 0;
  return {
    add: (text: string): void => {
      if (text === '' || length >= MAX_CHARACTERS) return;
      parts.push(text);
      length += text.length + separator.length;
    },
    // Joined at once: a string that grows is a tree of its parts, which its first reader has to flatten.
    text: (): string => parts.join(separator).slice(0, MAX_CHARACTERS),
  };
}
