import type { Gap } from '../align.ts';
import type { MaskedTokens } from '../mask.ts';
import type { Noise } from '../noise.ts';
import { KIND, readTokens, type Tokens } from '../tokens.ts';
import { diffItems } from './bounded-diff.ts';
import { CodePoints } from './code-points.ts';
import { type DiffUnit, type Hunk, lineDiff } from './hunks.ts';
import type { Lines } from './lines.ts';

/** Maximum hunks of an answer. */
const MAX_HUNKS = 500;
/** Maximum characters of the text of an operation: code points. */
const MAX_OPERATION_TEXT = 2_000;
/** Maximum UTF-16 units of both sides of a change that are compared token by token. */
const MAX_CHANGE_LENGTH = 131_072;
/** Maximum UTF-16 units of all changes of an answer that are. */
const MAX_CHANGES_LENGTH = 1_048_576;

/** A text that stands in both sources, or in one. */
export interface DiffOperation {
  readonly kind: 'equal' | 'insert' | 'delete';
  /** Offsets in code points where it begins, or would begin, in the first source and in the second one. */
  readonly a: number;
  readonly b: number;
  /** Its length in code points; of the first source, if noise in it differs. */
  readonly length: number;
  /** The text, or its first 2,000 code points. */
  readonly text: string;
}

/** Differences close to each other, with up to three lines around them. */
export interface DiffHunk {
  /** Numbers of its first lines, from 1 on, and how many lines it has. Lines that were broken count as several. */
  readonly aLine: number;
  readonly aLines: number;
  readonly bLine: number;
  readonly bLines: number;
  readonly operations: readonly DiffOperation[];
}

/** A difference by tokens. */
export interface Diff {
  readonly hunks: readonly DiffHunk[];
  /** Hunks that there are beyond the 500 of an answer. */
  readonly moreHunks: number;
  readonly unit: DiffUnit;
  /** True if lines of more than 400 units were broken at tags. */
  readonly broken: boolean;
  /** Values that change on every visit, differ between the sources and are left out. */
  readonly leftOut: number;
}

/** The difference of two sources: by lines, and within lines that differ by tokens. */
export function diffOf(aSource: string, bSource: string, noise: Noise): Diff {
  const { a, b, hunks, unit, leftOut } = lineDiff(aSource, bSource, noise);
  const reader = new OperationReader(a, b);
  return {
    hunks: hunks.slice(0, MAX_HUNKS).map((hunk) => ({
      aLine: a.before + hunk.aStart + 1,
      aLines: hunk.aEnd - hunk.aStart,
      bLine: b.before + hunk.bStart + 1,
      bLines: hunk.bEnd - hunk.bStart,
      operations: reader.operations(hunk),
    })),
    moreHunks: Math.max(0, hunks.length - MAX_HUNKS),
    unit,
    broken: a.broken || b.broken,
    leftOut,
  };
}

/** A range of a text in UTF-16 units. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Ranges that stand against each other. */
interface Step {
  readonly kind: DiffOperation['kind'];
  readonly a: TextRange;
  readonly b: TextRange;
}

class OperationReader {
  readonly #a: Lines;
  readonly #b: Lines;
  readonly #aPoints: CodePoints;
  readonly #bPoints: CodePoints;
  #compared = 0;

  constructor(a: Lines, b: Lines) {
    this.#a = a;
    this.#b = b;
    this.#aPoints = new CodePoints(a.source);
    this.#bPoints = new CodePoints(b.source);
  }

