import { expect, test } from 'vitest';
import { type Expression, readTree, simplify } from '@sitegrep/search';
import { documentOf } from '../../storage/test/conformance/documents.ts';
import { siteOf } from '../test/documents.ts';
import { compileSearches, costOf, type DecidedSite, type Decision, MAX_ALWAYS, MAX_PAGES } from './index.ts';

function read(tree: unknown, level: 'domain' | 'page' = 'domain'): Expression {
  const parsed = readTree(tree);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return simplify(parsed.value, level);
}

function domainSearch(id: string, tree: unknown) {
  return { id, level: 'domain', where: read(tree) } as const;
}

function site(...sources: readonly string[]): DecidedSite {
  return siteOf(documentOf('shop.test', sources, { countryIsoCode: 'DE' }), 500);
}

function ids({ fulfilled }: Decision): readonly string[] {
  return fulfilled.map(({ id }) => id).sort();
}

test('a site that has no literal and no label of a search is not read for it', () => {
  const decider = compileSearches([
    domainSearch('tech', { and: [{ filter: ['tech', '=', 'Drupal'] }, { pattern: '[0-9]+' }] }),
  ]);
  let reads = 0;
  const { pages, ...rest } = site('12345');
  const counted = pages.map((page) => ({
    ...page,
    get source() {
      reads++;
      return page.source;
    },
  }));
  expect(ids(decider.decide({ ...rest, pages: counted }))).toEqual([]);
  expect(reads).toBe(0);
  decider.add(domainSearch('jquery', { and: [{ filter: ['tech', '=', 'jQuery'] }, { pattern: '[0-9]+' }] }));
  expect(ids(decider.decide({ ...rest, pages: counted }))).toEqual(['jquery']);
  expect(reads).toBe(1);
});

test('a search says what it would cost and how to narrow it if nothing is known that all of its matches have', () => {
  const cases: readonly (readonly [tree: unknown, reason: string])[] = [
    [{ text: 'ab' }, 'the text "ab" has fewer than 3 characters'],
    [
      { pattern: '[0-9]+x' },
      'the pattern "[0-9]+x" has no text of 3 characters that is in all of its matches',
    ],
    [
      { not: { text: 'absent' } },
      'it finds sites or pages by what they do not have, or each by something else',
    ],
    [{ or: [{ text: 'long enough' }, { text: 'x' }] }, 'the text "x" has fewer than 3 characters'],
  ];
  for (const [tree, reason] of cases) {
    const cost = costOf(read(tree));
    if (cost.kind !== 'too broad') throw new Error(`${JSON.stringify(tree)} is ${cost.kind}`);
    expect(cost.problem).toContain(reason);
    expect(cost.problem).toContain('would read all pages of every site that is put');
    expect(cost.remedy).toContain('a text of at least 3 characters, a technology, a host or a country');
    expect(() => compileSearches([domainSearch('broad', tree)])).toThrow(reason);
    expect(compileSearches([]).refusalOf(domainSearch('broad', tree))).toMatchObject({
      problem: cost.problem,
    });
    expect(compileSearches([domainSearch('broad', tree)], { takesBroad: true }).size).toBe(1);
  }
  // Reading a page takes 20 units of 5 µs, a text one more and a pattern ten.
  expect(costOf(read({ text: 'ab' }))).toMatchObject({ work: 21 });
  expect(costOf(read({ pattern: '[0-9]+x' }))).toMatchObject({ work: 30 });
  expect(costOf(read({ or: [{ text: 'long enough' }, { text: 'enough, too' }] })).kind).toBe('keyed');
  expect(costOf(read({ filter: ['rank', '>', 500] })).kind).toBe('conditions');
  expect(costOf(read({ and: [{ filter: ['country', '=', 'DE'] }, { not: { text: 'x' } }] })).kind).toBe(
    'keyed',
  );
});

test('searches come, are replaced and go, and one that is refused leaves the one before it', () => {
  const decider = compileSearches([
    domainSearch('a', { text: 'first' }),
    domainSearch('b', { text: 'second' }),
  ]);
  const put = site('First and second');
  expect(ids(decider.decide(put))).toEqual(['a', 'b']);
  decider.add(domainSearch('a', { text: 'third' }));
  expect(ids(decider.decide(put))).toEqual(['b']);
  expect(() => decider.add(domainSearch('b', { text: 'x' }))).toThrow('"b" would read all pages');
  expect(ids(decider.decide(put))).toEqual(['b']);
  expect([decider.remove('b'), decider.remove('b'), decider.size]).toEqual([true, false, 1]);
  expect(ids(decider.decide(put))).toEqual([]);
});

