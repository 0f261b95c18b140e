import { maskTokens, type MaskedTokens } from '../mask.ts';
import { decodeNoise, type Noise } from '../noise.ts';
import { MAX_NOISE_LENGTH } from '../normalised.ts';
import { readTokens } from '../tokens.ts';

/** Length of the longest line that is shown as it is, in UTF-16 units. */
const MAX_LINE = 400;

/** Maximum lines that are compared; what follows them is one line. */
const MAX_LINES = 50_000;
/** Lines that stay before and after the part in which two sources differ, for context. */
export const CONTEXT = 3;

/** The part of a source that is compared, in lines, the noise of each told. */
export interface Lines {
  readonly source: string;
  /** Offsets of the lines in UTF-16 units, and the end of the part after them. */
  readonly starts: readonly number[];
  /** Lines of the source before the part. */
  readonly before: number;
  /** True if longer lines were broken. */
  readonly broken: boolean;
  /** True if there were more lines than are compared. */
  readonly isCut: boolean;
  /** The source as tokens; absent if it is too long for noise. */
  readonly tokens: MaskedTokens | undefined;
}

/**
 * Splits the parts in which two sources differ, and the lines around them, into lines. Lines keep their line feeds. A line of more
 * than 400 units, as minified pages have them, is broken before each tag; a piece that is still longer after the last `;`, `{`, `}`
 * or `,` of its 400 units, and where there is none, after them, but not within a character beyond U+FFFF.
 */
export function linesOfBoth(a: string, b: string, noise: Noise): { readonly a: Lines; readonly b: Lines } {
  const { start, tail } = differingPart(a, b);
  const { slots } = decodeNoise(noise);
  const split = (source: string): Lines => {
    const tokens = source.length > MAX_NOISE_LENGTH ? undefined : maskTokens(readTokens(source), slots);
    return {
      source,
      tokens,
      before: lineFeedsBefore(source, start),
      ...lineStarts(source, start, source.length - tail),
    };
  };
  return { a: split(a), b: split(b) };
}

/** The start of the first line of context, and the length of what follows the last one; the same in both sources. */
function differingPart(a: string, b: string): { readonly start: number; readonly tail: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let tail = 0;
  const maxTail = shorter - start;
  while (tail < maxTail && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)) tail++;
  // One line feed more than there are lines of context: the first line that differs begins after one.
  for (let feeds = 0; start > 0; start--) {
    if (a[start - 1] === '\n' && ++feeds > CONTEXT) break;
  }
  let at = a.length - tail;
  for (let feeds = 0; at < a.length && feeds <= CONTEXT; feeds++) {
    const feed = a.indexOf('\n', at);
    at = feed === -1 ? a.length : feed + 1;
  }
  return { start, tail: a.length - at };
}

function lineFeedsBefore(source: string, end: number): number {
  let count = 0;
  for (let at = source.indexOf('\n'); at !== -1 && at < end; at = source.indexOf('\n', at + 1)) count++;
  return count;
}

function lineStarts(source: string, from: number, to: number): Pick<Lines, 'starts' | 'broken' | 'isCut'> {
  const starts: number[] = [];
  let broken = false;
  for (let at = from; at < to;) {
    const feed = source.indexOf('\n', at);
    const end = feed === -1 || feed >= to ? to : feed + 1;
    starts.push(at);
    if (end - at > MAX_LINE) {
      broken = true;
      addBreaks(source.slice(at, end), at, starts);
    }
    if (starts.length > MAX_LINES)
      return { starts: [...starts.slice(0, MAX_LINES), to], broken, isCut: true };
    at = end;
  }
  starts.push(to);
  return { starts, broken, isCut: false };
}

/** Text of a line, with its line feed. */
export function lineText({ source, starts }: Lines, line: number): string {
  return source.slice(starts[line], starts[line + 1]);
}

/** Texts of all lines with marks for noise: lines that differ in noise alone have the same. */
export function markedLines(lines: Lines): string[] {
  const { source, starts, tokens } = lines;
  const count = starts.length - 1;
  if (tokens === undefined || tokens.masked.length === 0) {
    return Array.from({ length: count }, (_, line) => lineText(lines, line));
  }
  const result: string[] = [];
  let position = tokens.masked.findIndex((index) => (tokens.starts[index + 1] ?? 0) > (starts[0] ?? 0));
  if (position === -1) position = tokens.masked.length;
  for (let line = 0; line < count; line++) {
    const start = starts[line] ?? 0;
    const end = starts[line + 1] ?? 0;
    let text = '';
    let from = start;
    for (let index = tokens.masked[position]; index !== undefined; index = tokens.masked[position]) {
      const valueStart = tokens.starts[index] ?? 0;
      if (valueStart >= end) break;
      const valueEnd = tokens.starts[index + 1] ?? 0;
      text += source.slice(from, Math.max(from, valueStart)) + '\0';
      from = Math.min(end, valueEnd);
      if (valueEnd > end) break;
      position++;
    }
    result.push(text + source.slice(from, end));
  }
  return result;
}

/** Breaks a long line, until there are too many lines. @param start its offset in the source */
function addBreaks(line: string, start: number, starts: number[]): void {
  const tag = /<[!/?A-Za-z]/g;
  tag.lastIndex = 1;
  for (let from = 0; from < line.length && starts.length <= MAX_LINES;) {
    const next = tag.exec(line)?.index ?? line.length;
    addPieces(line, from, next, start, starts);
    if (next < line.length) starts.push(start + next);
    from = next;
  }
}

const SEPARATORS = new Set([';', '{', '}', ',']);

/** Breaks a range that has no tag within. */
function addPieces(line: string, from: number, end: number, start: number, starts: number[]): void {
  while (end - from > MAX_LINE && starts.length <= MAX_LINES) {
    let at = from + MAX_LINE;
    while (at > from && !SEPARATORS.has(line[at - 1] ?? '')) at--;
    if (at === from) at = from + MAX_LINE;
    if (isWithinCharacter(line, at)) at--;
    starts.push(start + at);
    from = at;
  }
}

function isWithinCharacter(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit < 0xe000 && before >= 0xd800 && before < 0xdc00;
}