  operations(hunk: Hunk): readonly DiffOperation[] {
    const steps: Step[] = [];
    let aLine = hunk.aStart;
    let bLine = hunk.bStart;
    for (const change of hunk.changes) {
      addEqual(steps, this.#a, [aLine, change.aStart], this.#b, [bLine, change.bStart]);
      steps.push(...this.#steps(change));
      aLine = change.aEnd;
      bLine = change.bEnd;
    }
    addEqual(steps, this.#a, [aLine, hunk.aEnd], this.#b, [bLine, hunk.bEnd]);
    return joined(steps).map((step) => this.#operation(step));
  }

  #steps(change: Gap): readonly Step[] {
    const a = rangeOf(this.#a, change.aStart, change.aEnd);
    const b = rangeOf(this.#b, change.bStart, change.bEnd);
    const length = a.end - a.start + b.end - b.start;
    const isShort = length <= MAX_CHANGE_LENGTH && this.#compared + length <= MAX_CHANGES_LENGTH;
    if (!isShort || a.start === a.end || b.start === b.end) return replaced(a, b);
    this.#compared += length;
    const aPieces = piecesOf(this.#a, a);
    const bPieces = piecesOf(this.#b, b);
    const { gaps } = diffItems(aPieces.texts, bPieces.texts);
    const steps: Step[] = [];
    let aAt = 0;
    let bAt = 0;
    const addPieces = (aTo: number, bTo: number): void => {
      if (aTo > aAt) {
        steps.push({ kind: 'equal', a: partOf(aPieces, aAt, aTo), b: partOf(bPieces, bAt, bTo) });
      }
    };
    for (const gap of gaps) {
      addPieces(gap.aStart, gap.bStart);
      steps.push(...replaced(partOf(aPieces, gap.aStart, gap.aEnd), partOf(bPieces, gap.bStart, gap.bEnd)));
      aAt = gap.aEnd;
      bAt = gap.bEnd;
    }
    addPieces(aPieces.texts.length, bPieces.texts.length);
    return steps;
  }

  #operation({ kind, a, b }: Step): DiffOperation {
    const aOffset = this.#aPoints.at(a.start);
    const bOffset = this.#bPoints.at(b.start);
    const [points, offset, { source }, { start, end }] =
      kind === 'insert' ? [this.#bPoints, bOffset, this.#b, b] : [this.#aPoints, aOffset, this.#a, a];
    return {
      kind,
      a: aOffset,
      b: bOffset,
      length: points.at(end) - offset,
      text: firstCodePoints(source, start, end),
    };
  }
}

function rangeOf({ starts, source }: Lines, from: number, to: number): TextRange {
  return { start: starts[from] ?? source.length, end: starts[to] ?? source.length };
}

function addEqual(
  steps: Step[],
  a: Lines,
  [aFrom, aTo]: readonly [number, number],
  b: Lines,
  [bFrom, bTo]: readonly [number, number],
): void {
  if (aTo > aFrom) steps.push({ kind: 'equal', a: rangeOf(a, aFrom, aTo), b: rangeOf(b, bFrom, bTo) });
}

/** A deletion and an insertion; an empty side is left out. */
function replaced(a: TextRange, b: TextRange): readonly Step[] {
  const steps: Step[] = [];
  if (a.end > a.start) steps.push({ kind: 'delete', a, b: { start: b.start, end: b.start } });
  if (b.end > b.start) steps.push({ kind: 'insert', a: { start: a.end, end: a.end }, b });
  return steps;
}

/** Steps of which no two of a kind follow each other, but for noise. */
function joined(steps: readonly Step[]): readonly Step[] {
  const result: Step[] = [];
  for (const step of steps) {
    const last = result.at(-1);
    if (last?.kind !== step.kind) result.push(step);
    else {
      result[result.length - 1] = {
        kind: step.kind,
        a: { start: last.a.start, end: step.a.end },
        b: { start: last.b.start, end: step.b.end },
      };
    }
  }
  return result;
}

/** Tokens of a range as texts, each with its start; those that a border of the range divides are divided. */
interface Pieces {
  readonly texts: readonly string[];
  /** Starts of the texts, and the end of the last one. */
  readonly starts: readonly number[];
}

function piecesOf({ source, tokens }: Lines, { start, end }: TextRange): Pieces {
  if (tokens === undefined)
    return pieces(source.slice(start, end), readTokens(source.slice(start, end)), start);
  const texts: string[] = [];
  const starts: number[] = [];
  for (let index = tokenAt(tokens, start); index < tokens.count; index++) {
    const from = Math.max(start, tokens.starts[index] ?? 0);
    if (from >= end) break;
    const to = Math.min(end, tokens.starts[index + 1] ?? end);
    starts.push(from);
    texts.push(tokens.kinds[index] === KIND.noise ? '\0' : source.slice(from, to));
  }
  return { texts, starts: [...starts, end] };
}

function pieces(text: string, { count, starts }: Tokens, offset: number): Pieces {
  return {
    texts: Array.from({ length: count }, (_, index) => text.slice(starts[index], starts[index + 1])),
    starts: Array.from({ length: count + 1 }, (_, index) => (starts[index] ?? 0) + offset),
  };
}

/** Index of the token that an offset is in. */
function tokenAt({ starts, count }: MaskedTokens, offset: number): number {
  let low = 0;
  for (let high = count; high - low > 1;) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

function partOf({ starts }: Pieces, from: number, to: number): TextRange {
  return { start: starts[from] ?? 0, end: starts[to] ?? 0 };
}

function firstCodePoints(source: string, start: number, end: number): string {
  // No code point has more than two units.
  const text = source.slice(start, Math.min(end, start + 2 * MAX_OPERATION_TEXT));
  if (text.length <= MAX_OPERATION_TEXT) return text;
  return Array.from(text).slice(0, MAX_OPERATION_TEXT).join('');
}