test('thousands of searches that came and went leave the others as they were', () => {
  const decider = compileSearches([domainSearch('no', { text: 'number 7;' })]);
  const staying = Array.from({ length: 300 }, (_, number) =>
    domainSearch(`s${number}`, { text: `nr ${number}.` }),
  );
  for (const search of staying) decider.add(search);
  const put = site('nr 7. and nr 17. and nr 299. and number 21415;');
  // These are added for good, or go, while all others are put anew.
  const later = ['17', '299', '7', '17'];
  const expected = new Set(['s7', 's17', 's299']);
  for (let number = 0; number < 22_000; number++) {
    decider.add(domainSearch('changing', { text: `number ${number};` }));
    const isLate = number > 19_900;
    if (isLate && number % 5 === 0) {
      const id = `s${later[(number / 5) % later.length]}`;
      if (expected.delete(id)) decider.remove(id);
      else {
        decider.add(domainSearch(id, { text: `nr ${id.slice(1)}.` }));
        expected.add(id);
      }
    }
    if (number % 5_000 !== 0 && number !== 21_415 && (!isLate || number % 9 !== 0)) continue;
    const all = number === 21_415 ? [...expected, 'changing'] : [...expected];
    expect(ids(decider.decide(put))).toEqual(all.sort());
  }
}, 60_000);

test('literals are found whichever were added before and after a site was decided', () => {
  const decider = compileSearches([]);
  const words = Array.from({ length: 3_000 }, (_, number) => `w${number.toString(36).padStart(3, '0')}x`);
  for (const [number, word] of words.entries()) {
    decider.add(domainSearch(word, { text: word }));
    if (number % 500 !== 499) continue;
    const wanted = [0, number >> 1, number, number + 1].map((at) => words[at] ?? '').filter(Boolean);
    const expected = wanted.filter((one) => words.indexOf(one) <= number);
    expect(ids(decider.decide(site(wanted.join(' ').toUpperCase())))).toEqual([...new Set(expected)].sort());
  }
});

test('what is more work than a site may be is left undecided and named, and what needs no sources is decided', () => {
  const searches = [
    domainSearch('condition', { filter: ['country', '=', 'DE'] }),
    domainSearch('keyword', { keyword: 'title' }),
    domainSearch('text', { text: 'needle' }),
    domainSearch('slow', { pattern: 'needle[a-z]*x$' }),
    domainSearch('absent', { and: [{ filter: ['tech', '=', 'Drupal'] }, { text: 'needle' }] }),
  ];
  const put = site('a needle here');
  const all = compileSearches(searches).decide(put);
  expect([ids(all), all.undecided]).toEqual([['condition', 'keyword', 'text'], []]);
  // Reading the page takes 20 units, looking for the pattern ten.
  expect(all.work).toMatchObject({ part: 'candidates', items: 1, work: 31 });
  const few = compileSearches(searches, { maxWork: 25 }).decide(put);
  expect([ids(few), few.undecided]).toEqual([['condition', 'keyword', 'text'], ['slow']]);
  expect(few.work.work).toBe(25);
  const none = compileSearches(searches, { maxWork: 10 }).decide(put);
  expect([ids(none), none.undecided.toSorted()]).toEqual([
    ['condition', 'keyword'],
    ['absent', 'slow', 'text'],
  ]);
});

test('a page that is looked at for long ends its search, not the others', () => {
  const decider = compileSearches(
    [domainSearch('slow', { pattern: '(x+x+)+needle(y+y+)+$' }), domainSearch('text', { text: 'needle' })],
    // Reading it takes 780 units, and beginning to look 390 more.
    { maxWork: 1_300 },
  );
  const decision = decider.decide(site('xneedleyy '.repeat(250_000)));
  expect([ids(decision), decision.undecided]).toEqual([['text'], ['slow']]);
});

