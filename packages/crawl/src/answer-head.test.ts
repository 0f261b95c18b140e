import { expect, test } from 'vitest';
import { judgeHead, type HeadVerdict } from './answer-head.ts';

const html = [['content-type', 'text/html']] as const;
const to = [['location', '/next']] as const;

type Request = Partial<Parameters<typeof judgeHead>[1]>;
type Case = [what: string, status: number, headers: readonly (readonly [string, string])[], request: Request];

function judged([, status, headers, request]: Case): HeadVerdict {
  const url = new URL('http://site.test/');
  return judgeHead(
    { status, headers, fetchedAt: 0 },
    { url, wants: 'page', conditional: false, maxRetryAfterMs: 60_000, ...request },
  );
}

test.each<[...Case, HeadVerdict['kind']]>([
  ['HTML', 200, html, {}, 'page'],
  ['HTML at a redirect without a target', 302, html, {}, 'page'],
  ['an answer that names no type', 200, [], {}, 'page'],
  ['a redirect', 302, [...html, ...to], {}, 'redirect'],
  ['a redirect whose first target is empty', 302, [['location', ' '], ...to], {}, 'redirect'],
  ['a redirect of a sitemap without a target', 302, html, { wants: 'sitemap' }, 'redirect'],
  ['304 to a request with conditions', 304, [], { conditional: true }, 'not_modified'],
  ['304 to any other request', 304, [], {}, 'refused'],
  ['a picture', 200, [['content-type', 'image/png']], {}, 'refused'],
  ['a picture as a sitemap', 200, [['content-type', 'image/png']], { wants: 'sitemap' }, 'page'],
  ['no content', 204, html, {}, 'refused'],
])('%s', (...of) => {
  const [what, status, headers, request, kind] = of;
  expect(judged([what, status, headers, request]).kind).toBe(kind);
});

test.each<[...Case, Record<string, unknown>]>([
  ['a missing page, for good', 404, html, {}, { retry: false, retryAfterMs: null }],
  ['a fault of the server, for now', 500, html, {}, { retry: true, retryAfterMs: null }],
  ['a version that the server lacks, for good', 505, html, {}, { retry: false }],
  ['a busy server, for the time it states', 503, [['retry-after', '7']], {}, { retryAfterMs: 7_000 }],
  ['a busy server without a time', 429, html, {}, { retry: true, retryAfterMs: 0 }],
  [
    '400 over https, where http may work',
    400,
    html,
    { url: new URL('https://a.test/') },
    { unconnected: true },
  ],
  ['400 over http', 400, html, {}, { unconnected: false }],
])('%s', (...of) => {
  const [what, status, headers, request, failure] = of;
  expect(judged([what, status, headers, request])).toMatchObject({ kind: 'refused', failure });
});
