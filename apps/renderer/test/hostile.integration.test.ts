/* Hostile pages: each has an outcome in time, costs what it may, and harms no other page. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE } from './hostile-pages.ts';
import { memoryOf, openRenderer, type OpenedRenderer } from './opened-renderer.ts';

const MIB = 1024 * 1024;
const BUDGET = { timeMs: 30_000, settleMs: 2_000, bytes: 8 * MIB, memoryBytes: 400 * MIB };
const html = { 'content-type': 'text/html; charset=utf-8' };
const closers = new AsyncDisposableStack();
const requests: string[] = [];
let opened: OpenedRenderer;

beforeAll(async () => {
  opened = await openRenderer(
    (request, response) => {
      const path = (request.url ?? '').slice(1).replace(/\?.*/s, '');
      requests.push(path);
      answer(path, response);
    },
    { budget: BUDGET },
  );
  closers.use(opened);
}, 600_000);
afterAll(() => closers.disposeAsync());

function answer(path: string, response: ServerResponse): void {
  const hostile = HOSTILE[path];
  if (hostile !== undefined) response.writeHead(200, html).end(hostile);
  else if (path === 'file') {
    response.writeHead(200, { 'content-disposition': 'attachment; filename=x.exe' }).end('MZ');
  } else if (path === 'bytes') response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(MIB));
  else if (path.startsWith('good')) {
    response
      .writeHead(200, html)
      .end('<!DOCTYPE html><p id="p"></p><script>p.textContent = "written by a script"</script>');
  } else if (path !== 'never') response.writeHead(404).end();
}

/** Pages that may have no document any more; the text of all others must be there. */
const MAY_FAIL = new Set([
  'allocates',
  'heap',
  'workerHeap',
  'wasm',
  'elements',
  'frames',
  'dialogs',
  'endlessAtOnce',
]);

describe('a page', () => {
  test.for(Object.keys(HOSTILE))('that %s has an outcome', { timeout: 120_000 }, async (name) => {
    const started = performance.now();
    const rendering = await opened.render(`/${name}`, { globals: ['Shopify'], screenshot: true });
    // Twice its time: the machine may be busy.
    expect(performance.now() - started).toBeLessThan(2 * BUDGET.timeMs + 5_000);
    const text = rendering.kind === 'rendered' ? rendering.html : `failed: ${rendering.reason}`;
    expect(text).toMatch(MAY_FAIL.has(name) ? /Hostile page|^failed: the page / : /Hostile page/);
    expect(text).not.toMatch(/LOCATED|GRANTED|root:x/);
    expect(Object.keys(rendering.kind === 'rendered' ? rendering.globals : {})).not.toContain('evil');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4 * MIB);
    // And the next page is as it should be.
    const next = await opened.render('/good');
    expect(next.kind === 'rendered' ? next.html : next.reason).toContain('written by a script');
  });

  test('that opens windows gets none', () => {
    expect(requests).not.toContain('window');
  });

  test('that sends too many requests is partial, and says so', { timeout: 60_000 }, async () => {
    requests.length = 0;
    expect(await opened.render('/resources')).toMatchObject({
      kind: 'rendered',
      partial: 'the page sent more than 500 requests',
    });
    expect(requests.length).toBeLessThanOrEqual(501);
  });

  test('that wants too many bytes is partial, and says so', { timeout: 60_000 }, async () => {
    expect(await opened.render('/large')).toMatchObject({
      kind: 'rendered',
      partial: 'the page wanted more than 8 MiB',
    });
  });

  test('that is never idle is partial, and says so', { timeout: 60_000 }, async () => {
    expect(await opened.render('/neverSame')).toMatchObject({
      kind: 'rendered',
      partial: 'after 2 s the page was still changing',
    });
  });

  test('that allocates too much fails, and says so', { timeout: 60_000 }, async () => {
    expect(await opened.render('/allocates')).toEqual({
      kind: 'failed',
      reason: 'the page took more than 400 MiB of memory',
    });
  });
});

test(
  'of 100 pages, 10 of them hostile, each has its outcome, in bounded memory',
  { timeout: 900_000 },
  async () => {
    const hostile = Object.keys(HOSTILE);
    const paths = Array.from({ length: 100 }, (_, at) =>
      at % 10 === 0 ? `/${hostile[at % hostile.length] ?? ''}` : `/good?${at}`,
    );
    const before = process.memoryUsage().rss;
    let highest = 0;
    const look = async (): Promise<void> => {
      highest = Math.max(highest, await memoryOf(await opened.browsers()));
    };
    const watch = setInterval(() => void look(), 500);
    const renderings = await Promise.all(paths.map((path) => opened.render(path)));
    clearInterval(watch);
    const good = renderings.filter((_, at) => at % 10 !== 0);
    expect(
      good.filter(
        (rendering) => rendering.kind !== 'rendered' || !rendering.html.includes('written by a script'),
      ),
    ).toEqual([]);
    expect(renderings).toHaveLength(100);
    // Two pages at a time, and what a browser takes by itself.
    expect(highest).toBeLessThan(2 * BUDGET.memoryBytes + 800 * MIB);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MIB);
  },
);

test('after the renderer is closed no browser is left', { timeout: 60_000 }, async () => {
  expect(await opened.browsers()).not.toEqual([]);
  await opened.renderer.close();
  await expect.poll(() => opened.browsers()).toEqual([]);
});
