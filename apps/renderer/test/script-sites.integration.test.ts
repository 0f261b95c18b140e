/* A made web of sites that scripts write: texts, links and globals must be found on each as listed. */
import { createRequire } from 'node:module';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackages } from '../../../scripts/install-packages.ts';
import { openRenderer, type OpenedRenderer } from './opened-renderer.ts';
import { LIBRARY_SITES } from './script-sites/libraries.ts';
import { PLAIN_SITES } from './script-sites/plain.ts';
import { HTML, type ScriptSite } from './script-sites/site.ts';

const SITES = [...LIBRARY_SITES, ...PLAIN_SITES];
const byHost = new Map(SITES.map((site) => [`${site.name}.test`, site]));
const bundles = new Map<string, string>();
/** A page that finishes has time enough on the busiest machine. */
const UNHURRIED = { budget: { settleMs: 60_000, timeMs: 120_000 } };
const LIBRARIES = join(import.meta.dirname, 'script-sites', 'libraries');
const closers = new AsyncDisposableStack();
let opened: OpenedRenderer;

beforeAll(async () => {
  await installPackages(LIBRARIES);
  for (const site of LIBRARY_SITES) bundles.set(site.name, await bundle(site));
  opened = await openRenderer((request, response) => {
    const site = byHost.get((request.headers.host ?? '').replace(/:\d+$/, ''));
    if (site === undefined) otherPage(request.url ?? '/', response);
    else siteFile(site, request.url ?? '/', response);
  }, UNHURRIED);
  closers.use(opened);
}, 600_000);
afterAll(() => closers.disposeAsync());

function source({ head = '', body }: ScriptSite): string {
  const bundled = body.replace('BUNDLE', '<script src="/bundle.js"></script>');
  return `<!DOCTYPE html><html lang="en"><head><title>Site</title>${head}</head><body>${bundled}</body></html>`;
}

function siteFile(site: ScriptSite, path: string, response: ServerResponse): void {
  const [type, text] = site.files?.[path] ?? [];
  if (path === '/') response.writeHead(200, { 'content-type': HTML }).end(source(site));
  else if (path === '/bundle.js') {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(bundles.get(site.name));
  } else if (type !== undefined) response.writeHead(200, { 'content-type': type }).end(text);
  else response.writeHead(404).end();
}

/** Pages of one host that are not sites. */
function otherPage(path: string, response: ServerResponse): void {
  const page = (text: string): void => void response.writeHead(200, { 'content-type': HTML }).end(text);
  if (path === '/empty') page('');
  else if (path === '/malformed')
    page('<p>open <b>bold <table><tr><i>in a table</p><script>document.body.append("end" + "ed")</script>');
  else if (path === '/redirect') response.writeHead(302, { location: '/malformed' }).end();
  else if (path === '/text') response.writeHead(200, { 'content-type': 'text/plain' }).end('plain');
  else if (path === '/huge') page(`<p>huge</p>${`<p>${'long '.repeat(60)}</p>`.repeat(20_000)}`);
  else if (path === '/private') page('<p>private</p>');
  else if (path === '/robots.txt') {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /private');
  } else if (path === '/leads') page('<p>leads</p><script>location = "/private"</script>');
  else if (path === '/frames') page('<p>frames</p><iframe src="/private"></iframe>');
  else response.writeHead(404, { 'content-type': HTML }).end('<p>none</p>');
}

/** The part of svelte/compiler that is used here. */
interface SvelteCompiler {
  readonly compile: (source: string, options: object) => { readonly js: { readonly code: string } };
}

/** Bundles the script of a site with the libraries that it imports, and compiles its components. */
async function bundle({ script = '', files = {} }: ScriptSite): Promise<string> {
  const { resolve } = createRequire(join(LIBRARIES, 'package.json'));
  const { compile } = (await import(resolve('svelte/compiler'))) as SvelteCompiler;
  const build = await rolldown({
    input: 'entry.js',
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    resolve: { conditionNames: ['browser', 'production', 'import', 'default'] },
    plugins: [
      {
        name: 'site',
        resolveId(id) {
          if (id === 'entry.js' || files[id] !== undefined) return `\0${id}`;
          if (id.endsWith('.prod.js')) return resolve(id);
          return null;
        },
        load(id) {
          if (id === '\0entry.js') return script;
          const component = id.startsWith('\0') ? files[id.slice(1)] : undefined;
          return component === undefined ? null : compile(component[1], { generate: 'client' }).js.code;
        },
      },
    ],
    cwd: LIBRARIES,
  });
  const { output } = await build.generate({ format: 'iife', minify: true });
  await build.close();
  return output[0].code;
}

