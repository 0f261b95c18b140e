import { describe, expect, test } from 'vitest';
import { seededRandom } from '../harness/random.ts';
import { collect, type CollectedPage } from './collection.ts';
import { hasSite, rankOf } from './figures.ts';
import { drawItems, type Kind } from './known-items.ts';
import { readShownPage } from './shown-page.ts';

const COLOURS = 'amber azure coral ebony hazel indigo ivory lemon maroon olive'.split(' ');
const ANIMALS = 'badgers beavers ferrets hedgehogs lizards otters rabbits squirrels tortoises weasels'.split(
  ' ',
);
const PLANTS = 'clover heather juniper lavender magnolia nettle poppy rosemary thistle willow'.split(' ');

function page(n: number, facts: Partial<CollectedPage> = {}): CollectedPage {
  const at = (words: readonly string[], by: number): string => words[(n + by) % words.length] ?? '';
  // The plant stands on the next page, too, which is of another domain.
  const text = [`and the ${at(PLANTS, 0)} with the ${at(PLANTS, 1)}`, `number${n}`].join(' ');
  return {
    url: `https://site-${n}.example/`,
    domain: `site-${n}.example`,
    language: 'en',
    title: `Title number ${n}`,
    description: '',
    headings: [`The ${at(COLOURS, 0)} ${at(ANIMALS, 0)}`],
    text: `The ${at(COLOURS, 0)} ${at(ANIMALS, 0)} ${text}`,
    sourceBytes: 0,
    ...facts,
  };
}

const PAGES = Array.from({ length: 10 }, (_, n) => page(n));
/** Pages of which no item can be made: of what they have, every page has all. */
const PLAIN = Array.from({ length: 20 }, (_, n) =>
  page(n, {
    url: `https://plain-${n}.example/`,
    domain: `plain-${n}.example`,
    title: `Plain ${n}`,
    headings: [],
    text: 'and the',
  }),
);
/** Pages with one animal in its singular, on two domains. */
const SINGULAR = ['x', 'y'].map((name) =>
  page(0, {
    url: `https://${name}.example/`,
    domain: `${name}.example`,
    title: name,
    headings: [],
    text: `${name} otter and the`,
  }),
);

function keywords(pages: readonly CollectedPage[], kind: Kind): readonly string[] {
  return drawItems(collect(pages), seededRandom(1))
    .filter((item) => item.kind === kind)
    .map(({ keyword }) => keyword)
    .toSorted();
}

