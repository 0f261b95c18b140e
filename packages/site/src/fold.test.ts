import { describe, expect, test } from 'vitest';
import type { DetectedTechnology } from './facts.ts';
import { foldSite } from './fold.ts';
import type { PageRecord } from './page.ts';
import { pageAt } from '../test/page-at.ts';
import { linkedEmail, linkedProfile } from '../test/facts.ts';

const ROOMY = { maxSiteBytes: 16 * 1024 * 1024 };

function technology(name: string, confidence: number, ...paths: string[]): DetectedTechnology {
  return { name, version: null, confidence, paths };
}

test('a profile that two pages spell with other letters is shown once, as the home page has it', () => {
  const pages = [
    pageAt('https://a.com/', {}, { profiles: [linkedProfile('https://plus.google.com/+TeaShop')] }),
    pageAt(
      'https://a.com/b',
      {},
      {
        profiles: ['https://plus.google.com/+teashop', 'https://x.com/tea'].map((url) => linkedProfile(url)),
      },
    ),
  ];
  expect(foldSite('a.com', pages.toReversed(), ROOMY).facts.profiles).toEqual([
    linkedProfile('https://plus.google.com/+TeaShop', 'https://a.com/'),
    linkedProfile('https://x.com/tea', 'https://a.com/b'),
  ]);
});

test('plugins are those of all pages, each with its versions, in their order', () => {
  const first = [
    { slug: 'shop', version: null },
    { slug: 'form', version: '5.3.2' },
  ];
  const second = [
    { slug: 'form', version: '5.3' },
    { slug: 'form', version: '5.3.2' },
    { slug: 'bare', version: null },
  ];
  const pages = [first, second].map((plugins, at) => {
    const page = pageAt(`https://a.com/${at}`);
    return { ...page, facts: { ...page.facts, plugins } };
  });
  const { plugins, themes } = foldSite('a.com', pages, ROOMY).facts;
  expect(plugins).toEqual(['bare', 'form@5.3', 'form@5.3.2', 'shop']);
  expect(themes).toEqual([]);
});

describe('home page', () => {
  test.each([
    ['the page at / before a shorter URL', ['https://a.com/', 'http://a.com/b'], 'https://a.com/'],
    ['with www.', ['https://www.a.com/', 'https://a.com/b'], 'https://www.a.com/'],
    ['without a query before with one', ['https://a.com/?a', 'http://www.a.com/'], 'http://www.a.com/'],
    [
      '/ with a query before another path',
      ['https://a.com/?q=1234567890', 'https://a.com/b'],
      'https://a.com/?q=1234567890',
    ],
    [
      'the shortest path',
      ['https://a.com/index.html', 'https://a.com/en/', 'https://a.com/deep/x'],
      'https://a.com/en/',
    ],
    ['of equally short paths the first URL', ['https://a.com/fr/', 'https://a.com/en/'], 'https://a.com/en/'],
    [
      'a long query does not make a path long',
      ['https://a.com/b?x=123456789', 'https://a.com/index'],
      'https://a.com/b?x=123456789',
    ],
    ['its own host before another', ['https://login.b.net/', 'https://a.com/start'], 'https://a.com/start'],
    ['another host if there is no other', ['https://login.b.net/'], 'https://login.b.net/'],
    [
      'a URL that is none comes last',
      ['nonsense', 'https://a.com/very/long/path'],
      'https://a.com/very/long/path',
    ],
  ])('%s', (_name, urls, home) => {
    const pages = urls.map((url) =>
      pageAt(
        url,
        {},
        {
          title: url,
          description: `of ${url}`,
          metaKeywords: [url],
          kind: url === home ? 'parked' : 'soft_404',
        },
      ),
    );
    for (const order of [pages, pages.toReversed()]) {
      const { facts } = foldSite('a.com', order, ROOMY);
      expect(facts).toMatchObject({
        title: home,
        description: `of ${home}`,
        metaKeywords: [home],
        kind: 'parked',
      });
    }
  });

  test('of several at / the newest, then the first by URL', () => {
    const old = pageAt('http://a.com/', { fetchedAt: 1 }, { title: 'old' });
    const fresh = pageAt('https://a.com/', { fetchedAt: 2 }, { title: 'new' });
    expect(foldSite('a.com', [old, fresh], ROOMY).facts.title).toBe('new');
    expect(foldSite('a.com', [{ ...old, fetchedAt: 2 }, fresh], ROOMY).facts.title).toBe('old');
  });

  test('a home page without a title leaves the title unknown', () => {
    const pages = [pageAt('https://a.com/'), pageAt('https://a.com/b', {}, { title: 'B' })];
    expect(foldSite('a.com', pages, ROOMY).facts.title).toBeNull();
  });
});

