import { describe, expect, test } from 'vitest';
import { precisionOf, recallOf, sumOf } from './fact.ts';
import { readPlainPage } from './plain-page.ts';
import { readLabels, truthOf } from './technologies.ts';
import { RULES, technologiesOf } from './technology-rules.ts';

function namesOf(
  html: string,
  headers: readonly [string, string][] = [],
  url = 'https://site.example/',
): string[] {
  return [...technologiesOf(readPlainPage(url, headers, html))];
}

describe('a rule sees', () => {
  test.each([
    ['a script', '<script src="https://static.hotjar.com/c/hotjar-1.js"></script>', ['Hotjar']],
    ['a loader', `<script>a.src='https:\\/\\/static.hotjar.com\\/c\\/hotjar-'</script>`, ['Hotjar']],
    ['a variable', '<script>window._taboola = window._taboola || []</script>', ['Taboola']],
    ['a style', '<style>@import "https://fonts.googleapis.com/css"</style>', ['Google Font API']],
    ['a style sheet', '<link rel=stylesheet href="//cdn.jsdelivr.net/a.css">', ['jsDelivr']],
    ['a generator', '<meta name=generator content="Webflow">', ['Webflow']],
    ['an element', '<div class="x OUTBRAIN"></div>', ['Outbrain']],
    ['an attribute in single quotes', `<meta property='og:title' content=a>`, ['Open Graph']],
    [
      'what another technology brings along',
      '<script src="/_next/static/a.js"></script>',
      ['React', 'Next.js'],
    ],
    [
      'a comment of a plugin',
      '<!-- all in one seo pack 2 -->',
      ['WordPress', 'All in One SEO', 'PHP', 'MySQL'],
    ],
  ])('%s', (_, html, expected) => {
    expect(namesOf(html).toSorted()).toEqual(expected.toSorted());
  });

  test('a header and the address', () => {
    expect(namesOf('', [['CF-RAY', '1']])).toEqual(['Cloudflare']);
    expect(namesOf('', [], 'https://a.blogspot.com/')).toEqual(['Blogger']);
  });
});

describe('a rule does not see', () => {
  test.each([
    ['a script in a comment', '<!-- <script src="https://static.hotjar.com/a.js"></script> -->'],
    ['an address in a comment of a script', '<script>/* load("https://static.hotjar.com/a.js") */</script>'],
    ['data', '<script type="application/json">{"a":"https://static.hotjar.com/a.js"}</script>'],
    ['text', '<p>https://static.hotjar.com/a.js</p>'],
    ['a link', '<a href="https://static.hotjar.com/a.js">a</a>'],
  ])('%s', (_, html) => {
    expect(namesOf(html)).toEqual([]);
  });
});

test('what was read by eye counts more than a rule', () => {
  const byRules = new Set(['Hotjar', 'Taboola']);
  const labels = { url: '', present: ['Matomo Analytics'], absent: ['Taboola'] };
  expect(truthOf(byRules, undefined)).toEqual(byRules);
  expect(truthOf(byRules, { ...labels, isComplete: false })).toEqual(new Set(['Hotjar', 'Matomo Analytics']));
  expect(truthOf(byRules, { ...labels, isComplete: true })).toEqual(new Set(['Matomo Analytics']));
});

test('labels name pages once, and technologies that have a rule', () => {
  const labels = readLabels();
  const known = new Set(RULES.map(([name]) => name));
  expect(new Set(labels.map(({ url }) => url)).size).toBe(labels.length);
  expect(
    labels.flatMap(({ present, absent = [] }) => [...present, ...absent]).filter((name) => !known.has(name)),
  ).toEqual([]);
});

test('precision and recall', () => {
  const counts = { right: 6, wrong: 2, missed: 4 };
  expect([precisionOf(counts), recallOf(counts)]).toEqual([0.75, 0.6]);
  const none = { right: 0, wrong: 0, missed: 0 };
  expect([precisionOf(none), recallOf(none)]).toEqual([1, 1]);
  expect(sumOf([counts, counts])).toEqual({ right: 12, wrong: 4, missed: 8 });
});
