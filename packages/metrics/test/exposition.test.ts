import { expect, test } from 'vitest';
import { parseExposition } from './exposition.ts';

test('reads families, labels with escapes, and numbers of every kind', () => {
  const text = [
    '# HELP a_total Counts a.',
    '# TYPE a_total counter',
    String.raw`a_total{x="q\"b\\n\nl",y=""} 1`,
    'a_total 2.5e3',
    '# HELP h_seconds Times h.',
    '# TYPE h_seconds histogram',
    'h_seconds_bucket{le="+Inf"} 3',
    'h_seconds_sum +Inf',
    'h_seconds_count NaN',
    '',
  ].join('\n');
  const families = parseExposition(text);
  expect(families.get('a_total')).toEqual({
    type: 'counter',
    help: 'Counts a.',
    samples: [
      { name: 'a_total', labels: { x: 'q"b\\n\nl', y: '' }, value: 1 },
      { name: 'a_total', labels: {}, value: 2_500 },
    ],
  });
  expect(families.get('h_seconds')?.samples.map(({ name, value }) => [name, value])).toEqual([
    ['h_seconds_bucket', 3],
    ['h_seconds_sum', Infinity],
    ['h_seconds_count', NaN],
  ]);
});

test.each([
  ['a sample without a family', 'a 1\n'],
  ['a sample of another family', '# HELP a A.\n# TYPE a gauge\nb 1\n'],
  ['a family that comes twice', '# HELP a A.\n# HELP a A.\n'],
  ['a type before its help', '# TYPE a gauge\n'],
  ['a number that is none', '# HELP a A.\na one\n'],
  ['a label without quotes', '# HELP a A.\na{x=1} 1\n'],
  ['a label that comes twice', '# HELP a A.\na{x="1",x="2"} 1\n'],
  ['a last line without an end', '# HELP a A.\na 1'],
])('refuses %s', (_what, text) => {
  expect(() => parseExposition(text)).toThrow(SyntaxError);
});
