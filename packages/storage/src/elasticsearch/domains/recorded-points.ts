// Up to which number a state of the index has all records. Those with a higher one may be in some shards of it and not in others.
import type { PointInTime } from './stored-pages.ts';

const numbers = new WeakMap<PointInTime, number>();

/** @param number number of a record; searches saw all records up to it before the state was held */
export function setRecordedUpTo(point: PointInTime, number: number): void {
  numbers.set(point, number);
}

export function recordedUpTo(point: PointInTime): number {
  const number = numbers.get(point);
  if (number === undefined)
    throw new TypeError('records were not numbered before a state of the index was held');
  return number;
}
