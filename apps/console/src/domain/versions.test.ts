import type { PageVersion } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { positionAfter } from '../parts/slider-keys.ts';
import { countOfKind, differingIn, readUnified, rowsOf } from './unified-diff.ts';
import { indexOfTime, spansOf, standingAt, standingVersion, timeKey } from './version-choice.ts';

/** A version that was seen first and last at some hours of a day, and found gone at another one. */
function version(first: number, last: number | null, gone: number | null = null): PageVersion {
  const at = (hour: number): string => `2026-05-04 ${String(hour).padStart(2, '0')}:00:00 +00:00`;
  return {
    id: String(first),
    first_seen: at(first),
    last_seen: last === null ? null : at(last),
    gone_at: gone === null ? null : at(gone),
    title: null,
    bytes: 1,
    rendered_bytes: null,
    digest: '',
    charset: 'utf-8',
    truncated: false,
  };
}

const HOUR = 3_600_000;
const DAY = Date.UTC(2026, 4, 4);
const VERSIONS = [version(1, 2), version(3, 3, 5), version(8, null)];

test('a version is named by its first time, and found by any time at which it stood', () => {
  expect(VERSIONS.map(timeKey)).toEqual([
    '2026-05-04T01:00:00Z',
    '2026-05-04T03:00:00Z',
    '2026-05-04T08:00:00Z',
  ]);
  expect([0, 1, 2.9, 3, 7, 8, 20].map((hour) => standingAt(VERSIONS, DAY + hour * HOUR))).toEqual([
    0, 0, 0, 1, 1, 2, 2,
  ]);
  expect(
    ['2026-05-04T03:00:00Z', '2026-05-04', 'soon', undefined].map((at) => indexOfTime(VERSIONS, at)),
  ).toEqual([1, 0, null, null]);
});

test('the newest version is the page as it stands unless another source was seen since', () => {
  expect(standingVersion(VERSIONS)).toBe(VERSIONS[2]);
  expect(standingVersion(VERSIONS.slice(0, 2))).toBeNull();
  expect(standingVersion([])).toBeNull();
});

test('a version reaches to the next one, to the visit that found the page gone, or to now', () => {
  const hours = spansOf(VERSIONS, DAY + 9 * HOUR).map(({ from, to }) =>
    [from, to].map((at) => (at - DAY) / HOUR),
  );
  expect(hours).toEqual([
    [1, 3],
    [3, 5],
    [8, 9],
  ]);
  // The clock of the reader may be behind.
  expect(spansOf(VERSIONS, DAY).at(-1)).toEqual({ from: DAY + 8 * HOUR, to: DAY + 8 * HOUR });
});

test('keys lead from position to position', () => {
  expect(
    ['ArrowLeft', 'ArrowUp', 'PageUp', 'PageDown', 'a'].map((key) => positionAfter(key, 11, 30)),
  ).toEqual([10, 12, 21, 1, null]);
});

const UNIFIED = [
  '--- 2026-05-04T01:00:00.000Z',
  '+++ 2026-05-04T03:00:00.000Z',
  '@@ -3,4 +3,4 @@',
  ' same',
  '--- a line that looks like a header',
  '-@@ -1,1 +1,1 @@',
  '+new',
  '+newer',
  ' end\r',
  '@@ -20,0 +21,1 @@',
  '+last',
  String.raw`\ No newline at end of file`,
  String.raw`\ 7 more lines are not shown`,
  '',
].join('\n');

test('a difference is read by what its headers count, whatever its lines look like', () => {
  const [first, second] = readUnified(UNIFIED);
  expect(first).toEqual({
    skipped: 2,
    lines: [
      { kind: 'equal', a: 3, b: 3, text: 'same' },
      { kind: 'removed', a: 4, b: null, text: '-- a line that looks like a header' },
      { kind: 'removed', a: 5, b: null, text: '@@ -1,1 +1,1 @@' },
      { kind: 'added', a: null, b: 4, text: 'new' },
      { kind: 'added', a: null, b: 5, text: 'newer' },
      { kind: 'equal', a: 6, b: 6, text: 'end\r' },
    ],
  });
  // An empty range names the line before it: lines 7 to 20 are equal.
  expect(second).toEqual({
    skipped: 14,
    lines: [
      { kind: 'added', a: null, b: 21, text: 'last' },
      { kind: 'note', text: 'No newline at end of file' },
      { kind: 'note', text: '7 more lines are not shown' },
    ],
  });
  expect(readUnified('')).toEqual([]);
  const hunks = readUnified(UNIFIED);
  expect([countOfKind(hunks, 'added'), countOfKind(hunks, 'removed')]).toEqual([3, 2]);
});

test('two sources that both end without a line feed do not differ by that', () => {
  const note = String.raw`\ No newline at end of file`;
  const [both] = readUnified(`@@ -1,1 +1,1 @@\n-a\n${note}\n+b\n${note}\n`);
  expect(both?.lines.map(({ text }) => text)).toEqual(['a', 'b']);
  const [equal] = readUnified(`@@ -1,1 +1,2 @@\n+new\n same\n${note}\n`);
  expect(equal?.lines.map(({ text }) => text)).toEqual(['new', 'same']);
});

test('removed lines stand beside the added ones that follow them', () => {
  const [first, second] = readUnified(UNIFIED).map((hunk) =>
    rowsOf(hunk).map(({ left, right, note }) => note ?? [left?.text ?? null, right?.text ?? null]),
  );
  expect(first).toEqual([
    ['same', 'same'],
    ['-- a line that looks like a header', 'new'],
    ['@@ -1,1 +1,1 @@', 'newer'],
    ['end\r', 'end\r'],
  ]);
  expect(second).toEqual([[null, 'last'], 'No newline at end of file', '7 more lines are not shown']);
});

test.each([
  ['<p class="a">', '<p class="bc">', { from: 10, aTo: 11, bTo: 12 }],
  ['same', 'same', { from: 4, aTo: 4, bTo: 4 }],
  ['aa', 'aaa', { from: 2, aTo: 2, bTo: 3 }],
  // Half of a character is not marked.
  ['x😀y', 'x😁y', { from: 1, aTo: 3, bTo: 3 }],
  ['entirely other', 'nothing alike!', null],
  ['', 'new', null],
])('%j and %j differ in a part, unless they have nothing in common', (a, b, expected) => {
  expect(differingIn(a, b)).toEqual(expected);
});
