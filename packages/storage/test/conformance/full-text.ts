import * as fc from 'fast-check';
import { sourceWords, wordMaker } from '@sitegrep/fulltext';
import { type DomainDocument, encodeSource, type PageFacts, type SiteFacts } from '@sitegrep/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import type { TextSearch } from '../../src/full-text.ts';
import { documentOf, put } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { describeFullTextScores } from './full-text-scores.ts';
import { wholeSite } from '../../src/puts.ts';

const NOW = 1_700_000_000_000;
const LIMIT = 100;

interface Page {
  readonly title?: string;
  readonly description?: string;
  readonly body?: string;
  readonly url?: string;
  readonly language?: string;
  readonly maxSnippet?: number;
}

/** A document of pages with these texts. A page without a title has none. */
function site(domain: string, pages: readonly Page[], facts: Partial<SiteFacts> = {}): DomainDocument {
  const document = documentOf(
    domain,
    pages.map(({ body = '' }) => `<!doctype html><body>${body}</body>`),
    facts,
  );
  return {
    ...document,
    pages: document.pages.map((page, index) => {
      const {
        title = null,
        description = null,
        language = 'en',
        maxSnippet = null,
        url,
      } = pages[index] ?? {};
      const own: PageFacts = { ...page.facts, title, description, contentLanguage: language, maxSnippet };
      return { ...page, url: url ?? `https://${domain}/${index}`, facts: own };
    }),
  };
}

function wish(keyword: string, rest: Partial<TextSearch> = {}): TextSearch {
  return { keyword, language: 'en', country: null, limit: LIMIT, now: NOW, ...rest };
}

/** Words of no other page, so that pages are not found for being alike. */
function filler(seed: number): string {
  return Array.from({ length: 30 }, (_, word) => `filler${seed}x${word}`).join(' ');
}

export function describeFullText(emptyStore: EmptyStore<DomainIndex>): void {
  describe('full text', () => {
    describeMatching(emptyStore);
    describeOrder(emptyStore);
    describeChanges(emptyStore);
    describeCompletions(emptyStore);
    describeVideos(emptyStore);
    describeFullTextScores(emptyStore);
  });
}

/** URLs of what is found. */
async function urls(
  index: DomainIndex,
  keyword: string,
  rest: Partial<TextSearch> = {},
): Promise<readonly string[]> {
  return (await index.fullText.search(wish(keyword, rest))).map(({ url }) => url);
}

const EVERYWHERE: readonly (readonly [domain: string, page: Page])[] = [
  ['title.test', { title: 'Otters of the river' }],
  ['description.test', { description: 'All about otters.' }],
  ['heading.test', { body: '<h2>Otters</h2>' }],
  ['text.test', { body: '<p>We saw <b>otters</b> there.</p>' }],
  ['address.test', { url: 'https://address.test/wild/otters.html' }],
  ['hidden.test', { body: '<p hidden>otters</p><p style="display: none">otters</p><script>otters</script>' }],
  ['comment.test', { body: '<!-- otters --><textarea>otters</textarea>' }],
  ['other.test', { title: 'Beavers', body: '<p>No such animal</p>' }],
];

