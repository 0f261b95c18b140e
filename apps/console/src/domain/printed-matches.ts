// Matches of a source in its indented form, which differs from it in white space alone: a match stands where its characters do.
import type { Match } from '../query/needles.ts';

/** Tells whether a character is white space, as `\s` in regular expressions. @param code UTF-16 unit */
function isSpace(code: number): boolean {
  return code <= 32
    ? code === 32 || (code >= 9 && code <= 13)
    : code >= 160 && /\s/.test(String.fromCharCode(code));
}

/** Tells whether a text is another one with other white space. */
export function isSpaced(source: string, printed: string): boolean {
  let at = 0;
  for (let from = 0; from < source.length; from++) {
    const code = source.charCodeAt(from);
    if (isSpace(code)) continue;
    while (at < printed.length && isSpace(printed.charCodeAt(at))) at += 1;
    if (printed.charCodeAt(at) !== code) return false;
    at += 1;
  }
  while (at < printed.length && isSpace(printed.charCodeAt(at))) at += 1;
  return at === printed.length;
}

/**
 * The same matches in the indented form. One of white space alone is empty, before what follows.
 *
 * @param matches in their order, none within another
 */
export function printedMatches(source: string, printed: string, matches: readonly Match[]): readonly Match[] {
  const found: Match[] = [];
  let [from, at] = [0, 0];
  /** Goes to the first character behind a position, in both texts. */
  const advance = (to: number): void => {
    for (; from < to; from++) {
      if (isSpace(source.charCodeAt(from))) continue;
      skip();
      at += 1;
    }
  };
  const skip = (): void => {
    while (at < printed.length && isSpace(printed.charCodeAt(at))) at += 1;
  };
  for (const match of matches) {
    advance(match.from);
    skip();
    const start = at;
    advance(match.to);
    found.push({ from: start, to: at });
  }
  return found;
}
