import { describe, expect, test } from 'vitest';
import { readSlowPatterns } from '../src/compile/slow-patterns.ts';
import {
  listSources,
  measurePatterns,
  measureSteps,
  ORDINARY_STEPS,
  reviewSlowPatterns,
  RUN_STARTS,
} from './pattern-steps.ts';

/** slow-patterns.slow.test.ts measures all patterns. */
const SAMPLED_SHARE = 20;

test('on texts that are made to keep it busy, one pattern of twenty takes no more steps than it may', () => {
  const sampled = listSources().filter((_, index) => index % SAMPLED_SHARE === 0);
  const sources = new Set(sampled.map(({ source }) => source));
  const listed = readSlowPatterns().filter((each) =>
    sampled.some(
      ({ technology, field, source }) =>
        technology === each.technology && field === each.field && source === each.source,
    ),
  );
  expect(sources.size).toBeGreaterThan(300);
  expect(reviewSlowPatterns(measurePatterns(sampled), listed)).toEqual([]);
});

describe('the list is refused', () => {
  const slow = { technology: 'One', field: 'html', source: 'a', start: 20_000, run: 100_000 };
  const fast = { technology: 'Two', field: 'html', source: 'b', start: 20, run: 600 };
  const endless = { technology: 'Three', field: 'url', source: 'c', start: null, run: null };

  test('if a slow pattern is missing', () => {
    expect(reviewSlowPatterns([slow, fast, endless], [endless])).toEqual([
      'slow, and not listed; add {"technology":"One","field":"html","source":"a","start":20000,"run":100000}',
    ]);
    expect(reviewSlowPatterns([{ ...fast, run: ORDINARY_STEPS.run + 1 }], [])).toHaveLength(1);
    expect(reviewSlowPatterns([{ ...fast, start: ORDINARY_STEPS.start + 1 }], [])).toHaveLength(1);
    expect(reviewSlowPatterns([{ ...fast, ...ORDINARY_STEPS }], [])).toEqual([]);
  });

  test('if a pattern is slower than its entry', () => {
    expect(reviewSlowPatterns([slow], [{ ...slow, start: 19_999 }])).toEqual([
      expect.stringMatching(/^slower than its bound; make its entry .*20000.*, was .*19999/),
    ]);
    expect(reviewSlowPatterns([slow], [{ ...slow, run: 99_999 }])).toHaveLength(1);
    expect(reviewSlowPatterns([endless], [{ ...endless, start: 5, run: 5 }])).toHaveLength(1);
    expect(reviewSlowPatterns([slow], [slow])).toEqual([]);
    expect(reviewSlowPatterns([endless], [endless])).toEqual([]);
  });

  test('if an entry names a pattern that is fast, or none', () => {
    expect(reviewSlowPatterns([fast], [fast, slow])).toEqual([
      expect.stringMatching(/^no longer slow, or no longer there; remove .*"Two"/),
      expect.stringMatching(/^no longer slow, or no longer there; remove .*"One"/),
    ]);
  });
});

describe('what is measured', () => {
  test.each([
    // At an a three characters and the match's end, 86 times in 256 starts; elsewhere one.
    ['of a plain text is its length', 'abc', { start: 4, run: 86 * 4 + 170 }],
    // The start, and the first repetition with its 250 characters; 251 times the second, its 250, and 251 times b.
    [
      'of two neighbouring repetitions is their product',
      '^a{0,250}a{0,250}b',
      { start: 252 + 251 * 502, run: 252 + 251 * 502 + RUN_STARTS - 1 },
    ],
    [
      'of repetitions in repetitions has no end',
      '(?:[ab]{1,250}){0,250}y',
      { start: Infinity, run: Infinity },
    ],
    [
      'of alternatives of one character has no end',
      '(?:a|b|[ab]c?){1,250}y',
      { start: Infinity, run: Infinity },
    ],
  ])('%s', (_, source, steps) => {
    expect(measureSteps(new RegExp(source, 'i'))).toEqual(steps);
  });
});
