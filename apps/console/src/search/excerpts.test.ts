import type { FoundMatch } from '@sitegrep/client';
import { describe, expect, test } from 'vitest';
import { type Excerpt, excerptsOf } from './excerpts.ts';

const URL = 'https://a.example/';

/** A match as the API gives it: found in the source by a plain scan, with some lines around, of at most some characters. */
function matchAt(source: string, text: string, nth: number, lines: number, around = 400): FoundMatch {
  let at = -1;
  for (let count = 0; count < nth; count++) at = source.indexOf(text, at + 1);
  const [ahead, behind] = [source.slice(0, at).split('\n'), source.slice(at + text.length).split('\n')];
  const last = (some: string): string => Array.from(some).slice(-around).join('');
  const first = (some: string): string => Array.from(some).slice(0, around).join('');
  return {
    term: text,
    scope: 'body',
    url: URL,
    offset: Array.from(source.slice(0, at)).length,
    line: ahead.length,
    column: Array.from(ahead.at(-1) ?? '').length + 1,
    before: last(ahead.slice(-1 - lines).join('\n')),
    match: text,
    after: first(behind.slice(0, 1 + lines).join('\n')),
  };
}

/** Lines as `number: text`, with matches in brackets, and a bar before those behind a gap. */
function shown({ lines }: Excerpt): readonly string[] {
  return lines.map(
    ({ number, pieces, isAfterGap }) =>
      `${isAfterGap ? '|' : ''}${number}: ${pieces.map(({ text, kind }) => (kind === 'match' ? `[${text}]` : text)).join('')}`,
  );
}

const SOURCE = 'one\n😀 two x\nthree x x\nfour\nfive\nsix\nseven x\n';

describe('matches of a page', () => {
  test('that are near each other are one excerpt, each line once', () => {
    const all = [1, 2, 3].map((nth) => matchAt(SOURCE, 'x', nth, 1));
    const [excerpt, ...others] = excerptsOf(all.toReversed(), 400);
    expect(others).toEqual([]);
    expect(excerpt).toMatchObject({ url: URL, scope: null, offset: 10 });
    expect(shown(excerpt as Excerpt)).toEqual(['1: one', '2: 😀 two [x]', '3: three [x] [x]', '4: four']);
    expect(excerpt?.lines.map(({ offset }) => offset)).toEqual([null, 10, 18, null]);
  });

  test('of lines that follow each other are joined, and of others parted', () => {
    const all = [1, 2, 5].map((nth) => matchAt(SOURCE, 'x', nth, 0));
    expect(excerptsOf(all, 400).map(shown)).toEqual([['2: 😀 two [x]', '3: three [x] x', '|7: seven [x]']]);
  });

  test('of other texts stand apart, and keep their order', () => {
    const one = matchAt(SOURCE, 'x', 1, 0);
    const all: readonly FoundMatch[] = [
      { ...one, scope: 'headers' },
      one,
      { ...one, scope: 'comment', offset: 18, line: 3, column: 7, before: 'three ', after: ' x' },
      { ...one, url: `${URL}other` },
    ];
    expect(excerptsOf(all, 400).map(({ url, scope, lines }) => [url, scope, lines.length])).toEqual([
      [URL, 'headers', 1],
      [URL, null, 2],
      [`${URL}other`, null, 1],
    ]);
  });

  test('on one long line show what is around each of them', () => {
    const source = `${'a'.repeat(900)}needle${'b'.repeat(900)}needle${'c'.repeat(900)}`;
    const all = [1, 2].map((nth) => matchAt(source, 'needle', nth, 1));
    expect(excerptsOf(all, 400).map(shown)).toEqual([
      [`1: …${'a'.repeat(100)}[needle]${'b'.repeat(100)}…${'b'.repeat(100)}[needle]${'c'.repeat(100)}…`],
    ]);
  });

  test('on a line that was cut after the match before it have the line lead to them', () => {
    const source = `x\n${'a'.repeat(50)}needle`;
    const all = [matchAt(source, 'x', 1, 1, 20), matchAt(source, 'needle', 1, 0, 20)];
    const [excerpt] = excerptsOf(all, 20);
    expect(excerpt?.lines.map(({ number, offset }) => [number, offset])).toEqual([
      [1, 0],
      [2, 52],
    ]);
  });

  test('are cut within no character, and the beginning of a line is told from a cut', () => {
    const source = `${'😀'.repeat(300)}needle`;
    expect(excerptsOf([matchAt(source, 'needle', 1, 0)], 400).map(shown)).toEqual([
      [`1: …${'😀'.repeat(50)}[needle]`],
    ]);
    const short = `${'a'.repeat(10)}needle`;
    expect(excerptsOf([matchAt(short, 'needle', 1, 0, 10)], 10).map(shown)).toEqual([
      [`1: ${'a'.repeat(10)}[needle]`],
    ]);
    expect(excerptsOf([matchAt(short, 'needle', 1, 0, 9)], 9).map(shown)).toEqual([
      [`1: …${'a'.repeat(9)}[needle]`],
    ]);
  });
});
