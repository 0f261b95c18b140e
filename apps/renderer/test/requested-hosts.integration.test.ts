/* Hosts of all requests are told with what they were for, on a made web: those of scripts that scripts insert, too. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRenderer, type OpenedRenderer } from './opened-renderer.ts';
import { HTML } from './script-sites/site.ts';

const closers = new AsyncDisposableStack();
let opened: OpenedRenderer;

const SCRIPT = `
  const at = (host, path) => location.href.replace('site.test', host).replace(/\\/$/, path);
  const add = (name, attributes) => new Promise((done) => {
    const element = Object.assign(document.createElement(name), attributes);
    element.onload = element.onerror = done;
    document.head.append(element);
  });
  document.fonts.add(new FontFace('a', 'url(' + at('font.test', '/a.woff2') + ')'));
  document.fonts.forEach((font) => font.load().catch(() => undefined));
  Promise.all([
    add('script', { src: at('script.test', '/a.js') }),
    add('link', { rel: 'stylesheet', href: at('style.test', '/a.css') }),
    fetch(at('fetch.test', '/data'), { mode: 'no-cors' }).catch(() => undefined),
    new Promise((done) => { const i = new Image(); i.onload = i.onerror = done; i.src = at('image.test', '/a.gif'); }),
  ]).then(() => {
    const frame = document.createElement('iframe');
    frame.src = at('frame.test', '/frame');
    frame.onload = () => document.body.append('do' + 'ne');
    document.body.append(frame);
  });
`;

beforeAll(async () => {
  opened = await openRenderer(
    (request, response) => {
      response.writeHead(200, { 'content-type': request.url === '/a.js' ? 'text/javascript' : HTML });
      response.end(request.url === '/' ? `<!DOCTYPE html><body><script>${SCRIPT}</script>` : '');
    },
    { budget: { settleMs: 60_000, timeMs: 120_000 } },
  );
  closers.use(opened);
}, 600_000);
afterAll(() => closers.disposeAsync());

test(
  'each host is told once for each kind of request, but for the page itself',
  { timeout: 180_000 },
  async () => {
    const rendering = await opened.render('/');
    if (rendering.kind === 'failed') throw new Error(rendering.reason);
    expect(rendering.html).toContain('done');
    const requested = rendering.requested.map(({ host, kind }) => `${kind} ${host}`).sort();
    expect(requested.filter((one) => !one.endsWith(' site.test'))).toEqual([
      'document frame.test',
      'font font.test',
      'image image.test',
      'script script.test',
      'stylesheet style.test',
      // Chromium gives `fetch` the type of the older request.
      'xhr fetch.test',
    ]);
    expect(requested).not.toContain('document site.test');
  },
);
