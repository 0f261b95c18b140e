import type { PagesLine } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { NOTHING, outcomesOf, positionsOf, withLine, withUnread } from './capture-progress.ts';

const lineOf = (line: object): PagesLine => line as PagesLine;
const summaryOf = (outcomes: object, error: string | null = null): PagesLine =>
  lineOf({ type: 'summary', outcomes, source_bytes: 10, error });

test('a file that goes on counts besides those that have ended', () => {
  const ended = withLine(NOTHING, 'a.warc', summaryOf({ stored: 2, older: 1 }));
  const going = withLine(ended, 'b.warc', lineOf({ type: 'progress', outcomes: { stored: 5 } }));
  expect([going.hasBegun, going.bytes, outcomesOf(going)]).toEqual([true, 10, { stored: 7, older: 1 }]);
  // The last line of a file has all of it.
  expect(outcomesOf(withLine(going, 'b.warc', summaryOf({ stored: 6 })))).toEqual({ stored: 8, older: 1 });
});

test('damaged pages are counted, and the first twenty shown; others are not', () => {
  let progress = withLine(NOTHING, 'a.warc', lineOf({ type: 'page', outcome: 'stored' }));
  expect(progress).toBe(NOTHING);
  for (let offset = 0; offset < 25; offset++)
    progress = withLine(progress, 'a.warc', lineOf({ type: 'page', outcome: 'broken', offset }));
  expect([progress.damagedCount, progress.damaged.length]).toEqual([25, 20]);
  expect(progress.damaged[0]).toMatchObject({ file: 'a.warc', offset: 0 });
});

test('files that could not be read to their end are named with the reason', () => {
  const progress = withUnread(
    withLine(NOTHING, 'a.warc', summaryOf({}, 'cut off')),
    'b.warc',
    'is not a capture',
  );
  expect(progress.unread).toEqual([
    ['a.warc', 'cut off'],
    ['b.warc', 'is not a capture'],
  ]);
});

test('what was sent counts from the files before', () => {
  expect(positionsOf([5, 0, 7])).toEqual({ before: [0, 5, 5], total: 12 });
});
