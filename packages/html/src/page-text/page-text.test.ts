import { expect, test } from 'vitest';
import { readPageText } from './page-text.ts';

/** Blocks as `kind: text`. */
const blocks = (source: string): readonly string[] =>
  readPageText(source).blocks.map(({ kind, text }) => `${kind}: ${text}`);

test('blocks are the runs of text between block elements, with their kinds', () => {
  expect(
    blocks(
      '<title>t</title><h1>One <b>two</b></h1><p>Three&amp;four<br>five</p><ul><li>a<li>b <i>c</i></ul>' +
        '<dl><dt>d<dd>e</dl><div>f <span>g</span></div>h',
    ),
  ).toEqual([
    'heading: One two',
    'paragraph: Three&four',
    'paragraph: five',
    'item: a',
    'item: b c',
    'term: d',
    'definition: e',
    'text: f g',
    'text: h',
  ]);
});

test.each([
  '<p hidden>x</p>',
  '<div style="color: red; DISPLAY:none"><p>x</p></div>',
  '<div style="visibility: hidden">x</div>',
  '<script>x</script><style>x</style><noscript>x</noscript><template><p>x</p></template>',
  '<svg><text>x</text></svg><iframe>x</iframe><textarea>x</textarea><!-- x -->',
])('%s shows nothing', (source) => {
  expect(blocks(`${source}<p>shown</p>`)).toEqual(['paragraph: shown']);
});

test('text that is withheld from snippets is a block of its own', () => {
  const withheld = (source: string): readonly string[] =>
    readPageText(source).blocks.map(({ text, isWithheld }) => (isWithheld ? `(${text})` : text));
  expect(
    withheld(
      '<p>Open <span data-nosnippet>kept <b>back</b></span> open</p><div DATA-NOSNIPPET="x"><p>a<p>b</div>c',
    ),
  ).toEqual(['Open', '(kept back)', 'open', '(a)', '(b)', 'c']);
  expect(
    withheld('<br data-nosnippet>a<section data-nosnippet>b<section data-nosnippet>c</section>d</section>e'),
  ).toEqual(['a', '(b)', '(c)', '(d)', 'e']);
});

test('a shadow root shows its content', () => {
  expect(blocks('<div><template shadowrootmode="open"><p>x</p></template></div>')).toEqual(['paragraph: x']);
});

test('links have their texts and say whether they recommend', () => {
  const { links, baseHref } = readPageText(
    '<base href="/b/"><a href="/x">A <b>b</b></a><a href="#y">no</a><a href="/z" rel="nofollow ugc"><img>c</a><a href="/e"></a>',
  );
  expect(baseHref).toBe('/b/');
  expect(links).toEqual([
    { href: '/x', text: 'A b', isUnfollowed: false },
    { href: '/z', text: 'c', isUnfollowed: true },
  ]);
});

test('videos come from JSON-LD, Open Graph and players, each once', () => {
  const stated = {
    '@graph': [
      { '@type': ['VideoObject'], name: 'V', embedUrl: 'https://www.youtube.com/embed/abcDEF12_-3' },
    ],
  };
  const { videos } = readPageText(
    `<meta property="og:video:url" content="https://player.example/2"><meta property="og:title" content="G">
     <script type="application/ld+json">${JSON.stringify(stated)}</script>
     <iframe src="//www.youtube-nocookie.com/embed/abcDEF12_-3?rel=0"></iframe><iframe src="https://ads.example/"></iframe>`,
  );
  expect(videos.map(({ name, embedUrl }) => [name, embedUrl])).toEqual([
    ['V', 'https://www.youtube.com/embed/abcDEF12_-3'],
    ['G', 'https://player.example/2'],
  ]);
});

test.each([
  [
    'deep JSON-LD',
    `<script type="application/ld+json">${'{"@type":"VideoObject","url":'.repeat(5_000)}1${'}'.repeat(5_000)}</script>`,
  ],
  ['JSON-LD that is not JSON', '<script type="application/ld+json">{VideoObject</script>'],
  ['deep elements', '<div>'.repeat(100_000)],
  ['many links', '<a href="/x">y</a>'.repeat(100_000)],
])('%s', (_, source) => {
  const { links, videos } = readPageText(`${source}<p>end`);
  expect(links.length).toBeLessThanOrEqual(2_000);
  expect(videos.length).toBeLessThanOrEqual(50);
});