test('pages that fulfil a search are named up to a bound, and counted', () => {
  const decider = compileSearches([
    {
      id: 'pages',
      level: 'page',
      where: read({ and: [{ text: 'word' }, { not: { text: 'other' } }] }, 'page'),
    },
  ]);
  const sources = Array.from({ length: MAX_PAGES + 5 }, (_, number) =>
    number === 1 ? 'word, other' : 'a Word',
  );
  const [found] = decider.decide(site(...sources)).fulfilled;
  expect(found?.pages).toHaveLength(MAX_PAGES);
  expect(found?.positions).toEqual([0, ...Array.from({ length: MAX_PAGES + 3 }, (_, at) => at + 2)]);
  expect(found?.pages.slice(0, 2)).toEqual(['https://shop.test/000000', 'https://shop.test/000002']);
});

test('changes are those that the caller knows, which is requested once a site', () => {
  const added = { added: ['tech', '=', 'Shopify'] };
  const decider = compileSearches([
    domainSearch('changed', added),
    domainSearch('both', { and: [added, { text: 'needle' }] }),
    domainSearch('unchanged', { and: [{ not: added }, { text: 'needle' }] }),
  ]);
  const requested: Expression[] = [];
  const put = {
    ...site('a needle'),
    hasChange: (of: Expression) => {
      requested.push(of);
      return true;
    },
  };
  expect(ids(decider.decide(put))).toEqual(['both', 'changed']);
  expect(requested).toHaveLength(1);
  expect(JSON.stringify(requested)).toContain('Shopify');
  expect(ids(decider.decide({ ...put, hasChange: () => false }))).toEqual(['unchanged']);
});

test('versions, hosts and the first visit are found by what their labels begin with', () => {
  const decider = compileSearches([
    domainSearch('version', { filter: ['tech', 'version', 'jQuery@>=3.7 <4'] }),
    domainSearch('other version', { filter: ['tech', 'version', 'jQuery@<3'] }),
    domainSearch('host', { filter: ['script_host', 'matches', '*.example.com'] }),
    domainSearch('itself', { filter: ['host', 'matches', 'cdn.example.com'] }),
    domainSearch('above', { filter: ['host', 'matches', 'example.com'] }),
    domainSearch('first', { filter: ['first_visited', 'matches', '2026-03'] }),
  ]);
  const document = documentOf('shop.test', ['-']);
  const pages = document.pages.map((page) => ({
    ...page,
    facts: { ...page.facts, hosts: [{ host: 'cdn.example.com', kinds: 's' }] },
  }));
  const put = { ...siteOf({ ...document, pages }, 1), firstVisit: Date.UTC(2026, 2, 31, 23) };
  expect(ids(decider.decide(put))).toEqual(['first', 'host', 'itself', 'version']);
  expect(ids(decider.decide({ ...put, firstVisit: null }))).toEqual(['host', 'itself', 'version']);
});

test('lists of domains are those that the site is in', () => {
  const decider = compileSearches([
    domainSearch('listed', { filter: ['list', '=', 'mine'] }),
    domainSearch('unlisted', { not: { filter: ['list', '=', 'mine'] } }),
    domainSearch('both', { and: [{ filter: ['list', 'in', ['mine', 'other']] }, { text: 'needle' }] }),
  ]);
  const put = { ...site('a needle'), lists: new Set(['other']) };
  expect(ids(decider.decide(put))).toEqual(['both', 'unlisted']);
  expect(ids(decider.decide({ ...put, lists: new Set(['mine']) }))).toEqual(['both', 'listed']);
});

test('so many searches of conditions that no label narrows, and no more', () => {
  const decider = compileSearches(
    Array.from({ length: MAX_ALWAYS }, (_, number) =>
      domainSearch(`${number}`, { filter: ['rank', '>', number] }),
    ),
  );
  expect(decider.decide(site('-')).fulfilled).toHaveLength(500);
  expect(() => decider.add(domainSearch('more', { filter: ['rank', '<', 7] }))).toThrow(
    'one more than the 1000',
  );
  decider.add(domainSearch('0', { filter: ['rank', '<', 7] }));
  decider.add(domainSearch('keyed', { filter: ['country', '=', 'DE'] }));
  expect(ids(decider.decide(site('-')))).toContain('keyed');
});
