import type { SortValue } from '@sitegrep/site';
import { visitBits } from './bits.ts';
import type { ChangeSet } from './change-finder.ts';
import type { Segment } from './segments.ts';

/** A record of changes: its segment, and its position there. */
export interface Located {
  readonly segment: Segment;
  readonly position: number;
}

export function timeOf({ segment, position }: Located): number {
  return segment.times()[position] ?? 0;
}

export function numberOf({ segment, position }: Located): number {
  return segment.numberAt(position);
}

/** An order that begins with the times or the numbers of records. */
interface OwnRule {
  readonly field: 'at' | 'recorded';
  readonly direction: 'asc' | 'desc';
}

/** Values that are collected before they are sorted and cut, besides as many as are wanted. */
const MIN_COLLECTED = 4_096;

/**
 * The records from a value on that are the first of an order, all of those among them that have the same value as the last.
 *
 * @param from null: from the first one on
 */
export function firstByTime(
  set: ChangeSet,
  { field, direction }: OwnRule,
  from: SortValue,
  wanted: number,
): readonly Located[] {
  // Values count so that the first of the order is the lowest.
  const sign = direction === 'asc' ? 1 : -1;
  const start = from === null ? -Infinity : sign * Number(from);
  const parts = partsOf(set, field, sign);
  const end = lastWanted(parts, sign, start, wanted);
  const found: Located[] = [];
  for (const { segment, bits, values, first } of parts) {
    if (first > end) continue;
    const own = values();
    visitBits(bits, (position) => {
      const value = sign * (own[position] ?? 0);
      if (value >= start && value <= end) found.push({ segment, position });
    });
  }
  return found;
}

/** The records of a segment that are sought, and their lowest and highest value. */
interface SoughtPart {
  readonly segment: Segment;
  readonly bits: Uint32Array<ArrayBuffer>;
  readonly values: () => Uint32Array | Float64Array;
  readonly first: number;
  readonly last: number;
}

/** The parts of a set, those with the lowest values first. */
function partsOf({ of, bits }: ChangeSet, field: OwnRule['field'], sign: 1 | -1): readonly SoughtPart[] {
  return of.segments
    .flatMap((segment, index): readonly SoughtPart[] => {
      const own = bits[index] ?? null;
      if (own === null) return [];
      const [low, high] = field === 'at' ? [segment.first, segment.last] : [segment.from, segment.to];
      const values = field === 'at' ? segment.times : segment.numbers;
      const [first, last] = sign === 1 ? [low, high] : [-high, -low];
      return [{ segment, bits: own, values: () => values(), first, last }];
    })
    .toSorted((a, b) => a.first - b.first);
}

/** The value of the last one of so many records behind a value; Infinity: there are fewer. */
function lastWanted(parts: readonly SoughtPart[], sign: 1 | -1, start: number, wanted: number): number {
  let [end, collected]: [number, number[]] = [Infinity, []];
  const cut = (): void => {
    if (collected.length < wanted) return;
    collected = collected.sort((a, b) => a - b).slice(0, wanted);
    end = collected.at(-1) ?? end;
  };
  for (const { bits, values, first, last } of parts) {
    if (first > end || last < start) continue;
    const own = values();
    visitBits(bits, (position) => {
      const value = sign * (own[position] ?? 0);
      if (value <= start || value >= end) return;
      collected.push(value);
      if (collected.length >= 2 * wanted + MIN_COLLECTED) cut();
    });
    cut();
  }
  return end;
}