describe('contacts', () => {
  const emails = (...names: readonly string[]) => names.map((name) => linkedEmail(name));
  const profiles = (name: string) => [linkedProfile(`https://x.com/${name}`)];

  test('are combined, those of the home page first, then by URL of the page', () => {
    const pages = [
      pageAt('https://a.com/c', {}, { emails: emails('c@a.com', 'x@a.com'), profiles: profiles('c') }),
      pageAt('https://a.com/b', {}, { emails: emails('b@a.com', 'z@a.com') }),
      pageAt('https://a.com/', {}, { emails: emails('z@a.com', 'a@a.com'), profiles: profiles('z') }),
    ];
    const { facts } = foldSite('a.com', pages, ROOMY);
    expect(facts.emails).toEqual([
      linkedEmail('z@a.com', 'https://a.com/'),
      linkedEmail('a@a.com', 'https://a.com/'),
      linkedEmail('b@a.com', 'https://a.com/b'),
      linkedEmail('c@a.com', 'https://a.com/c'),
      linkedEmail('x@a.com', 'https://a.com/c'),
    ]);
    expect(facts.profiles).toEqual([
      linkedProfile('https://x.com/z', 'https://a.com/'),
      linkedProfile('https://x.com/c', 'https://a.com/c'),
    ]);
  });

  test('are at most 100 of each', () => {
    const mails = (name: string) => Array.from({ length: 70 }, (_, n) => linkedEmail(`${name}${n}@a.com`));
    const pages = ['', 'b', 'c'].map((path) =>
      pageAt(`https://a.com/${path}`, {}, { emails: mails(`at-${path}-`) }),
    );
    const found = foldSite('a.com', pages, ROOMY).facts.emails.map(({ email }) => email);
    expect(found).toHaveLength(100);
    expect(found.slice(68, 72)).toEqual(['at--68@a.com', 'at--69@a.com', 'at-b-0@a.com', 'at-b-1@a.com']);
  });
});

describe('languages', () => {
  const say = (path: string, declaredLanguage: string | null, contentLanguage: string | null, length = 10) =>
    pageAt(`https://a.com/${path}`, { source: 'x'.repeat(length) }, { declaredLanguage, contentLanguage });
  const fold = (...pages: PageRecord[]) => foldSite('a.com', pages, ROOMY).facts;

  test('declared: the home page’s, against any majority', () => {
    expect(fold(say('', 'de', null), say('b', 'en', null), say('c', 'en', null)).languageCode).toBe('de');
  });
  test('declared: the most frequent if the home page declares none, ties by code', () => {
    expect(
      fold(say('', null, null), say('b', 'fr', null), say('c', 'en', null), say('d', 'fr', null))
        .languageCode,
    ).toBe('fr');
    expect(fold(say('', null, null), say('b', 'fr', null), say('c', 'en', null)).languageCode).toBe('en');
  });
  test('content: the one with the most source', () => {
    const pages = [
      say('', null, 'de', 10),
      say('b', null, 'en', 8),
      say('c', null, 'en', 8),
      say('d', null, null, 900),
    ];
    expect(fold(...pages).contentLanguageCode).toBe('en');
    expect(
      fold(say('', null, 'de', 10), say('b', null, 'en', 4), say('c', null, 'en', 4)).contentLanguageCode,
    ).toBe('de');
  });
  test('content: ties go to the home page’s language, else by code', () => {
    expect(fold(say('', null, 'de', 8), say('b', null, 'af', 8)).contentLanguageCode).toBe('de');
    expect(
      fold(say('', null, null, 8), say('b', null, 'de', 8), say('c', null, 'af', 8)).contentLanguageCode,
    ).toBe('af');
  });
  test('unknown stays unknown', () => {
    expect(fold(say('', null, null))).toMatchObject({ languageCode: null, contentLanguageCode: null });
  });
});

