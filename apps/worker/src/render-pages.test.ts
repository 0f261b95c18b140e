import type { Analysis, PageOptions } from '@sitegrep/analysis';
import type { RenderedPage, Rendering } from '@sitegrep/renderer';
import type { Page, Screenshot } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import { expect, test } from 'vitest';
import { analyzeRendered, type RenderWish, ScreenshotCapacity } from './render-pages.ts';

/** A screenshot of some bytes, without its thumbnail, which has one. */
function screenshotOf(bytes: number): Screenshot {
  return { full: new Uint8Array(bytes).fill(7), thumbnail: new Uint8Array([1]) };
}

const URL_OF_PAGE = 'https://app.example/start';
const RENDERED: RenderedPage = {
  kind: 'rendered',
  url: 'https://app.example/start#/home',
  html: '<div id=root><p>Tea</p></div>',
  truncated: false,
  globals: { Vue: '' },
  hosts: ['api.example'],
  cookies: [],
  requested: [],
  screenshot: null,
  partial: null,
};

const { screenshot: _, ...WITHOUT_IMAGES } = RENDERED;

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
        record: {
          url,
          fetchedAt,
          charset: 'utf-8',
          truncated,
          source,
          facts: NO_PAGE_FACTS,
          ...(options.rendered === undefined
            ? {}
            : { rendered: { source: options.rendered.html, truncated: false } }),
        },
        links: [],
        nofollowLinks: [],
        ownerLinks: [],
        firstLinks: [],
        framesetLinks: [],
        icon: null,
        refresh: null,
        robots: { noindex: false, nofollow: false, expires: false, maxSnippet: null },
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
  const shots: boolean[] = [];
  const { result, unrendered } = await analyzeRendered(
    analysisOf(analysed),
    {
      mode: 'always',
      globals: ['Vue', 'jQuery.fn.jquery'],
      screenshots: null,
      signal: new AbortController().signal,
      pages: {
        async render({ url, globals, screenshot }) {
          shots.push(screenshot);
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
  const screenshot = result.kind === 'page' ? result.record.rendered?.screenshot : undefined;
  return { kind: result.kind, unrendered, analysed, requested, shots, screenshot };
}

test('a page is analysed with what a browser made of it', async () => {
  const { unrendered, analysed, requested } = await run('<div id=root></div>');
  expect(unrendered).toBeNull();
  expect(requested).toEqual([`${URL_OF_PAGE} Vue jQuery.fn.jquery`]);
  expect(analysed).toEqual([
    { source: '<div id=root></div>', options: { links: true } },
    { source: '<div id=root></div>', options: { links: true, rendered: WITHOUT_IMAGES } },
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

test.each<[document: string, unrendered: string | null]>([
  ['blob:https://app.example/7c1a', null],
  ['https://www.app.example/', null],
  [
    'blob:https://ads.example.net/7c1a',
    'not rendered: its scripts lead to blob:https://ads.example.net/7c1a',
  ],
  ['about:blank', 'not rendered: its scripts lead to about:blank'],
])('a document at %s → %s', async (url, unrendered) => {
  expect((await run('<p>', { rendering: { ...RENDERED, url } })).unrendered).toBe(unrendered);
});

test('no screenshot is wanted or kept unless they are on', async () => {
  const { shots, screenshot } = await run('<p>', { rendering: { ...RENDERED, screenshot: screenshotOf(5) } });
  expect({ shots, screenshot }).toEqual({ shots: [false], screenshot: undefined });
});

test('screenshots of a site are kept until one does not fit, and the pages after it say so', async () => {
  const screenshots = new ScreenshotCapacity(20);
  const whyNone = 'rendered in part: no screenshot: those of its site take 16 MiB';
  const answers: unknown[] = [];
  for (const bytes of [9, 15, 1]) {
    const rendering = { ...RENDERED, screenshot: screenshotOf(bytes) };
    const { shots, screenshot, unrendered } = await run('<p>', { screenshots, rendering });
    answers.push([shots, screenshot?.full.length, unrendered]);
  }
  expect(answers).toEqual([
    [[true], 9, null],
    [[true], undefined, whyNone],
    [[false], undefined, whyNone],
  ]);
});

test('a page whose screenshot failed keeps what its scripts wrote, with the reason', async () => {
  const rendering = { ...RENDERED, partial: 'no screenshot could be taken in time' };
  const { screenshot, unrendered, kind } = await run('<p>', {
    screenshots: new ScreenshotCapacity(),
    rendering,
  });
  expect({ screenshot, unrendered, kind }).toEqual({
    screenshot: undefined,
    unrendered: 'rendered in part: no screenshot could be taken in time',
    kind: 'page',
  });
});