function describeMatching(emptyStore: EmptyStore<DomainIndex>): void {
  let index: DomainIndex;
  beforeAll(async () => {
    index = await (await emptyStore())();
    await put(
      index,
      ...EVERYWHERE.map(([domain, page]) => site(domain, [page])),
      site('accents.test', [{ title: 'Café Zürich, naïve Ærø', body: `<p>${filler(1)}</p>` }]),
      site('forms.test', [{ body: `<p>Three universities were founded. ${filler(2)}</p>` }]),
      site('russian.test', [{ title: 'Новый год в книгах', language: 'ru' }]),
      site('japanese.test', [{ title: '京都大学の図書館', language: 'ja' }]),
      site('thai.test', [{ body: '<p>ห้องสมุดประชาชน</p>', language: 'th' }]),
      site('emoji.test', [{ title: 'Best 🍕 in town' }]),
      site('new.test', [{ title: 'A 🦊 and a\ua7b0b letter' }]),
      site('signs.test', [{ title: 'C++ NEAR "AND" (OR)* NOT title: x^2' }]),
      site('phrase.test', [{ body: '<p>The quick brown fox jumps.</p>' }]),
      site('loose.test', [{ body: '<p>A brown thing, quick as a fox.</p>' }]),
      site('sub.phrase.test', [{ body: '<p>quick brown bears</p>' }]),
      site('long.test', [
        {
          body: `<p>the owl of the wood ${'the owl, the wood, a night, '.repeat(600)} the wood owl hoots</p>`,
        },
      ]),
      site('long-too.test', [{ body: `<p>${'the owl, the wood, a day, '.repeat(600)} hoots</p>` }]),
      site('joined.test', [{ body: `<p>Kulturtechnik per Email. ${filler(3)}</p>`, language: 'de' }]),
      site('apart.test', [{ body: `<p>Kultur Technik per E-Mail. ${filler(4)}</p>`, language: 'de' }]),
      site('umlaut.test', [{ body: `<p>Bauerhütte in Köln. ${filler(5)}</p>`, language: 'de' }]),
      site('spelled.test', [{ body: `<p>Bauerhuette in Koeln. ${filler(6)}</p>`, language: 'de' }]),
      site('plus.test', [{ body: `<p>Written in C++ with Quux++. ${filler(7)}</p>` }]),
      site('sharp.test', [{ body: `<p>Written in C# on .NET. ${filler(8)}</p>` }]),
      site('plain.test', [{ body: `<p>Written in C on the net. ${filler(9)}</p>` }]),
      site('limited.test', [{ body: '<p>A kingfisher dives.</p>', maxSnippet: 7 }]),
      site('silent.test', [{ body: '<p>A dipper dives.</p>', description: 'The dipper', maxSnippet: 0 }]),
      site('partly.test', [{ body: '<p data-nosnippet>A sandpiper runs.</p><p>Others are told.</p>' }]),
      site('links.test', [
        { url: 'https://links.test/', body: '<a href="/deep">Wombat facts</a>' },
        { url: 'https://links.test/deep', body: '<p>Nothing of the kind.</p>' },
      ]),
      site('pointing.test', [{ body: '<a href="http://www.pointed.test/about/">The numbat club</a>' }]),
      site('pointed.test', [{ url: 'https://pointed.test/about', body: '<p>Welcome, members.</p>' }]),
      site('unfollowed.test', [{ body: '<a rel="nofollow ugc" href="https://other.test/0">Quokka</a>' }]),
    );
  });
  afterAll(() => index.close());

  it('finds words wherever people see them, and nowhere else', async () => {
    const found = await index.fullText.search(wish('otters'));
    expect(found.map(({ domain }) => domain).toSorted()).toEqual(
      ['address', 'description', 'heading', 'text', 'title'].map((name) => `${name}.test`),
    );
  });

  it.each([
    ['case and accents', 'CAFE zurich NAIVE aero', 'https://accents.test/0'],
    ['another form of a word', 'university', 'https://forms.test/0'],
    ['forms of another language', 'книга', 'https://russian.test/0', 'ru'],
    ['a misspelling: a wrong letter', 'univarsities', 'https://forms.test/0'],
    ['a misspelling: two letters in the wrong order', 'univesrities', 'https://forms.test/0'],
    ['a misspelling: a letter too few', 'univesities', 'https://forms.test/0'],
    ['words without blanks', '図書館', 'https://japanese.test/0', 'ja'],
    ['more of them', '大学 京都', 'https://japanese.test/0', 'ja'],
    ['one character of them', '館', 'https://japanese.test/0', 'ja'],
    ['Thai', 'สมุด', 'https://thai.test/0', 'th'],
    ['a pictograph', '🍕', 'https://emoji.test/0'],
    ['a pictograph that is new', '🦊', 'https://new.test/0'],
    ['a letter that is new', 'a\ua7b0b letter', 'https://new.test/0'],
    ["words that are an index's own", '"NEAR" (AND OR* NOT', 'https://signs.test/0'],
    ['a quotation mark that is not closed', '"quick brown fox', 'https://phrase.test/0'],
    ['text of a link within the site', 'wombat facts', 'https://links.test/deep'],
    ['text of a link of another site', 'numbat club', 'https://pointed.test/about'],
  ])('%s', async (_, keyword, url, language = 'en') => {
    expect(await urls(index, keyword, { language })).toContain(url);
  });

  it('a phrase is found and left out on a long page that repeats its words', async () => {
    expect(await urls(index, '"the wood owl hoots"')).toEqual(['https://long.test/0']);
    expect(await urls(index, 'hoots owl -"wood owl hoots"')).toEqual(['https://long-too.test/0']);
  });

  it.each([
    ['two words as one', 'Kultur Technik', ['apart', 'joined']],
    ['one word as two', 'Kulturtechnik', ['apart', 'joined']],
    ['with a hyphen', 'e-mail per', ['apart', 'joined']],
    ['without it', 'email per', ['apart', 'joined']],
    ['a phrase stays as it is', '"Kultur Technik"', ['apart']],
    ['letters that are written as two', 'Bauerhütte', ['spelled', 'umlaut']],
    ['two letters that are one', 'Bauerhuette Koeln', ['spelled', 'umlaut']],
    ['without their points', 'Bauerhutte', ['umlaut']],
  ])('other spellings: %s', async (_, keyword, domains) => {
    const found = await urls(index, keyword, { language: 'de' });
    expect(
      found
        .slice(0, 2)
        .filter((url) => domains.some((name) => url.includes(`/${name}.`)))
        .toSorted(),
    ).toEqual(domains.map((name) => `https://${name}.test/0`));
  });

  it.each([
    ['C++', ['plus', 'signs']],
    ['c# written', ['sharp']],
    ['.NET', ['sharp']],
    ['"in C++ with"', ['plus']],
    ['written -c++ -c#', ['plain']],
    ['"written in c"', ['plain']],
    ['quux', ['plus']],
    ['C written', ['plain', 'plus', 'sharp']],
  ])('words with signs: %s', async (keyword, domains) => {
    const found = await urls(index, keyword);
    expect(found.slice(0, domains.length).toSorted()).toEqual(
      domains.map((name) => `https://${name}.test/0`),
    );
  });

  it('what links say of a page that they do not recommend does not count', async () => {
    expect(await urls(index, 'quokka')).toEqual(['https://unfollowed.test/0']);
  });

  it('a phrase stands in a row, and a minus leaves out', async () => {
    expect(await urls(index, '"quick brown"')).toEqual(
      expect.arrayContaining(['https://phrase.test/0', 'https://sub.phrase.test/0']),
    );
    expect(await urls(index, '"quick brown"')).toHaveLength(2);
    expect(await urls(index, '"quick brown" -bears')).toEqual(['https://phrase.test/0']);
    expect(await urls(index, 'quick -"brown fox" -bears')).toEqual(['https://loose.test/0']);
    expect((await urls(index, 'quick brown'))[2]).toBe('https://loose.test/0');
  });

  it('site: means a domain and those under it', async () => {
    const both = ['https://phrase.test/0', 'https://sub.phrase.test/0'];
    expect((await urls(index, 'quick site:phrase.test')).toSorted()).toEqual(both);
    expect(await urls(index, 'quick site:SUB.phrase.test')).toEqual(['https://sub.phrase.test/0']);
    expect(await urls(index, 'quick -site:phrase.test')).toEqual(['https://loose.test/0']);
    expect(await urls(index, 'quick site:none.test')).toEqual([]);
    expect(await urls(index, 'site:links.test')).toEqual(['https://links.test/', 'https://links.test/deep']);
    expect(await urls(index, 'site:phrase.test')).toEqual(both);
    expect(await urls(index, 'site:phrase.test -brown')).toEqual([]);
    expect(await urls(index, 'site:phrase.test -site:sub.phrase.test')).toEqual(['https://phrase.test/0']);
    expect(await urls(index, 'site:phrase.test', { limit: 1 })).toHaveLength(1);
    expect(await urls(index, '-site:phrase.test')).toEqual([]);
  });

  it.each(['', '  ', '++', '"', '-', '""', '\0', '\ud83c'])(
    '%j finds nothing and harms nothing',
    async (keyword) => {
      expect(await urls(index, keyword)).toEqual([]);
    },
  );

  it('a keyword of 700 characters', async () => {
    const words = Array.from({ length: 100 }, (_, word) => `word${word}`).join(' ');
    expect(await urls(index, `otters ${words}`.slice(0, 700))).toContain('https://title.test/0');
    expect(await urls(index, 'x'.repeat(700))).toEqual([]);
  });

  it('shows of a page what it allows', async () => {
    const shown = async (keyword: string): Promise<readonly (string | null)[]> =>
      (await index.fullText.search(wish(keyword))).map(({ snippet }) => snippet);
    expect(await shown('kingfisher')).toEqual(['A kingf']);
    expect(await shown('dipper')).toEqual([null]);
    expect(await shown('sandpiper')).toEqual(['Others are told.']);
  });

  it('shows the part of the page that has the words', async () => {
    const [first] = await index.fullText.search(wish('universities founded'));
    expect(first).toMatchObject({
      title: null,
      snippet: expect.stringContaining('universities were'),
    });
  });
}

