import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { renderTable } from './table.ts';

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

test('a long cell is cut with an ellipsis, between whole characters', () => {
  const family = '👨‍👩‍👧';
  expect(plain(renderTable([{ title: 'T', maxWidth: 5 }], [['abcdefgh'], [family.repeat(4)]]))).toEqual([
    'T',
    'abcd…',
    `${family}${family}…`,
  ]);
});

test('control characters of a page cannot reach the terminal', () => {
  expect(plain(renderTable([{ title: 'T' }], [['a\u001b[2Jb\u202ec\nd']]))).toEqual(['T', 'a [2Jb c d']);
});
