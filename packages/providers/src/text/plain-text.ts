import { decodeHTML } from 'entities';

/** A tag, a comment or a declaration in HTML; `1 < 2` is none. */
const TAG = /<(?:\/?[a-z][^<>]*|!--.*?--|![a-z][^<>]*)>/gis;

/** Tags between which browsers break the line. */
const BREAKING_TAG = /<\/?(?:br|p|div|li|ul|ol|tr|td|th|table|h[1-6])\b[^<>]*>/gi;

/** A piece of HTML as a person reads it: without tags, entities decoded once, white space folded. */
export function plainText(html: string): string {
  return foldSpace(decodeHTML(html.replace(BREAKING_TAG, ' ').replace(TAG, '')));
}

/** The same as `plainText`; null for null and where nothing is left. */
export function plainTextOrNull(html: string | null): string | null {
  return html === null ? null : plainText(html) || null;
}

/** White space that `foldSpace` would change: any but the space, one beside another, one at an end. */
const UNFOLDED = /[^\S ]| {2}|^ | $/;

/** Runs of white space become one space; none at the ends. */
export function foldSpace(text: string): string {
  // Most texts are folded already; to see that costs less than to make another one.
  return UNFOLDED.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
}

const MARKED = /<(b|em|strong|mark)\b[^<>]*>(.*?)<\/\1\s*>/gis;

/** The parts of a piece of HTML that are set off, as plain text, in their order. */
export function markedParts(html: string): readonly string[] {
  return Array.from(html.matchAll(MARKED), ([, , part = '']) => plainText(part)).filter(
    (part) => part !== '',
  );
}