/** Words of which random pages are made. */
const WORDS = ['alder', 'birch', 'cedar', 'maple', 'willow', 'spruce'];

function describeOrder(emptyStore: EmptyStore<DomainIndex>): void {
  it('pages with all words come first, whatever else is known of them', async () => {
    const index = await (await emptyStore())();
    const texts = fc.sample(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }), {
      numRuns: 60,
      seed: 7,
    });
    await put(
      index,
      ...texts.map((words, number) =>
        site(`s${number}.test`, [{ body: `<p>${words.join(' ')} ${filler(number)}</p>` }]),
      ),
    );
    const keywords = fc.sample(fc.subarray(WORDS, { minLength: 1, maxLength: 4 }), { numRuns: 25, seed: 8 });
    for (const keyword of keywords) {
      const expected = texts.flatMap((words, number) =>
        keyword.every((word) => words.includes(word)) ? [`https://s${number}.test/0`] : [],
      );
      const found = await urls(index, keyword.join(' '));
      expect({ keyword, found: found.slice(0, expected.length).toSorted() }).toEqual({
        keyword,
        found: expected.toSorted(),
      });
    }
    await index.close();
  });

  it('order: field, row of words, language, country, rank; at most two of a domain; equal texts once', async () => {
    const index = await (await emptyStore())();
    const paragraph = (word: string, seed: number): string => `<p>${word} ${filler(seed)}</p>`;
    await put(
      index,
      site('in-title.test', [{ title: 'Heron', body: paragraph('bird', 1) }]),
      site('in-text.test', [{ title: 'Bird', body: paragraph('heron', 2) }]),
      site('row.test', [{ body: paragraph('grey stork', 3) }]),
      site('apart.test', [{ body: `<p>stork ${filler(4)} grey</p>` }]),
      site('german.test', [{ body: paragraph('ibis', 5), language: 'de' }]),
      site('english.test', [{ body: paragraph('ibis', 6), language: 'en' }]),
      site('austria.test', [{ body: paragraph('crane', 7) }], { countryIsoCode: 'AT' }),
      site('brazil.test', [{ body: paragraph('crane', 8) }], { countryIsoCode: 'BR' }),
      site('low.test', [{ body: paragraph('egret', 9) }]),
      site('high.test', [{ body: paragraph('egret', 10) }]),
      site(
        'many.test',
        Array.from({ length: 5 }, (_, page) => ({ body: paragraph('bittern', 20 + page) })),
      ),
      site('copy-a.test', [{ body: paragraph('spoonbill', 30) }]),
      site('copy-b.test', [{ body: paragraph('spoonbill', 30) }]),
      site('spam.test', [{ body: `<p>${'flamingo '.repeat(10_000)}</p>` }]),
      site('honest.test', [{ title: 'Flamingo', body: paragraph('flamingo', 31) }]),
    );
    await index.setRanks([{ domain: 'high.test', rank: 900 }]);
    expect(await urls(index, 'heron')).toEqual(['https://in-title.test/0', 'https://in-text.test/0']);
    expect(await urls(index, 'grey stork')).toEqual(['https://row.test/0', 'https://apart.test/0']);
    expect((await urls(index, 'ibis', { language: 'de' }))[0]).toBe('https://german.test/0');
    expect((await urls(index, 'ibis', { language: 'en' }))[0]).toBe('https://english.test/0');
    expect((await urls(index, 'crane', { country: 'BR' }))[0]).toBe('https://brazil.test/0');
    expect((await urls(index, 'crane', { country: 'AT' }))[0]).toBe('https://austria.test/0');
    expect((await urls(index, 'egret'))[0]).toBe('https://high.test/0');
    expect(await urls(index, 'bittern')).toHaveLength(2);
    expect(await urls(index, 'bittern site:many.test')).toHaveLength(5);
    expect(await urls(index, 'site:many.test')).toHaveLength(5);
    expect(await urls(index, 'spoonbill')).toHaveLength(1);
    expect((await urls(index, 'flamingo'))[0]).toBe('https://honest.test/0');
    expect(await urls(index, 'egret', { limit: 1 })).toHaveLength(1);
    await index.close();
  });

  it('a rare word in a title outweighs frequent ones in a row', async () => {
    const index = await (await emptyStore())();
    const frequent = ['the', 'best', 'of'];
    await put(
      index,
      site('frequent.test', [{ title: 'The Best of', body: `<p>kulturtechnik ${filler(100)}</p>` }]),
      site('rare.test', [{ title: 'Kulturtechnik', body: `<p>of best the ${filler(101)}</p>` }]),
      ...Array.from({ length: 20 }, (_, number) => {
        const words = frequent.filter((__, word) => (number + word) % 3 > 0);
        return site(`other${number}.test`, [{ body: `<p>${words.join(' x ')} ${filler(number)}</p>` }]);
      }),
    );
    for (const keyword of [
      'the best of kulturtechnik',
      'kulturtechnik the best of',
      'best of kulturtechnik',
    ]) {
      expect((await urls(index, keyword)).slice(0, 2)).toEqual([
        'https://rare.test/0',
        'https://frequent.test/0',
      ]);
    }
    await index.close();
  });

  it('a list or a definition under a heading with the words is featured', async () => {
    const index = await (await emptyStore())();
    const items = '<li>Mix the flour</li><li>Add the eggs</li><li>Fry thin</li>';
    await put(
      index,
      site('list.test', [{ body: `<h2>How to make pancakes</h2><ol>${items}</ol>` }]),
      site('term.test', [
        {
          body: `<dl><dt>Sour dough</dt><dd>Dough that wild yeast and bacteria raise over a day or two.</dd></dl>`,
        },
      ]),
    );
    const [pancakes] = await index.fullText.search(wish('make pancakes'));
    expect(pancakes?.featured).toBe('1. Mix the flour\n2. Add the eggs\n3. Fry thin');
    const [dough] = await index.fullText.search(wish('sour dough'));
    expect(dough?.featured).toBe('Dough that wild yeast and bacteria raise over a day or two.');
    const [one] = await index.fullText.search(wish('pancakes'));
    expect(one?.featured).toBeNull();
    await index.close();
  });
}

