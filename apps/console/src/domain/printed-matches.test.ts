import { describe, expect, test } from 'vitest';
import { inlineCode } from './inline-code.ts';
import { pretty } from './pretty.ts';
import { isSpaced, printedMatches } from './printed-matches.ts';

/** The texts of matches of a text in its source, in another form of it. */
function found(source: string, printed: string, text: string): readonly string[] {
  const matches = [...source.matchAll(new RegExp(text, 'g'))].map(({ index, 0: match }) => ({
    from: index,
    to: index + match.length,
  }));
  return printedMatches(source, printed, matches).map(({ from, to }) => printed.slice(from, to));
}

describe('matches of a source in its indented form', () => {
  test('are the same characters, with the white space that is now between them', () => {
    expect(found('a=b;a=b', 'a = b;\n  a = b', 'a=b')).toEqual(['a = b', 'a = b']);
    expect(found('<p>x</p><p>y</p>', '<p>\n  x\n</p>\n<p>\n  y\n</p>', '</p><p>')).toEqual(['</p>\n<p>']);
    expect(found('<b> x </b>', '<b>\n  x\n</b>', ' x ')).toEqual(['x']);
  });

  test('of white space alone are empty, and the others stay what they are', () => {
    expect(found('a  b a', 'a\nb\na', ' +|a')).toEqual(['a', '', '', 'a']);
  });

  test('texts that differ in more than white space are told apart', () => {
    expect([isSpaced('a=b', ' a = b\n'), isSpaced('', '\n'), isSpaced('a', '')]).toEqual([true, true, false]);
    expect([isSpaced('a=b', 'a=b;'), isSpaced('ab', 'ba'), isSpaced('\u00a0a\ufeff', 'a')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

/** The indented form of a page, and how many of its scripts and styles stay as they are. */
function printed(source: string): readonly [text: string, left: number] {
  const code = inlineCode();
  const text = pretty(source, code.indent);
  return [text, code.leftCount()];
}

describe('scripts and styles in a page', () => {
  test('are indented below their tags', () => {
    const [text, left] = printed('<div><script>if(a){b("x")}</script><style>a{color:red}</style></div>');
    expect(text).toBe(
      [
        '<div>',
        '  <script>',
        '    if (a) {',
        '      b("x")',
        '    }',
        '  </script>',
        '  <style>',
        '    a {',
        '      color: red',
        '    }',
        '  </style>',
        '</div>',
      ].join('\n'),
    );
    expect(left).toBe(0);
  });

  test('of other types stay as they are, JSON does not', () => {
    expect(printed('<script type="text/template"><b>{{x}}</b></script>')).toEqual([
      '<script type="text/template"><b>{{x}}</b></script>',
      0,
    ]);
    expect(printed(`<script type='application/ld+json'>{"a":1}</script>`)[0].split('\n').slice(1, 4)).toEqual(
      ['  {', '    "a": 1', '  }'],
    );
  });

  test('keep the white space in their texts', () => {
    const [text] = printed('<script>x=`a\n b`;y=" c  d "</script>');
    expect(text).toContain('`a\n b`');
    expect(text).toContain('" c  d "');
  });

  test.each([
    ['too long', 'a;'.repeat(140_000)],
    ['nested too deeply', '{'.repeat(20_000)],
    ['statements within statements', 'if(a)'.repeat(20_000)],
    ['loops within loops', 'while(a)do '.repeat(10_000)],
    ['declarations within declarations', 'var a,'.repeat(10_000)],
    ['templates within templates', '`${'.repeat(50_000)],
  ])('that are %s stay as they are, and are counted', (_, script) => {
    expect(printed(`<script>${script}</script>`)).toEqual([`<script>${script}</script>`, 1]);
  });

  test('that are made to take long do not', () => {
    const scripts = ['(', "'", '/a', 'a?', '<a>', '<!--\n', 'a=', '/*', '[`', '=>', 'do ', 'a:'].map((part) =>
      part.repeat(20_000),
    );
    for (const script of scripts) {
      const source = `<script>${script}</script>`;
      const [text] = printed(source);
      expect([script.slice(0, 10), isSpaced(source, text)]).toEqual([script.slice(0, 10), true]);
      expect(text.length).toBeLessThan(20 * source.length);
    }
  });
});
