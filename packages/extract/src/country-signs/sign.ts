import type { CountrySource } from '@sitegrep/site';

/** A mention of a country in the text of a page. */
export interface Sign {
  readonly source: CountrySource;
  /** The text as written. */
  readonly value: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
}

/** Text of a page in which signs are looked for. */
export interface SignedText {
  /** Beginning and end of the visible text, or all of it where it is short. */
  readonly text: string;
  /** ISO 639-1 code of the text's language, else of the one that the page declares; null if neither is known. */
  readonly language: string | null;
}

/**
 * A global pattern for any of the texts. None begins with a small letter of ASCII, a blank or a comma: these are most of a page,
 * and the pattern passes over them fast.
 */
export function anyOf(texts: readonly string[]): RegExp {
  const sorted = texts.toSorted().map((text) => text.replaceAll(/[.()/]/g, String.raw`\$&`));
  return new RegExp(`(?![a-z\\s,])(?:${sorted.join('|')})`, 'g');
}

/**
 * The parts of a text around all matches of a global pattern that finds cues, separated by line ends. Patterns that are
 * costly, or many, are tried on these parts only.
 *
 * @param reach characters before and after a cue
 */
export function around(text: string, cue: RegExp, reach: number): string {
  let parts = '';
  let end = 0;
  cue.lastIndex = 0;
  for (let match = cue.exec(text); match !== null; match = cue.exec(text)) {
    const next = Math.min(text.length, cue.lastIndex + reach);
    if (match.index - reach > end) parts += `\n${text.slice(match.index - reach, next)}`;
    else if (next > end) parts += text.slice(end, next);
    end = Math.max(end, next);
  }
  return parts;
}

const NONE: readonly RegExpExecArray[] = [];

/**
 * Matches of a global pattern that matches no empty text, at most `most`. Dozens of patterns are tried on each page, so it
 * does without the copy that `matchAll` makes of a pattern.
 */
export function matchesOf(text: string, pattern: RegExp, most = 20): readonly RegExpExecArray[] {
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  if (match === null) return NONE;
  const matches: RegExpExecArray[] = [];
  for (; match !== null && matches.length < most; match = pattern.exec(text)) matches.push(match);
  return matches;
}

/** Whether something is looked for in texts in a language. @param languages ISO 639-1 codes; absent: in all */
export function isReadIn(languages: string | undefined, language: string | null): boolean {
  return languages === undefined || (language !== null && languages.includes(language));
}