function describeChanges(emptyStore: EmptyStore<DomainIndex>): void {
  it('words come and go with their document', async () => {
    const open = await emptyStore();
    let index = await open();
    await put(
      index,
      site('a.test', [
        { title: 'Puffin', body: '<a href="https://b.test/0">auk rock</a>' },
        { title: 'Gannet' },
      ]),
      site('b.test', [{ title: 'Cliffs' }]),
    );
    expect(await urls(index, 'puffin')).toEqual(['https://a.test/0']);
    expect(await urls(index, 'auk rock')).toContain('https://b.test/0');
    await put(index, site('a.test', [{ title: 'Razorbill' }]));
    expect(await urls(index, 'puffin')).toEqual([]);
    expect(await urls(index, 'gannet')).toEqual([]);
    expect(await urls(index, 'auk rock')).toEqual([]);
    expect(await urls(index, 'razorbill')).toEqual(['https://a.test/0']);
    await index.close();
    index = await open();
    expect(await urls(index, 'razorbill')).toEqual(['https://a.test/0']);
    await index.blocks.takeDown({ domain: 'a.test', reason: null, at: NOW });
    expect(await urls(index, 'razorbill')).toEqual([]);
    await index.delete('b.test');
    expect(await urls(index, 'cliffs')).toEqual([]);
    await index.close();
  });

  it('takes words that come with the source that readers see', async () => {
    const index = await (await emptyStore())();
    const { pages, ...rest } = site('read.test', [{ title: 'Petrel', body: '<a href="/1">storm</a>' }, {}]);
    const make = wordMaker();
    const analysed = pages.map((page) => {
      const others = sourceWords(make, page, page.source.replace('storm', 'fulmar'));
      return { ...page, source: encodeSource(page.source, { words: others }) };
    });
    const [page] = pages;
    if (page === undefined) throw new Error('two pages');
    const source = '<p>skua</p>';
    const rendered = {
      source: encodeSource(source, { words: sourceWords(make, page, source.replace('skua', 'jaeger')) }),
      truncated: false,
    };
    await index.put([
      wholeSite({ ...rest, pages: analysed }),
      wholeSite({
        ...rest,
        domain: 'drawn.test',
        pages: [{ ...page, url: 'https://drawn.test/', rendered }],
      }),
    ]);
    // The texts of links lead to the other page of the site.
    expect((await urls(index, 'fulmar')).toSorted()).toEqual(['https://read.test/0', 'https://read.test/1']);
    expect(await urls(index, 'jaeger')).toEqual(['https://drawn.test/']);
    expect(await urls(index, 'storm')).toEqual([]);
    await index.close();
  });

  it('a page of 4 MB of text', async () => {
    const index = await (await emptyStore())();
    const text = Array.from({ length: 400_000 }, (_, word) => `w${(word * 7_919) % 100_003}`).join(' ');
    await put(index, site('huge.test', [{ title: 'Encyclopedia', body: `<p>${text}</p>` }]));
    expect(await urls(index, 'encyclopedia w7919')).toEqual(['https://huge.test/0']);
    await index.close();
  });
}

