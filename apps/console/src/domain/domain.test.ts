import { compilePattern, parsePattern } from '@sitegrep/patterns';
import { describe, expect, test } from 'vitest';
import { evidenceText } from './evidence.ts';
import { targetOf } from './evidence-target.ts';
import { linkingTo, redirectedFrom, redirectedTo } from './link-queries.ts';
import { pretty } from './pretty.ts';
import { lookedAtIn, matchAfter, matchesText, offsetIn, partIn } from './source-state.ts';
import { countsOf, tabsFor } from './tabs.ts';

test('a key sees the tabs of its scopes', () => {
  expect(tabsFor(['search'])).toEqual([
    'overview',
    'technologies',
    'answers',
    'pages',
    'versions',
    'links',
    'history',
  ]);
  expect(tabsFor(['search', 'source', 'admin'])).toContain('source');
  expect(tabsFor(['admin'])).toEqual(['visits']);
});

test('tabs say how many technologies and pages there are, a technology of two categories once', () => {
  const tech = {
    content: { cms: ['WordPress'], blogs: ['WordPress'] },
    analytics: { analytics: ['Matomo'] },
  };
  expect(countsOf({ tech, pages_count: 23 })).toEqual({ pages: 23, technologies: 2 });
});

test.each([
  ['html', 'wp-content "x"', { tab: 'source', url: 'https://a.example/', q: String.raw`"wp-content \"x\""` }],
  ['text', 'Powered by  Shopify', { tab: 'source', url: 'https://a.example/', q: '"Powered"' }],
  ['headers', 'nginx', { tab: 'answers' }],
  ['dns', 'aspmx.example', null],
  ['dom', '', null],
] as const)('evidence in %s leads to where it stands', (field, match, target) =>
  expect(targetOf({ field, match, url: 'https://a.example/' })).toEqual(target),
);

describe('the state of a source', () => {
  test('is read out of the address, whatever stands there', () => {
    expect([{ part: 'rendered' }, { part: 'x' }, {}].map(partIn)).toEqual(['rendered', 'body', 'body']);
    expect(['1', '3', '0', '-2', 'x', ''].map((match) => lookedAtIn({ match }))).toEqual(
      [0, 2, 0, 0, 0, 0].map((index) => ({ index })),
    );
    expect(lookedAtIn({})).toEqual({ index: 0 });
    // A link names an offset; whoever goes on from there, a match.
    expect(['7', '-1', 'x'].map((offset) => lookedAtIn({ offset }))).toEqual(
      [7, 0, 0].map((characters) => ({ characters })),
    );
    expect(lookedAtIn({ match: '2', offset: '7' })).toEqual({ index: 1 });
  });

  test('goes round from match to match', () => {
    expect([matchAfter('n', 2, 3), matchAfter('p', 0, 3), matchAfter('n', 0, 1)]).toEqual([0, 2, 0]);
    expect([matchAfter('n', 0, 0), matchAfter('x', 0, 3)]).toEqual([null, null]);
  });

  test('is told in words', () => {
    expect(matchesText('q', 0, 1_200)).toBe('1 of 1,200');
    expect([matchesText('q', 0, null), matchesText('q', 0, 0)]).toEqual([
      'Looking for matches …',
      'No match on this page',
    ]);
    expect(matchesText('', 0, 0)).toBe('');
  });

  test('takes whole offsets alone', () => {
    const offset = (text: string): number | null => {
      const data = new FormData();
      data.set('offset', text);
      return offsetIn(data);
    };
    expect(['12', '0', '-1', '1.5', 'x'].map(offset)).toEqual([12, 0, null, null, null]);
  });
});

describe('queries for neighbours', () => {
  /** Whether the pattern of a query finds an address. */
  const finds = (query: string, address: string): boolean => {
    const [, written = ''] = /:\/(.*)\/(?: -site:|$)/.exec(query) ?? [];
    const pattern = parsePattern(written);
    if (!pattern.ok) throw new Error(written);
    return (
      compilePattern(pattern.value, { caseSensitive: false, onWork: () => {} }).find(address, 0) !== null
    );
  };

  test.each([
    ['https://a.example/x', true],
    ['//www.a.example?y', true],
    ['http://user@a.example', true],
    ['https://a.example:8080/', true],
    ['https://aa.example/', false],
    ['https://b.example/?to=a.example', false],
    ['https://a.example.evil.example/', false],
    ['/a.example', false],
  ])('a link to %s leads to the domain: %s', (address, isFound) =>
    expect(finds(linkingTo('a.example'), address)).toBe(isFound),
  );

  test('redirects are to a domain from others, and from it to others', () => {
    expect(redirectedTo('a.example')).toMatch(/^url:.* -site:a\.example$/);
    expect(redirectedFrom('a.example')).toMatch(/^site:a\.example -url:/);
    const found = ['https://www.a.example/', 'http://a.example:8080/', 'https://aa.example/'].map((url) =>
      finds(redirectedFrom('a.example'), url),
    );
    expect(found).toEqual([true, true, false]);
  });
});

test.each([
  ['<p>a<br>b</p>', '<p>\n  a\n  <br>\n  b\n</p>'],
  ['<ul><li title="a>b">x</li></ul>', '<ul>\n  <li title="a>b">\n    x\n  </li>\n</ul>'],
  ['<pre> <b>a</b>\n</pre>x', '<pre> <b>a</b>\n</pre>\nx'],
  ['<script>if (a<b) {}', '<script>if (a<b) {}'],
  ['</p></p><!-- <p> -->', '</p>\n</p>\n<!-- <p> -->'],
])('%j is indented by its tags', (source, indented) => expect(pretty(source)).toBe(indented));

test('evidence is one line, without its page', () => {
  const evidence = {
    url: 'https://a.example/',
    field: 'meta',
    key: 'generator',
    pattern: String.raw`WordPress ([\d.]+)`,
    match: 'WordPress 6.9',
    confidence: 100,
    version: '6.9',
    version_source: 'stated',
  } as const;
  expect(evidenceText(evidence)).toBe(
    String.raw`meta generator "WordPress 6.9" /WordPress ([\d.]+)/ → 6.9 (stated)`,
  );
  const unsure = { ...evidence, field: 'dom', key: 'a', pattern: '', match: '', version: null } as const;
  expect(evidenceText({ ...unsure, version_source: null, confidence: 50 })).toBe('element a (50 %)');
});
