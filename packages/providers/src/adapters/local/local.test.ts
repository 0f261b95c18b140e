import { describe, expect, test } from 'vitest';
import { AUTOCOMPLETE, language, WEB_SERP } from '../../../test/conformance/requests.ts';
import { openLocal } from './index.ts';
import type { LocalIndex, LocalSite } from './local-index.ts';

const never = new AbortController().signal;

function site(domain: string, facts: Partial<LocalSite>): LocalSite {
  return { domain, rank: 0, title: null, description: null, keywords: [], language: null, ...facts };
}

/** Gives all of its sites, and records its requests. */
function indexOf(sites: readonly LocalSite[]): LocalIndex & { readonly calls: (readonly string[])[] } {
  const calls: (readonly string[])[] = [];
  return {
    calls,
    find: async (terms) => {
      calls.push(terms);
      return sites;
    },
  };
}

async function found(keyword: string, sites: readonly LocalSite[], wishes = {}): Promise<readonly string[]> {
  const provider = openLocal({ index: indexOf(sites) })['web-serp'];
  const { results } = await provider.call({ ...WEB_SERP, keyword, ...wishes }, never);
  return results.map(({ domain }) => domain);
}

describe('local results', () => {
  test('a word in the title is worth more than in keywords, there more than in the description', async () => {
    const sites = [
      site('a.example', { description: 'An otter.' }),
      site('b.example', { keywords: ['otter'] }),
      site('c.example', { title: 'Otter' }),
      site('d.example', { title: 'Otters' }),
      site('e.example', {}),
    ];
    expect(await found('otter', sites)).toEqual(['c.example', 'd.example', 'b.example', 'a.example']);
  });

  test('of equal matches the higher rank is first, then the name', async () => {
    const sites = ['c.example', 'a.example', 'b.example'].map((domain) => site(domain, { title: 'Otter' }));
    const high = site('z.example', { title: 'Otter', rank: 500 });
    expect(await found('otter', [...sites, high])).toEqual([
      'z.example',
      'a.example',
      'b.example',
      'c.example',
    ]);
  });

  test('the language that was asked for goes before, where all else is equal', async () => {
    const sites = [
      site('a.example', { title: 'Otter', language: 'en' }),
      site('b.example', { title: 'Otter', language: 'de' }),
    ];
    expect(await found('otter', sites, { language: language('de') })).toEqual(['b.example', 'a.example']);
  });

  test('the depth bounds them', async () => {
    const sites = Array.from({ length: 30 }, (_, n) => site(`s${n}.example`, { title: 'Otter' }));
    expect(await found('otter', sites, { depth: 3 })).toHaveLength(3);
  });

  test('a keyword of signs is looked for as it is, one of many words by the first ten', async () => {
    const index = indexOf([site('a.example', { title: 'C++ ++' })]);
    const provider = openLocal({ index })['web-serp'];
    const { results } = await provider.call({ ...WEB_SERP, keyword: ' ++ ' }, never);
    expect(results).toHaveLength(1);
    const many = Array.from({ length: 30 }, (_, n) => `w${n}`).join(' ');
    await provider.call({ ...WEB_SERP, keyword: many }, never);
    expect(index.calls).toEqual([['++'], Array.from({ length: 10 }, (_, n) => `w${n}`)]);
  });

  test('a site without a title goes by its name', async () => {
    const provider = openLocal({ index: indexOf([site('otter.example', {})]) })['web-serp'];
    expect((await provider.call({ ...WEB_SERP, keyword: 'otter' }, never)).results).toMatchObject([
      { title: 'otter.example', url: 'https://otter.example/' },
    ]);
  });
});

test('suggestions: what many sites say goes before, and no more than ten', async () => {
  const sites = [
    site('a.example', { keywords: ['otter food', 'otter facts'] }),
    site('b.example', { keywords: ['Otter  facts'] }),
    site('c.example', { keywords: Array.from({ length: 20 }, (_, n) => `otter ${n}`) }),
    site('d.example', { title: `otter ${'long '.repeat(20)}` }),
    site('e.example', { keywords: ['potter'] }),
  ];
  const provider = openLocal({ index: indexOf(sites) })['web-autocomplete'];
  const { suggestions } = await provider.call({ ...AUTOCOMPLETE, keyword: 'otter' }, never);
  expect(suggestions).toHaveLength(10);
  expect(suggestions[0]).toMatchObject({ text: 'otter facts', highlighted: ['facts'] });
  expect(suggestions.map(({ text }) => text)).not.toContain('potter');
});

test('an index that fails is unavailable, with the cause for the log', async () => {
  const cause = new Error('disk');
  const index: LocalIndex = {
    find: async () => {
      throw cause;
    },
  };
  const failure = openLocal({ index })['web-serp'].call(WEB_SERP, never);
  await expect(failure).rejects.toMatchObject({ kind: 'unavailable', cause });
});