function describeCompletions(emptyStore: EmptyStore<DomainIndex>): void {
  it('completes by titles, headings and texts of links, the most frequent first', async () => {
    const index = await (await emptyStore())();
    await put(
      index,
      site('a.test', [{ title: 'Chicken soup | Recipes', body: '<h2>Chicken salad</h2>' }]),
      site('b.test', [{ title: 'Chicken Soup' }]),
      site('c.test', [{ body: '<h3>Chicken salad</h3><p>chicken stew</p>' }]),
      site('d.test', [{ title: 'CHICKEN SOUP — d' }]),
      site('e.test', [{ title: 'Best chicken soup ever' }]),
      site('f.test', [
        { url: 'https://f.test/', body: '<a href="/x">Chicken wings</a>' },
        { url: 'https://f.test/x' },
      ]),
    );
    const texts = async (typed: string): Promise<readonly string[]> =>
      (await index.fullText.complete(typed, 10)).map(({ text }) => text);
    expect(await texts('chick')).toEqual([
      'chicken soup',
      'chicken salad',
      'chicken wings',
      'best chicken soup ever',
    ]);
    expect(await texts('Chicken so')).toEqual(['chicken soup', 'best chicken soup ever']);
    expect(await texts('chiken so')).toEqual(['chicken soup', 'best chicken soup ever']);
    expect(await texts('chicken stew')).toEqual([]);
    expect(await texts('"')).toEqual([]);
    expect(await index.fullText.complete('chicken s', 1)).toEqual([{ text: 'chicken soup', added: ['oup'] }]);
    await index.close();
  });
}

