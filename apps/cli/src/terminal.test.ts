import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { jsonLine } from '@sitegrep/contract';
import stringWidth from 'string-width';
import { counted, formatBytes, formatSeconds, renderTable } from './terminal.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [314_572_800, '300.0 MiB'],
  [5 * 2 ** 40, '5.0 TiB'],
])('%i bytes read as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [-1, '0s'],
  [59.4, '59s'],
  [61, '1m 01s'],
  [3599, '59m 59s'],
  [90_000, '25h 00m'],
])('%d seconds read as %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));

test('a count and its noun agree', () => {
  expect([0, 1, 2_000].map((count) => counted(count, 'page'))).toEqual(['0 pages', '1 page', '2,000 pages']);
  expect([1, 2].map((count) => counted(count, 'log is', 'logs are'))).toEqual(['1 log is', '2 logs are']);
});

test('a line of JSON holds no control character but its end, and says the same', () => {
  const text = '\u0000\u001b[2J\u007f\u0080\u009b31m\u009f\u00a0\u2028\u202e\u2066\ufeff\n"\\';
  const line = jsonLine({ [text]: text });
  expect(line).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\n$/u);
  expect(JSON.parse(line)).toEqual({ [text]: text });
});

const plain = (text: string): string[] => stripVTControlCharacters(text).split('\n');

test('columns are as wide as their widest cell on a terminal, wide characters counted twice', () => {
  const table = renderTable(
    [{ title: 'A' }, { title: 'N', align: 'right' }],
    [
      ['東京', '1'],
      ['é', '22'],
    ],
  );
  expect(plain(table)).toEqual(['A      N', '東京   1', 'é     22']);
});

test('a long cell is truncated between characters, with an ellipsis', () => {
  const family = '👨‍👩‍👧';
  expect(plain(renderTable([{ title: 'T', maxWidth: 5 }], [['abcdefgh'], [family.repeat(4)]], 80))).toEqual([
    'T',
    'abcd…',
    `${family}${family}…`,
  ]);
});

test('control characters of a page cannot reach the terminal', () => {
  expect(plain(renderTable([{ title: 'T' }], [['a\u001b[2Jb\u202ec\nd']]))).toEqual(['T', 'a [2Jb c d']);
});

test('a table fits the terminal: its widest columns are truncated, and without one nothing is', () => {
  const columns = [
    { title: 'DOMAIN', maxWidth: 40 },
    { title: 'N', align: 'right' as const },
    { title: 'TITLE', maxWidth: 50 },
  ];
  const rows = [
    ['a.example', '1000', 'x'.repeat(60)],
    ['b'.repeat(30), '1', '東'.repeat(30)],
  ];
  for (const width of [30, 40, 80]) {
    const lines = plain(renderTable(columns, rows, width));
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBe(width);
    expect(lines[1]).toMatch(/ 1000  x+…$/);
  }
  expect(plain(renderTable(columns, rows, 80))[2]).toContain('b'.repeat(30));
  const whole = plain(renderTable(columns, rows, Infinity)).join('\n');
  expect(whole).toContain('x'.repeat(60));
  expect(whole).not.toContain('…');
});

test('text that is of use only as a whole is never truncated, nor are numbers', () => {
  const columns = [
    { title: 'ID', isWhole: true },
    { title: 'NAME' },
    { title: 'N', align: 'right' as const },
  ];
  expect(plain(renderTable(columns, [['0123456789', 'a long name', '1,000,000']], 32))).toEqual([
    'ID          NAME               N',
    '0123456789  a long n…  1,000,000',
  ]);
});

test('columns that are optional are left out, the later one first, until the table fits', () => {
  const columns = [{ title: 'A' }, { title: 'B', isOptional: true }, { title: 'C', isOptional: true }];
  const table = (width: number): string[] => plain(renderTable(columns, [['aaa', 'bbb', 'ccc']], width));
  expect(table(13)).toEqual(['A    B    C', 'aaa  bbb  ccc']);
  expect(table(12)).toEqual(['A    B', 'aaa  bbb']);
  expect(table(7)).toEqual(['A', 'aaa']);
});

test('a last column that wraps loses nothing', () => {
  const columns = [{ title: 'SITE' }, { title: 'REASON', wraps: true }];
  expect(
    plain(
      renderTable(
        columns,
        [
          ['a.example', 'no connection to a.example'],
          ['b', 'ok'],
        ],
        25,
      ),
    ),
  ).toEqual(['SITE       REASON', 'a.example  no connection', '           to a.example', 'b          ok']);
});
