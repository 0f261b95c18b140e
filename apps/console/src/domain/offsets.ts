// Offsets of the API, which count characters, in texts of the browser, which count UTF-16 units.
import type { Match } from '../query/needles.ts';

/** Units before a number of characters; at most those of the text. */
export function unitsAt(text: string, characters: number): number {
  let at = 0;
  for (let count = 0; count < characters && at < text.length; count++) at += isPair(text, at) ? 2 : 1;
  return at;
}

/** Characters before a unit. */
export function charactersAt(text: string, unit: number): number {
  let count = 0;
  for (let at = 0; at < unit && at < text.length; count++) at += isPair(text, at) ? 2 : 1;
  return count;
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

/** Index of the match at a unit of a text, or else of the first one behind it; -1: there is none. */
export function matchAt(matches: readonly Match[], unit: number): number {
  return matches.findIndex(({ to }) => to > unit);
}

/** Number of the line of a unit, and of all lines. */
export function linesAt(text: string, unit: number): { readonly line: number; readonly lines: number } {
  let [line, lines] = [1, 1];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    if (at < unit) line += 1;
  }
  return { line, lines };
}