function describeVideos(emptyStore: EmptyStore<DomainIndex>): void {
  it('finds videos that pages describe, by words and by id', async () => {
    const index = await (await emptyStore())();
    const stated = {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: 'Seal pups at dawn',
      description: 'Filmed on the coast.',
      embedUrl: 'https://www.youtube.com/embed/abcDEF12_-3',
      duration: 'PT1M30S',
      uploadDate: '2024-05-06',
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: { '@type': 'WatchAction' },
        userInteractionCount: 1234,
      },
      author: { '@type': 'Person', name: 'Coast Films', url: 'https://coast.test/' },
    };
    await put(
      index,
      site('stated.test', [
        { body: `<script type="application/ld+json">${JSON.stringify(stated)}</script>` },
      ]),
      site('framed.test', [
        {
          title: 'Our seal video',
          body: '<iframe src="https://www.youtube.com/embed/abcDEF12_-3?rel=0"></iframe>',
        },
      ]),
      site('text.test', [{ body: '<p>Seal pups without a video</p>' }]),
    );
    const found = await index.fullText.videos(wish('seal pups'));
    expect(found).toMatchObject([
      {
        pageUrl: 'https://stated.test/0',
        video: {
          name: 'Seal pups at dawn',
          views: 1234,
          channel: 'Coast Films',
          channelUrl: 'https://coast.test/',
        },
      },
    ]);
    expect(await index.fullText.video('abcDEF12_-3')).toMatchObject({
      pageUrl: 'https://stated.test/0',
      video: { duration: 'PT1M30S', uploadDate: '2024-05-06' },
    });
    expect(await index.fullText.video('abcDEF12_-4')).toBeNull();
    await index.close();
  });
}
