// Matches as lines of the sources that they are in, as an editor shows them: each line once, with its number and with all
// matches in it. Matches whose surroundings meet are one excerpt.
import type { FoundMatch } from '@sitegrep/client';
import { isOfSource } from '@sitegrep/search/scopes';
import { isLong, type Piece, shortened } from './long-excerpts.ts';

export interface ExcerptLine {
  /** Number in the source, from 1. */
  readonly number: number;
  readonly pieces: readonly Piece[];
  /** Offset of its first match in the source, in characters; null: it has none. */
  readonly offset: number | null;
  /** True if lines between it and the one before are left out. */
  readonly isAfterGap: boolean;
}

/** Lines of one text of a page. */
export interface Excerpt {
  readonly url: string;
  /** Text that they are of, such as `headers`; null: the source. */
  readonly scope: FoundMatch['scope'] | null;
  /** Offset of the first match. */
  readonly offset: number;
  readonly lines: readonly ExcerptLine[];
}

/** A part of a text, in characters from `from` on. */
interface Segment {
  readonly from: number;
  /** Number of its first line. */
  readonly line: number;
  characters: readonly string[];
  marks: readonly (readonly [from: number, to: number])[];
  readonly isCutBefore: boolean;
  isCutAfter: boolean;
}

/** The excerpts of an item, in the order of its matches. @param around characters that are shown around a match at most */
export function excerptsOf(matches: readonly FoundMatch[], around: number): readonly Excerpt[] {
  const groups = new Map<string, FoundMatch[]>();
  for (const match of matches) {
    const key = `${match.url} ${scopeOf(match) ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), match]);
  }
  return [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => a.offset - b.offset);
    const [first] = sorted;
    if (first === undefined) return [];
    const lines = linesOf(segmentsOf(sorted, around));
    return [{ url: first.url, scope: scopeOf(first), offset: first.offset, lines }];
  });
}

/** Null: the match stands in the source. */
function scopeOf({ scope }: FoundMatch): FoundMatch['scope'] | null {
  return isOfSource(scope) ? null : scope;
}

function segmentsOf(matches: readonly FoundMatch[], around: number): readonly Segment[] {
  const segments: Segment[] = [];
  for (const match of matches) {
    const next = segmentOf(match, around);
    const last = segments.at(-1);
    if (last === undefined || !isJoined(last, next)) segments.push(next);
  }
  return segments;
}

function segmentOf(match: FoundMatch, around: number): Segment {
  const [before, own, after] = [match.before, match.match, match.after].map((text) => Array.from(text));
  const [ahead, behind] = [before ?? [], after ?? []];
  const isLineStart = match.column - 1 === ahead.length && !ahead.includes('\n');
  const to = match.offset + (own ?? []).length;
  return {
    from: match.offset - ahead.length,
    line: match.line - ahead.filter((one) => one === '\n').length,
    characters: [...ahead, ...(own ?? []), ...behind],
    marks: [[match.offset, to]],
    isCutBefore: ahead.length >= around && ahead.length < match.offset && !isLineStart,
    isCutAfter: behind.length >= around,
  };
}

/** Adds a segment to the one before it, if they meet. @returns whether they do */
function isJoined(last: Segment, next: Segment): boolean {
  const end = last.from + last.characters.length;
  const isNextLine = next.from === end + 1 && !last.isCutAfter && !next.isCutBefore;
  if (next.from > end && !isNextLine) return false;
  const between = isNextLine ? ['\n'] : [];
  const further = next.characters.slice(Math.max(0, end - next.from));
  if (further.length > 0) {
    last.characters = [...last.characters, ...between, ...further];
    last.isCutAfter = next.isCutAfter;
  }
  last.marks = [...last.marks, ...next.marks];
  return true;
}

function linesOf(segments: readonly Segment[]): readonly ExcerptLine[] {
  const lines: ExcerptLine[] = [];
  for (const segment of segments) {
    for (const [index, one] of linesOfSegment(segment).entries()) {
      const last = lines.at(-1);
      // Of a long line, several parts may be shown.
      if (index === 0 && last?.number === one.number)
        lines[lines.length - 1] = {
          ...last,
          pieces: [...last.pieces, ...one.pieces],
          offset: last.offset ?? one.offset,
        };
      else lines.push({ ...one, isAfterGap: last !== undefined && one.number > last.number + 1 });
    }
  }
  return lines.map((line) => (isLong(line.pieces) ? { ...line, pieces: shortened(line.pieces) } : line));
}

const GAP: Piece = { text: '…', kind: 'gap' };

function linesOfSegment({ from, line, characters, marks, isCutBefore, isCutAfter }: Segment) {
  const lines: Omit<ExcerptLine, 'isAfterGap'>[] = [];
  const isMarked = new Set<number>();
  for (const [start, end] of marks) for (let at = start; at < end; at++) isMarked.add(at - from);
  const starts = marks.map(([start]) => start);
  for (let begin = 0; begin <= characters.length;) {
    const found = characters.indexOf('\n', begin);
    const end = found === -1 ? characters.length : found;
    const pieces: Piece[] = [];
    for (let at = begin; at < end;) {
      const isMatch = isMarked.has(at);
      let to = at + 1;
      while (to < end && isMarked.has(to) === isMatch) to += 1;
      pieces.push({ text: characters.slice(at, to).join(''), kind: isMatch ? 'match' : 'text' });
      at = to;
    }
    const [isFirst, isLast] = [begin === 0, found === -1];
    lines.push({
      number: line + lines.length,
      pieces: [...(isFirst && isCutBefore ? [GAP] : []), ...pieces, ...(isLast && isCutAfter ? [GAP] : [])],
      offset: starts.find((start) => start >= from + begin && start <= from + end) ?? null,
    });
    begin = end + 1;
  }
  return lines;
}
