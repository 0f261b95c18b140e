import type { Gap } from './align.ts';
import { isValue, type MaskedTokens, type ValueRange } from './mask.ts';
import { KIND } from './tokens.ts';

/** Tokens of two sources, masked by the same noise. */
export interface MaskedPair {
  readonly a: MaskedTokens;
  readonly b: MaskedTokens;
}

/** Maximum gaps that are looked at: a page that changed in more has become another one. */
const MAX_GAPS = 512;

/** A gap with one value on each side. */
export interface ValueGap extends Gap {
  /** The gaps with values that it joins, as in base64 with `/`; empty if it is one by itself. */
  readonly parts: readonly Gap[];
}

/** A gap whose values are noise. */
export interface NoiseGap extends Gap {
  /** Forms of its values, by bits of `FORM`. */
  readonly forms: number;
}

/** Maximum characters between two gaps that are joined. */
const MAX_BETWEEN = 2;

/** Gaps with one value on each side, ascending. Those that stand close to each other in a value are joined. */
export function valueGaps(pair: MaskedPair, gaps: readonly Gap[]): readonly ValueGap[] {
  const result: ValueGap[] = [];
  let run: Gap[] = [];
  for (const gap of gaps.slice(0, MAX_GAPS)) {
    const last = run.at(-1);
    if (last !== undefined && !areClose(pair, last, gap)) {
      addRun(pair, run, result);
      run = [];
    }
    run.push(gap);
  }
  addRun(pair, run, result);
  return result;
}

/** Adds the gap that a run of close ones makes, or what is a value of them. */
function addRun(pair: MaskedPair, run: readonly Gap[], result: ValueGap[]): void {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return;
  const parts = run.filter((gap) => isValuePair(pair, gap));
  const joined = { ...first, aEnd: last.aEnd, bEnd: last.bEnd };
  if (run.length > 1 && isValuePair(pair, joined)) result.push({ ...joined, parts });
  else result.push(...parts.map((gap) => ({ ...gap, parts: [] })));
}

export function overlap(one: Gap, other: Gap): boolean {
  return one.bStart < other.bEnd && other.bStart < one.bEnd;
}

export function aRange({ aStart, aEnd }: Gap): ValueRange {
  return { start: aStart, end: aEnd };
}

export function bRange({ bStart, bEnd }: Gap): ValueRange {
  return { start: bStart, end: bEnd };
}

function isValuePair({ a, b }: MaskedPair, gap: Gap): boolean {
  return isValue(a, aRange(gap)) && isValue(b, bRange(gap));
}

/** Tells whether only a few characters that may be in a value stand between two gaps. */
function areClose({ a }: MaskedPair, former: Gap, gap: Gap): boolean {
  if (gap.aStart - former.aEnd > MAX_BETWEEN) return false;
  for (let index = former.aEnd; index < gap.aStart; index++) {
    if (a.kinds[index] !== KIND.soft) return false;
  }
  return true;
}
