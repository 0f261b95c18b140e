import { applyPatch } from 'diff';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noiseOf } from '../compare-visits.ts';
import { NO_NOISE, type Noise } from '../noise.ts';
import { diffOf, type DiffHunk, type DiffOperation } from './operations.ts';
import { unifiedDiff } from './unified.ts';

const NAMES = { a: 'before', b: 'after' };

const unified = (a: string, b: string, noise: Noise = NO_NOISE): string =>
  unifiedDiff(a, b, noise, NAMES).text;

/** Noise of a page of which `page` makes the source for a value that changes on every visit. */
function learntOf(page: (value: string) => string): Noise {
  return noiseOf(NO_NOISE, ...['11', '22', '33', '44'].map((value) => ({ source: page(value) })));
}

describe('the unified text', () => {
  test('has three lines of context and joins changes that are close', () => {
    const a = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no\n';
    expect(unified(a, a.replace('e\n', 'E\n').replace('g\n', '').replace('o\n', 'o\np\n'))).toBe(
      [
        '--- before', '+++ after', '@@ -2,9 +2,8 @@',
        ' b', ' c', ' d', '-e', '+E', ' f', '-g', ' h', ' i', ' j',
        '@@ -13,3 +12,4 @@',
        ' m', ' n', ' o', '+p', '',
      ].join('\n'), // prettier-ignore
    );
  });

  test('names the line before an empty range, and a source that ends within a line', () => {
    expect(unified('', 'a\n')).toBe('--- before\n+++ after\n@@ -0,0 +1,1 @@\n+a\n');
    expect(unified('a\nb', 'a\n')).toBe(
      '--- before\n+++ after\n@@ -1,2 +1,1 @@\n a\n-b\n\\ No newline at end of file\n',
    );
  });

  test('is empty if sources are equal, and a sentence if they differ in noise alone', () => {
    const page = (value: string): string => `<p>${value} visitors</p>\n`;
    expect(unified('a', 'a')).toBe('');
    expect(unified(page('5'), page('6'), learntOf(page))).toBe(
      '1 value that changes on every visit is left out\n',
    );
  });

  test('keeps names in their line', () => {
    const { text } = unifiedDiff('a', 'b', NO_NOISE, { a: 'x\n+++ y', b: 'z' });
    expect(text.split('\n').slice(0, 2)).toEqual(['--- x +++ y', '+++ z']);
  });

  test('breaks long lines at tags, then at separators, never within a character, and says so', () => {
    const items = (changed: number): string =>
      Array.from(
        { length: 100 },
        (_, index) => `<li>${index === changed ? 'new' : 'old'} ${index}</li>`,
      ).join('');
    const { text, broken } = unifiedDiff(items(-1), items(50), NO_NOISE, NAMES);
    expect(broken).toBe(true);
    expect(text.split('\n').filter((line) => /^[-+](?![-+])/.test(line))).toEqual([
      '-<li>old 50',
      '+<li>new 50',
    ]);
    const script = (value: string): string => `${'f();'.repeat(300)}g(${value});${'h();'.repeat(300)}`;
    const lines = unified(script('1'), script('2')).split('\n');
    expect(
      lines.filter((line) => /^[-+](?![-+])/.test(line)).map((line) => /g\(.\)/.exec(line)?.[0]),
    ).toEqual(['g(1)', 'g(2)']);
    const smiles = '😀'.repeat(1_000);
    expect(unified(`${smiles}a`, `${smiles}b`).isWellFormed()).toBe(true);
    expect(unifiedDiff('a\n', 'b\n', NO_NOISE, NAMES).broken).toBe(false);
  });

  test('says what it does not show', () => {
    const { text, isCut } = unifiedDiff('', 'x'.repeat(5_000) + '\n', NO_NOISE, NAMES);
    expect([isCut, text.includes('not shown')]).toEqual([false, false]);
    const many = Array.from({ length: 40_000 }, (_, index) => `${index} ${'y'.repeat(200)}\n`).join('');
    const cut = unifiedDiff('', many, NO_NOISE, NAMES);
    expect(cut.isCut).toBe(true);
    const shown = cut.text
      .split('\n')
      .filter((line) => line.startsWith('+') && !line.startsWith('+++')).length;
    expect(cut.text).toMatch(new RegExp(`\\n\\\\ ${40_000 - shown} more lines are not shown\\n$`));
  });

  test('makes the second source of the first one, by the library’s applyPatch', () => {
    const line = fc.constantFrom('a', 'b', 'c', '<p>d</p>', '', 'e ', 'ü', '\r');
    const text = fc
      .tuple(fc.array(line, { maxLength: 40 }), fc.boolean())
      .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const patch = unified(a, b);
        expect(patch === '' ? a : applyPatch(a, patch, { autoConvertLineEndings: false })).toBe(b);
      }),
    );
  });
});

