import { parseSearch, type QueryInput, type TokenKey } from '@sitegrep/search';
import type { DomainIndex } from '@sitegrep/storage';
import { QueryTooBroad } from '@sitegrep/storage';
import { summary, type Summary, timesOf } from '../harness/figures.ts';
import { queryOf } from './corpus.ts';

/** Texts as people look for them, from common ones to rare ones. */
const TEXTS: readonly string[] = [
  'jquery',
  'google-analytics',
  'wp-content',
  'bootstrap',
  'charset=utf-8',
  'gtag(',
  'font-awesome',
  'facebook',
  'privacy policy',
  'add to cart',
  'shopify',
  'elementor',
  'hotjar',
  'matomo',
  'disqus',
  'cloudflare',
  'typekit',
  'newrelic',
  'impressum',
  'zzqqxx',
];

/** Searches for it are not counted: the engine compiles what it runs for the first time. */
const WARM_UP = 'warm-up';

/** Queries about a site, and about parts of pages, by a quoted text. */
const KINDS: Readonly<Record<string, (text: string) => QueryInput>> = {
  domain: (text) => ({ q: text }),
  title: (text) => ({ q: `title:${text}` }),
  script: (text) => ({ q: `script:${text}` }),
  comment: (text) => ({ q: `comment:${text}` }),
  text: (text) => ({ q: `text:${text}` }),
  same_page: (text) => ({ q: `same:page(${text} title:"home")` }),
};

/** Milliseconds of searches that are asked for the first time, by what they look for. */
type FirstTimeFigures = Readonly<Record<string, Summary & { readonly refused: number }>>;

/** Measures searches for texts anywhere on a site, on single pages, and in parts of pages. */
export async function measureFirstTime(index: DomainIndex, key: TokenKey): Promise<FirstTimeFigures> {
  const of: Record<string, Summary & { readonly refused: number }> = {};
  const measure = async (name: string, search: (text: string) => Promise<unknown>): Promise<void> => {
    let refused = 0;
    await search(JSON.stringify(WARM_UP));
    const times = await timesOf(TEXTS, async (text) => {
      try {
        await search(JSON.stringify(text));
      } catch (error) {
        if (!(error instanceof QueryTooBroad)) throw error;
        refused++;
      }
    });
    of[name] = { ...summary(times), refused };
  };
  for (const [name, inputOf] of Object.entries(KINDS))
    await measure(name, (text) => index.search(queryOf({ ...inputOf(text), limit: 10 }, key)));
  await measure('page', (text) => {
    const read = parseSearch('page', { q: text, limit: 10 }, key);
    if (!read.ok) throw new Error(JSON.stringify(read));
    return index.search(read.value);
  });
  return of;
}
