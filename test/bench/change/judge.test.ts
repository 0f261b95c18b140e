import { expect, test } from 'vitest';
import { boundsOfRound, faultOf, Rounds, type AnsweredPage } from './judge.ts';

/** Bounds of six domains: 0 is untouched since round 1, 1 was begun meanwhile, 2 begun and acknowledged, 3 done before, 4 is two rounds ahead. */
function boundsOfRoundTwo(): ReturnType<typeof boundsOfRound> {
  const rounds = new Rounds(6);
  rounds.begin([0, 1, 2, 3, 4, 5], 1);
  rounds.finish([0, 1, 2, 3, 4, 5], 1);
  rounds.begin([3], 2);
  rounds.finish([3], 2);
  const doneBefore = rounds.done.slice();
  rounds.begin([1, 2, 4, 5], 2);
  rounds.finish([2, 4, 5], 2);
  rounds.begin([4], 3);
  rounds.finish([4], 3);
  return boundsOfRound(2, doneBefore, rounds.begun);
}

test('certain is what was acknowledged before and not touched since, possible what was there at any moment', () => {
  const bounds = boundsOfRoundTwo();
  expect([...bounds.certain]).toEqual([0, 0, 0, 1, 0, 0]);
  expect([...bounds.possible]).toEqual([0, 1, 1, 1, 1, 1]);
});

test('a document that was replaced before the search began cannot be found in its former round', () => {
  const rounds = new Rounds(1);
  rounds.begin([0], 1);
  rounds.finish([0], 1);
  const { certain, possible } = boundsOfRound(0, rounds.done.slice(), rounds.begun);
  expect([certain[0], possible[0]]).toEqual([0, 0]);
});

test('a document that is on its way may be in its former round, or in none that is known', () => {
  const rounds = new Rounds(1);
  const before = rounds.done.slice();
  rounds.begin([0], 0);
  expect(boundsOfRound(0, before, rounds.begun)).toEqual({
    certain: Uint8Array.of(0),
    possible: Uint8Array.of(1),
  });
});

const PAGE: AnsweredPage = { total: 3, numbers: [1, 3, 5], limit: 10, after: -1, isLast: true };
const flags = (...values: number[]): Uint8Array => Uint8Array.from(values);
const exactly = flags(0, 1, 0, 1, 0, 1);
const EXACT = { certain: exactly, possible: exactly };

test('the answer of a plain scan is right', () => {
  expect(faultOf(PAGE, EXACT)).toBeNull();
});

test('a page in the midst of a walk answers for its own stretch alone', () => {
  const page = { ...PAGE, numbers: [3], limit: 1, after: 1, isLast: false };
  expect(faultOf(page, EXACT)).toBeNull();
  expect(faultOf({ ...page, after: 0 }, EXACT)).toBe('domain 1 is left out');
  expect(faultOf({ ...page, isLast: true }, EXACT)).toBe('domain 5 is left out at the end');
  expect(faultOf({ ...page, limit: 2 }, EXACT)).toBe('1 items of 2 on a page');
});

test('a total that is off by one, a domain too many, twice, out of order or left out is a fault', () => {
  expect(faultOf({ ...PAGE, total: 2 }, EXACT)).toBe('a total of 2, not 3 to 3');
  expect(faultOf({ ...PAGE, total: 4 }, EXACT)).toBe('a total of 4, not 3 to 3');
  expect(faultOf({ ...PAGE, numbers: [1, 2, 3, 5] }, EXACT)).toBe('domain 2, which cannot match');
  expect(faultOf({ ...PAGE, numbers: [1, 3, 3, 5] }, EXACT)).toBe('domain 3 behind 3');
  expect(faultOf({ ...PAGE, numbers: [3, 1, 5] }, EXACT)).toBe('domain 1 is left out');
  expect(faultOf({ ...PAGE, numbers: [1, 5] }, EXACT)).toBe('domain 3 is left out');
  expect(faultOf({ ...PAGE, numbers: [1, Number.NaN] }, EXACT)).toBe('domain NaN behind 1');
  expect(faultOf({ ...PAGE, limit: 2 }, EXACT)).toBe('3 items of 2 on the last page');
});

test('between certain and possible every answer is right, beyond them none', () => {
  const bounds = { certain: flags(0, 1, 0, 0, 0, 0), possible: exactly };
  for (const numbers of [[1], [1, 3], [1, 5], [1, 3, 5]]) {
    expect(faultOf({ ...PAGE, numbers, total: numbers.length }, bounds)).toBeNull();
  }
  expect(faultOf({ ...PAGE, numbers: [], total: 0 }, bounds)).toBe('a total of 0, not 1 to 3');
  expect(faultOf({ ...PAGE, numbers: [3] }, bounds)).toBe('domain 1 is left out');
});