describe('the difference by tokens', () => {
  const kinds = ({ operations }: DiffHunk): string[] => operations.map(({ kind, text }) => `${kind} ${text}`);

  test('tells what was replaced within a line, with offsets in code points', () => {
    const a = '😀\n<p class="x">Price 19 Euro</p>\n';
    const { hunks, unit, broken, leftOut, moreHunks } = diffOf(a, a.replace('19', '21'), NO_NOISE);
    expect({ unit, broken, leftOut, moreHunks }).toEqual({
      unit: 'lines',
      broken: false,
      leftOut: 0,
      moreHunks: 0,
    });
    expect(hunks).toEqual([
      {
        aLine: 1,
        aLines: 2,
        bLine: 1,
        bLines: 2,
        operations: [
          { kind: 'equal', a: 0, b: 0, length: 21, text: '😀\n<p class="x">Price ' },
          { kind: 'delete', a: 21, b: 21, length: 2, text: '19' },
          { kind: 'insert', a: 23, b: 21, length: 2, text: '21' },
          { kind: 'equal', a: 23, b: 23, length: 10, text: ' Euro</p>\n' },
        ],
      },
    ]);
  });

  test('leaves out values that change on every visit, and counts them', () => {
    const page = (value: string, name = 'all'): string =>
      `<script nonce="r${value}"></script>\n<p>${value} visitors</p>\n<p>by ${name} <b>${value}</b> views</p>\n`;
    const noise = learntOf(page);
    const { hunks, leftOut } = diffOf(page('5'), page('6', 'none'), noise);
    expect(leftOut).toBe(3);
    expect(hunks.map(kinds)).toEqual([
      [
        'equal <script nonce="r5"></script>\n<p>5 visitors</p>\n<p>by ',
        'delete all',
        'insert none',
        'equal  <b>5</b> views</p>\n',
      ],
    ]);
    const { text } = unifiedDiff(page('5'), page('6', 'none'), noise, NAMES);
    expect(text.split('\n')).toEqual([
      '3 values that change on every visit are left out',
      '--- before',
      '+++ after',
      '@@ -1,3 +1,3 @@',
      ' <script nonce="r5"></script>',
      ' <p>5 visitors</p>',
      '-<p>by all <b>5</b> views</p>',
      '+<p>by none <b>6</b> views</p>',
      '',
    ]);
    expect(diffOf(page('5'), page('5', 'none'), noise).leftOut).toBe(0);
  });

  test('cuts long texts and keeps their lengths', () => {
    const { hunks } = diffOf('', '😀'.repeat(10_000), NO_NOISE);
    const [operation] = hunks[0]?.operations ?? [];
    expect(operation).toEqual({ kind: 'insert', a: 0, b: 0, length: 10_000, text: '😀'.repeat(2_000) });
  });

  test('operations make both sources of each hunk', () => {
    const piece = fc.constantFrom('<p>', '</p>', ' ', 'word', '12', '\n', '="', '😀', '&', 'ä');
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const { hunks } = diffOf(a, b, NO_NOISE);
        const left = Array.from(a);
        const right = Array.from(b);
        let made = '';
        let at = 0;
        for (const { operations } of hunks) {
          made += left.slice(at, operations[0]?.a).join('');
          for (const operation of operations) {
            const { kind, length, text } = operation;
            expect(text).toBe(sideOf(operation, left, right).join(''));
            if (kind !== 'delete') made += text;
            if (kind !== 'insert') at = operation.a + length;
          }
        }
        expect(made + left.slice(at).join('')).toBe(b);
      }),
    );
  });

  /** Code points that an operation names. */
  function sideOf(
    { kind, a, b, length }: DiffOperation,
    left: readonly string[],
    right: readonly string[],
  ): readonly string[] {
    return kind === 'insert' ? right.slice(b, b + length) : left.slice(a, a + length);
  }
});

describe('hostile sources', () => {
  const length = 16_777_216;
  const cycled = (unit: string): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

  test.each([
    ['one token each', cycled('a'), cycled('b'), 'coarse lines'],
    ['line feeds and lines', cycled('\n'), cycled('a\n'), 'source'],
    ['tags', cycled('<b>'), cycled('<i>'), 'source'],
    ['quotes', cycled('"'), `x${cycled('"')}`, 'lines'],
    ['nothing', '', cycled('<p>text</p>\n'), 'source'],
  ] as const)('of 16 MB (%s) are compared, and what is not shown is named', (_name, a, b, unit) => {
    const diff = diffOf(a, b, NO_NOISE);
    expect(diff.unit).toBe(unit);
    const operations = diff.hunks.flatMap((hunk) => hunk.operations);
    expect(operations.length).toBeLessThan(10);
    expect(operations.every(({ text }) => text.length <= 2_000)).toBe(true);
    const { text, isCut } = unifiedDiff(a, b, NO_NOISE, NAMES);
    expect(text.length).toBeLessThan(5_000_000);
    expect(text.includes('not shown')).toBe(isCut);
  });

  test('that differ in every second line are compared coarsely, and nothing is lost', () => {
    const lines = (seed: number): string =>
      Array.from({ length: 20_000 }, (_, index) => (index % 2 === 0 ? 'same' : `${index * seed}`)).join('\n');
    const a = lines(3);
    const b = lines(5);
    const { text, unit } = unifiedDiff(a, b, NO_NOISE, NAMES);
    expect(unit).toBe('coarse lines');
    expect(applyPatch(a, text)).toBe(b);
  });
});