describe('known items', () => {
  test('are drawn alike from the same seed, and at most one from each page of a kind', () => {
    const first = drawItems(collect(PAGES), seededRandom(7));
    expect(drawItems(collect(PAGES), seededRandom(7))).toEqual(first);
    const pages = first.map(({ kind, url }) => `${kind} ${url}`);
    expect(new Set(pages).size).toBe(pages.length);
  });

  test('of a heading are its neighbouring words without stop words and those of the title', () => {
    expect(keywords(PAGES, 'heading')).toEqual(COLOURS.map((colour, n) => `${colour} ${ANIMALS[n]}`));
    const titled = PAGES.map((each, n) => (n === 5 ? { ...each, title: `All about ${ANIMALS[5]}` } : each));
    expect(keywords(titled, 'heading')).toHaveLength(9);
  });

  test('of a heading are none that another page has in a heading', () => {
    const twin = page(3, { url: 'https://twin.example/', domain: 'twin.example', title: 'Twin' });
    expect(keywords([...PAGES, twin], 'heading')).not.toContain(`${COLOURS[3]} ${ANIMALS[3]}`);
  });

  test('with a word of the text have none that is everywhere, or on one domain alone', () => {
    const drawn = keywords([...PAGES, ...PLAIN], 'heading and text');
    expect(drawn).toHaveLength(10);
    const words = drawn.map((keyword) => keyword.split(' ')[2] ?? '');
    expect(words.filter((word) => !PLANTS.includes(word))).toEqual([]);
  });

  test('are not made from pages with the title and headings of another one', () => {
    const copy = { ...page(4), url: 'https://copy.example/', domain: 'copy.example' };
    const urls = drawItems(collect([...PAGES, copy, ...PLAIN]), seededRandom(1)).map(({ url }) => url);
    expect(urls).not.toContain(copy.url);
    expect(urls).not.toContain(PAGES[4]?.url);
    expect(urls).toContain(PAGES[5]?.url);
  });

  test('are at most two of a domain', () => {
    const together = PAGES.map((each) => ({ ...each, domain: 'one.example' }));
    expect(keywords(together, 'heading')).toHaveLength(2);
  });

  test('with a misspelling have one word that stands on no page', () => {
    const collection = collect([...PAGES, ...PLAIN]);
    const misspellings = keywords([...PAGES, ...PLAIN], 'misspelling');
    expect(misspellings).toHaveLength(10);
    for (const keyword of misspellings)
      expect(keyword.split(' ').filter((word) => !collection.vocabulary.has(word))).toHaveLength(1);
  });

  test('with another form have it from other pages, by the stem', () => {
    const drawn = keywords([...PAGES, ...SINGULAR, ...PLAIN], 'form');
    expect(drawn).toHaveLength(1);
    expect(drawn[0]).toMatch(/^indigo otter /);
  });

  test('with a compound have the two words that it is made of', () => {
    const made = page(0, { headings: ['The amber juniperlavender'] });
    const drawn = keywords([made, ...PAGES.slice(1), ...SINGULAR, ...PLAIN], 'compound');
    expect(drawn).toEqual([expect.stringMatching(/^amber juniper lavender \S+$/)]);
  });

  test('of a phrase are five words of a sentence of a long page that no other page has', () => {
    const filler = Array.from({ length: 2_100 }, (_, n) => `word${n}`).join(' ');
    const sentence = 'the old lighthouse keeper slowly counted every passing sail on the evening tide';
    const long = page(0, { text: `${filler}. ${sentence}. More` });
    const [phrase = ''] = keywords([long, ...PAGES.slice(1)], 'phrase');
    expect(phrase).toMatch(/^"(?:\S+ ){4}\S+"$/);
    expect(sentence).toContain(phrase.slice(1, -1));
    expect(keywords([page(0, { text: `One. ${sentence}.` }), ...PAGES.slice(1)], 'phrase')).toEqual([]);
    const twin = page(1, { text: `x ${sentence} y` });
    expect(keywords([long, twin, ...PAGES.slice(2)], 'phrase')).toEqual([]);
  });

  test('of a language without blanks are as the heading has them', () => {
    const words = '音乐 历史 经济 汽车 旅游 教育 健康 科学 文化 体育'.split(' ');
    const pages = words.map((word, n) =>
      page(n, { language: 'zh', headings: [`${word}${words[(n + 1) % 10]}`], text: '' }),
    );
    expect(keywords(pages, 'heading')).toContain('音乐历史');
  });
});

test('a page is read as a browser shows it', () => {
  const source = `<title>A &amp; B</title><meta name=Description content=" an  otter "><style>p{}</style>
    <h1>On<b>ly</b> one</h1><h2 hidden>None</h2><div>left</div><div>right</div><script>no()</script>
    <p style="color:red; display: none">unseen</p><noscript>nor this</noscript><h4>no heading</h4>`;
  expect(readShownPage(source)).toEqual({
    title: 'A & B',
    description: 'an otter',
    headings: ['Only one'],
    text: 'Only one left right no heading',
  });
});

test('a result is the page if only scheme or last slash differ', () => {
  const results = ['https://a.example/x', 'http://www.b.example/'];
  expect(rankOf('http://a.example/x/', results)).toBe(1);
  expect(rankOf('https://www.b.example', results)).toBe(2);
  expect(rankOf('https://b.example/', results)).toBeNull();
  expect(rankOf('https://a.example/X', results)).toBeNull();
});

test('a site has its pages under its own name or one below it', () => {
  expect(hasSite('b.example', ['https://www.b.example/'])).toBe(true);
  expect(hasSite('b.example', ['https://ab.example/'])).toBe(false);
});
