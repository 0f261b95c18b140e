// A difference in unified format as lines with their numbers, and as rows with both sources side by side.

/** A line of a difference. */
export interface DiffLine {
  readonly kind: 'equal' | 'removed' | 'added';
  /** Numbers in the first source and in the second one; null: it is not in it. */
  readonly a: number | null;
  readonly b: number | null;
  readonly text: string;
}

/** A note on the line before it, or on lines that are not shown. */
interface DiffNote {
  readonly kind: 'note';
  readonly text: string;
}

/** Lines that differ, with those around them. */
export interface DiffHunk {
  readonly lines: readonly (DiffLine | DiffNote)[];
  /** Equal lines between it and the hunk before it. */
  readonly skipped: number;
}

/** Reads a difference. Lines of sources may look like headers: what a header counts is what follows it. */
export function readUnified(text: string): readonly DiffHunk[] {
  const hunks: DiffHunk[] = [];
  const written = text.split('\n');
  let end = 1;
  for (let at = 0; at < written.length;) {
    const header = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(written[at] ?? '');
    at++;
    if (header === null) continue;
    const [aStart = 0, aCount = 0, bStart = 0, bCount = 0] = header.slice(1).map(Number);
    // An empty range names the line before it.
    const first = { a: aStart + Number(aCount === 0), b: bStart + Number(bCount === 0) };
    let [a, b] = [first.a, first.b];
    const lines: (DiffLine | DiffNote)[] = [];
    for (; at < written.length; at++) {
      const line = written[at] ?? '';
      const [sign, rest] = [line.charAt(0), line.slice(1)];
      if (sign === '\\') lines.push({ kind: 'note', text: rest.trim() });
      else if (a === first.a + aCount && b === first.b + bCount) break;
      else if (sign === '-') lines.push({ kind: 'removed', a: a++, b: null, text: rest });
      else if (sign === '+') lines.push({ kind: 'added', a: null, b: b++, text: rest });
      else if (sign === ' ') lines.push({ kind: 'equal', a: a++, b: b++, text: rest });
      else break;
    }
    hunks.push({ lines: withoutEqualEnds(lines), skipped: Math.max(0, first.a - end) });
    end = a;
  }
  return hunks;
}

const NO_FEED = 'No newline at end of file';

/** Lines without notes on the end of a source that are true of both. */
function withoutEqualEnds(lines: DiffHunk['lines']): DiffHunk['lines'] {
  const isOfOne = lines.filter(({ text, kind }) => kind === 'note' && text === NO_FEED).length === 1;
  return lines.filter(
    ({ kind, text }, index) =>
      kind !== 'note' || text !== NO_FEED || (isOfOne && lines[index - 1]?.kind !== 'equal'),
  );
}

/** How many lines of a kind some hunks have. */
export function countOfKind(hunks: readonly DiffHunk[], kind: DiffLine['kind']): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
}

/** A line of each source beside each other; null: there is none. */
export interface DiffRow {
  readonly left: DiffLine | null;
  readonly right: DiffLine | null;
  readonly note: string | null;
}

/** Lines beside each other: of lines that follow each other, removed ones beside added ones. */
export function rowsOf({ lines }: DiffHunk): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let [removed, added]: [DiffLine[], DiffLine[]] = [[], []];
  let notes: string[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      rows.push({ left: removed[at] ?? null, right: added[at] ?? null, note: null });
    rows.push(...notes.map((note) => ({ left: null, right: null, note })));
    [removed, added, notes] = [[], [], []];
  };
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === 'added') added.push(line);
    else if (line.kind === 'note') notes.push(line.text);
    else {
      flush();
      rows.push({ left: line, right: line, note: null });
    }
  }
  flush();
  return rows;
}

/** Ranges in which two lines differ. */
export interface Differing {
  readonly from: number;
  readonly aTo: number;
  readonly bTo: number;
}

/** Share of the shorter line that must be equal for the rest to be marked. */
const MIN_EQUAL = 0.2;

/** The ranges in which two lines differ; null: nearly everywhere, so that marks say nothing. */
export function differingIn(a: string, b: string): Differing | null {
  const shorter = Math.min(a.length, b.length);
  let from = 0;
  while (from < shorter && a.charCodeAt(from) === b.charCodeAt(from)) from++;
  if (isWithinCharacter(a, from)) from--;
  let tail = 0;
  while (tail < shorter - from && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail))
    tail++;
  if (isWithinCharacter(a, a.length - tail)) tail--;
  if (from + tail < MIN_EQUAL * shorter || shorter === 0) return null;
  return { from, aTo: a.length - tail, bTo: b.length - tail };
}

function isWithinCharacter(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}
