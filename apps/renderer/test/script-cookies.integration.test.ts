/* Cookies that scripts set are told apart from those of answers, on a made web. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRenderer, type OpenedRenderer } from './opened-renderer.ts';
import { HTML } from './script-sites/site.ts';

const SCRIPT = `
  document.cookie = '_ga=GA1; path=/';
  document.cookie = 'of_path=1; path=/other';
  document.cookie = 'both=2; path=/';
  document.cookie = 'gone=1; path=/';
  document.cookie = 'gone=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT';
  fetch('/data').then(() => fetch('http://third.other/data').catch(() => undefined)).then(() => document.body.append('do' + 'ne'));
`;

const closers = new AsyncDisposableStack();
let opened: OpenedRenderer;

beforeAll(async () => {
  opened = await openRenderer(
    (request, response) => {
      if (request.url === '/data')
        response.writeHead(200, { 'set-cookie': ['of_answer=1; path=/', 'of_parent=1; domain=site.test'] });
      else if (request.url === '/redirect')
        response.writeHead(302, { location: '/', 'set-cookie': 'on_the_way=1' });
      else if (request.url === '/')
        response.writeHead(200, { 'content-type': HTML, 'set-cookie': ['id=1; HttpOnly', 'both=1; path=/'] });
      else response.writeHead(200, { 'content-type': HTML });
      response.end(request.url === '/' ? `<!DOCTYPE html><body><script>${SCRIPT}</script>` : '<p>plain');
    },
    { budget: { settleMs: 60_000, timeMs: 120_000 } },
  );
  closers.use(opened);
}, 600_000);
afterAll(() => closers.disposeAsync());

test.each(['/', '/redirect'])(
  'of %s those are told that no answer set',
  { timeout: 180_000 },
  async (path) => {
    const rendering = await opened.render(path);
    expect(rendering).toMatchObject({
      kind: 'rendered',
      partial: null,
      html: expect.stringContaining('done'),
      cookies: ['_ga'],
    });
  },
);

test('a page without cookies has none', { timeout: 180_000 }, async () => {
  expect(await opened.render('/plain')).toMatchObject({ kind: 'rendered', cookies: [] });
});