test('there are at least 40 sites', () => {
  expect(new Set(SITES.map(({ name }) => name)).size).toBe(SITES.length);
  expect(SITES.length).toBeGreaterThanOrEqual(40);
});

test.for(SITES)('$name', { timeout: 180_000 }, async (site) => {
  const { texts, links = [], globals = {}, requests = false } = site;
  expect(texts.filter((text) => source(site).includes(text))).toEqual([]);
  const rendering = await opened.render('', {
    url: opened.url('/', `${site.name}.test`),
    globals: [...Object.keys(globals), 'absent', 'absent.part'],
  });
  expect(rendering).toMatchObject({ kind: 'rendered', partial: null, truncated: false, globals });
  const { html, hosts, globals: found } = rendering as Extract<typeof rendering, { kind: 'rendered' }>;
  // Lit marks its expressions with comments.
  const text = html.replaceAll(/<!--.*?-->/g, '');
  expect(texts.filter((expected) => !text.includes(expected))).toEqual([]);
  expect(links.filter((link) => !html.includes(`href="${link}"`))).toEqual([]);
  expect(Object.keys(found)).not.toContain('absent');
  expect(hosts).toEqual(requests ? [`${site.name}.test`] : []);
});

test('a page of nothing is rendered as nothing', async () => {
  expect(await opened.render('/empty')).toMatchObject({
    kind: 'rendered',
    html: '<html><head></head><body></body></html>',
    partial: null,
  });
});

test('a malformed page is what browsers make of it, also behind a redirect', async () => {
  for (const path of ['/malformed', '/redirect']) {
    expect(await opened.render(path)).toMatchObject({
      kind: 'rendered',
      url: opened.url('/malformed'),
      html: expect.stringContaining('ended'),
    });
  }
});

test('what is not a page fails, and says what it is', async () => {
  expect(await opened.render('/text')).toEqual({ kind: 'failed', reason: 'it is text/plain, not HTML' });
  expect(await opened.render('/absent')).toEqual({ kind: 'failed', reason: 'answered 404' });
});

test('a huge document is cut at the bound of a page', { timeout: 60_000 }, async () => {
  const rendering = await opened.render('/huge');
  expect(rendering).toMatchObject({
    kind: 'rendered',
    truncated: true,
    html: expect.stringContaining('huge'),
  });
  expect(Buffer.byteLength((rendering as { html: string }).html)).toBeLessThanOrEqual(4 * 1024 * 1024);
});

test('robots.txt holds for the page, for those that it leads to, and for its frames', async () => {
  const reason = 'robots.txt of site.test forbids fetching /private';
  expect(await opened.render('/private')).toEqual({ kind: 'failed', reason });
  expect(await opened.render('/leads')).toMatchObject({
    kind: 'rendered',
    html: expect.stringContaining('leads'),
    partial: reason,
  });
  const framed = await opened.render('/frames');
  expect(framed).toMatchObject({ kind: 'rendered', html: expect.not.stringContaining('data-frame') });
});

test('a screenshot and a thumbnail are WebP of the window and a quarter of it', async () => {
  const rendering = await opened.render('/malformed', { screenshot: true });
  const sizes =
    rendering.kind === 'rendered' ? [rendering.screenshot?.full, rendering.screenshot?.thumbnail] : [];
  expect(sizes.map((webp) => Buffer.from(webp ?? []).toString('latin1', 8, 12))).toEqual(['WEBP', 'WEBP']);
  expect(sizes.map(widthOf)).toEqual([1_366, 342]);
});

/** Width of a WebP file with an extended header, as Chromium writes it with its colours. */
function widthOf(webp: Uint8Array | undefined): number {
  const bytes = Buffer.from(webp ?? []);
  return bytes.toString('latin1', 12, 16) === 'VP8X' ? bytes.readUIntLE(24, 3) + 1 : 0;
}
