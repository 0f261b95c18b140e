import type { Analysis, PageOptions } from '@sitegrep/analysis';
import type { RenderedPage, Rendering } from '@sitegrep/renderer';
import type { Page } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import { expect, test } from 'vitest';
import { analyzeRendered, type RenderWish } from './render-pages.ts';

const URL_OF_PAGE = 'https://app.example/start';
const RENDERED: RenderedPage = {
  kind: 'rendered',
  url: 'https://app.example/start#/home',
  html: '<div id=root><p>Tea</p></div>',
  truncated: false,
  globals: { Vue: '' },
  hosts: ['api.example'],
  screenshot: null,
  partial: null,
};

function pageOf(source: string): Page {
  const body = new TextEncoder().encode(source);
  return { url: URL_OF_PAGE, status: 200, headers: [], body, truncated: false, fetchedAt: 1 };
}

/** Analyses a page as far as it matters here, and takes its memory, as threads do. */
function analysisOf(pages: { readonly source: string; readonly options: PageOptions }[]) {
  return {
    async analyze(page: Page, options: PageOptions = {}): Promise<Analysis> {
      const { url, fetchedAt, truncated } = page;
      const source = new TextDecoder().decode(page.body);
      page.body.fill(0);
      pages.push({ source, options });
      if (source.includes('CRASH') && options.rendered !== undefined) {
        return { kind: 'crashed', reason: 'page needed more than 512 MB' };
      }
      return {
        kind: 'page',
        record: { url, fetchedAt, charset: 'utf-8', truncated, source, facts: NO_PAGE_FACTS },
        links: [],
        nofollowLinks: [],
        ownerLinks: [],
        firstLinks: [],
        refresh: null,
        robots: { noindex: false, nofollow: false },
        shell: source.includes('id=root'),
        partial: null,
        timing: { extractMs: 1, detectMs: 1 },
      };
    },
  };
}

async function run(
  source: string,
  wish: Partial<RenderWish> & { readonly rendering?: Rendering; readonly isWanted?: boolean } = {},
) {
  const { rendering = RENDERED, isWanted = true, ...rest } = wish;
  const analysed: { readonly source: string; readonly options: PageOptions }[] = [];
  const requested: string[] = [];
  const { result, unrendered } = await analyzeRendered(
    analysisOf(analysed),
    {
      mode: 'always',
      globals: ['Vue', 'jQuery.fn.jquery'],
      signal: new AbortController().signal,
      pages: {
        async render({ url, globals }) {
          requested.push(`${url} ${globals.join(' ')}`);
          return rendering;
        },
      },
      ...rest,
    },
    pageOf(source),
    { links: true },
    () => isWanted,
  );
  return { kind: result.kind, unrendered, analysed, requested };
}

test('a page is analysed with what a browser made of it', async () => {
  const { unrendered, analysed, requested } = await run('<div id=root></div>');
  expect(unrendered).toBeNull();
  expect(requested).toEqual([`${URL_OF_PAGE} Vue jQuery.fn.jquery`]);
  expect(analysed).toEqual([
    { source: '<div id=root></div>', options: { links: true } },
    { source: '<div id=root></div>', options: { links: true, rendered: RENDERED } },
  ]);
});

test('of a crawl that renders shells, a page with text is not rendered', async () => {
  expect((await run('<p>Text</p>', { mode: 'if_empty' })).requested).toEqual([]);
  expect((await run('<div id=root></div>', { mode: 'if_empty' })).requested).toHaveLength(1);
  expect((await run('<p>Text</p>', { mode: 'always' })).requested).toHaveLength(1);
});

test('a page that is not stored is not rendered', async () => {
  const { requested, analysed } = await run('<div id=root></div>', { isWanted: false });
  expect({ requested, times: analysed.length }).toEqual({ requested: [], times: 1 });
});

test.each<[string, string, Rendering, string]>([
  [
    'a browser that fails',
    '<p>',
    { kind: 'failed', reason: 'the browser was killed' },
    'not rendered: the browser was killed',
  ],
  [
    'a page whose scripts leave the site',
    '<p>',
    { ...RENDERED, url: 'https://ads.example.net/' },
    'not rendered: its scripts lead to https://ads.example.net/',
  ],
  ['a rendering that can not be analysed', 'CRASH', RENDERED, 'not rendered: page needed more than 512 MB'],
  [
    'a page that is never idle',
    '<p>',
    { ...RENDERED, partial: 'it was never idle' },
    'rendered in part: it was never idle',
  ],
])('%s leaves the source of the page, with the reason', async (_, source, rendering, reason) => {
  expect(await run(source, { rendering })).toMatchObject({ kind: 'page', unrendered: reason });
});