describe('technologies', () => {
  test('are under each of their paths, sorted, if a page has them with a confidence of at least 50', () => {
    const pages = [
      pageAt(
        'https://a.com/',
        {},
        {
          technologies: [
            technology('jQuery', 100, 'web_development.javascript_libraries'),
            technology('Umami', 49, 'analytics.analytics'),
            technology('Next.js', 50, 'web_development.web_servers', 'web_development.javascript_frameworks'),
          ],
        },
      ),
      pageAt(
        'https://a.com/b',
        {},
        {
          technologies: [
            technology('jQuery', 20, 'web_development.javascript_libraries'),
            technology('Umami', 49, 'analytics.analytics'),
            technology('animate.css', 100, 'web_development.javascript_libraries'),
            technology('Zepto', 100, 'web_development.javascript_libraries'),
            technology('Nginx', 75, 'servers.reverse_proxies'),
          ],
        },
      ),
    ];
    const { technologies } = foldSite('a.com', pages, ROOMY).facts;
    expect(JSON.stringify(technologies)).toBe(
      JSON.stringify({
        servers: { reverse_proxies: ['Nginx'] },
        web_development: {
          javascript_frameworks: ['Next.js'],
          javascript_libraries: ['Zepto', 'animate.css', 'jQuery'],
          web_servers: ['Next.js'],
        },
      }),
    );
  });

  test('a path that is not group.category is named', () => {
    const page = pageAt('https://a.com/', {}, { technologies: [technology('X', 100, 'misc')] });
    expect(() => foldSite('a.com', [page], ROOMY)).toThrow('technology X: path "misc" is not group.category');
  });
});

describe('caps', () => {
  const site = (...sources: [path: string, source: string][]) =>
    sources.map(([path, source]) =>
      pageAt(`https://a.com/${path}`, { source }, { emails: [linkedEmail(`${path}@a.com`)] }),
    );
  const kept = (pages: readonly PageRecord[], maxSiteBytes: number) =>
    foldSite('a.com', pages, { maxSiteBytes }).pages.map((page) => [
      page.url.slice(14),
      page.source,
      page.truncated,
    ]);

  test('the home page is included first, then whole pages by URL; it alone is truncated', () => {
    const pages = site(['d', 'dddd'], ['b', 'bbbb'], ['', 'hhhh'], ['c', 'cccc']);
    expect(kept(pages, 16)).toEqual([
      ['', 'hhhh', false],
      ['b', 'bbbb', false],
      ['c', 'cccc', false],
      ['d', 'dddd', false],
    ]);
    expect(kept(pages, 15)).toEqual([
      ['', 'hhhh', false],
      ['b', 'bbbb', false],
      ['c', 'cccc', false],
    ]);
    expect(kept(pages, 8)).toEqual([
      ['', 'hhhh', false],
      ['b', 'bbbb', false],
    ]);
    expect(kept(pages, 3)).toEqual([['', 'hhh', true]]);
  });

  test('what is dropped leaves no facts', () => {
    const pages = site(['', 'hhhh'], ['b', 'bbbb'], ['c', 'cccc']);
    expect(foldSite('a.com', pages, { maxSiteBytes: 8 }).facts.emails).toMatchObject([
      { email: '@a.com' },
      { email: 'b@a.com' },
    ]);
  });

  test('no character is cut in two', () => {
    const pages = site(['', 'aé€😀']);
    const cuts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((bytes) => kept(pages, bytes)[0]?.[1]);
    expect(cuts).toEqual(['a', 'a', 'aé', 'aé', 'aé', 'aé€', 'aé€', 'aé€', 'aé€', 'aé€😀']);
  });

  test('the home page stays even if it is truncated to nothing', () => {
    expect(kept(site(['', '😀']), 3)).toEqual([['', '', true]]);
  });

  test('a page that came truncated stays truncated', () => {
    const [page] = foldSite('a.com', [pageAt('https://a.com/', { truncated: true })], ROOMY).pages;
    expect(page?.truncated).toBe(true);
  });

  test('no page or a senseless limit is refused', () => {
    expect(() => foldSite('a.com', [], ROOMY)).toThrow('a.com: a site needs at least one page');
    expect(() => foldSite('a.com', site(['', 'x']), { maxSiteBytes: 0 })).toThrow('maxSiteBytes is 0');
    expect(() => foldSite('a.com', site(['', 'x']), { maxSiteBytes: Number.NaN })).toThrow(
      'maxSiteBytes is NaN',
    );
  });
});

test('pages are in code point order of their URLs, the newest one per URL', () => {
  const pages = [
    pageAt('https://a.com/b', { fetchedAt: 5, source: 'new' }),
    pageAt('https://a.com/a', { fetchedAt: 9 }),
    pageAt('https://a.com/b', { fetchedAt: 4, source: 'old' }),
    pageAt('https://a.com/B', { fetchedAt: 2 }),
  ];
  const folded = foldSite('a.com', pages, ROOMY);
  expect(folded.pages.map((page) => page.url)).toEqual([
    'https://a.com/B',
    'https://a.com/a',
    'https://a.com/b',
  ]);
  expect(folded.pages[2]?.source).toBe('new');
  expect(folded.facts.lastVisited).toBe(9);
});
