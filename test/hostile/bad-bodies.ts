// Hosts with answers that contradict their headers, or are too large to read.
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { HTML, INDEXED, page, pages, type Expected, type Stage } from './stage.ts';
import { LEFT_OUT } from './traps.ts';

const MIB = 1024 * 1024;

/** Bytes that are neither text nor in any coding. */
const NOISE = Buffer.from('fffefd00010203040506070880818283848586ff', 'hex');

export function addBadBodies(stage: Stage): void {
  const tooLarge: Expected = {
    outcome: 'too_large',
    reason: /^a compressed body that expands more than 200-fold$/,
  };
  const httpError = (reason: RegExp): Expected => ({ outcome: 'http_error', reason });
  const notHtml = (reason: RegExp): Expected => ({ outcome: 'not_html', reason });

  const zeros = Buffer.alloc(64 * MIB);
  const member = gzipSync(zeros);
  // 160 members of 64 MiB are 10 GiB.
  const gzipBomb = Buffer.concat(Array.from({ length: 160 }, () => member));
  const bombs: Readonly<Record<string, readonly [coding: string, body: Buffer]>> = {
    'gzip-bomb.test': ['gzip', gzipBomb],
    'deflate-bomb.test': ['deflate', deflateSync(zeros)],
    'brotli-bomb.test': [
      'br',
      brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    ],
    'zstd-bomb.test': ['zstd', zstdCompressSync(zeros)],
  };
  for (const [domain, [coding, body]] of Object.entries(bombs)) {
    stage.web(domain, tooLarge, page(body, { ...HTML, 'content-encoding': coding }));
  }
  const twice = gzipSync(gzipBomb);
  stage.web(
    'bomb-in-bomb.test',
    { outcome: 'too_large', reason: /expands more than 200-fold|compressed twice/ },
    page(twice, { ...HTML, 'content-encoding': 'gzip, gzip' }),
  );
  let nested = Buffer.from('<p>deep inside');
  for (let times = 0; times < 5; times++) nested = gzipSync(nested);
  stage.web(
    'nested-codings.test',
    httpError(/^encoded 5 times over$/),
    page(nested, { ...HTML, 'content-encoding': 'gzip, gzip, gzip, gzip, gzip' }),
  );
  stage.web(
    'unknown-coding.test',
    httpError(/^content-encoding sdch is not supported$/),
    page(NOISE, { ...HTML, 'content-encoding': 'sdch' }),
  );
  stage.web('says-gzip.test', INDEXED, page('<p>but is none', { ...HTML, 'content-encoding': 'gzip' }));
  stage.web(
    'says-brotli.test',
    httpError(/^the body is not br, as its content-encoding states$/),
    page(NOISE, { ...HTML, 'content-encoding': 'br' }),
  );
  stage.web('says-deflate.test', INDEXED, page('<p>but is none', { ...HTML, 'content-encoding': 'deflate' }));

  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    Buffer.alloc(10_000, 'IDAT \0\x01'),
  ]);
  stage.web('image-as-html.test', notHtml(/^said to be HTML, but begins like a PNG image$/), page(png));
  stage.web(
    'pdf-as-html.test',
    notHtml(/^said to be HTML, but begins like a PDF document$/),
    page('%PDF-1.7\n...'),
  );
  stage.web(
    'html-as-bytes.test',
    notHtml(/^content type application\/octet-stream$/),
    page('<html><p>', { 'content-type': 'application/octet-stream' }),
  );
  stage.web(
    'bytes-without-type.test',
    notHtml(/^states no content type and does not begin like HTML$/),
    page(Buffer.alloc(5_000, 7), {}),
  );
  const links = Array.from({ length: 200_000 }, (_, n) => `<a href=/${n}>${n}`);
  stage.web('many-links.test', INDEXED, page(`<meta name=robots content=nofollow>${links.join('')}`));
  stage.web(
    'utf-16-as-utf-8.test',
    INDEXED,
    page(Buffer.from('\ufeff<html><p>word-in-sixteen-bits', 'utf16le')),
  );
  stage.web('latin-as-utf-8.test', INDEXED, page(Buffer.from('<html><p>stra\xdfe', 'latin1')));
  stage.web(
    'charset-of-nobody.test',
    INDEXED,
    page('<html><p>text', { 'content-type': 'text/html; charset=x-nobody-knows' }),
  );
  stage.web('empty-page.test', httpError(/^answered with an empty page$/), page(''));
  stage.web('not-found.test', httpError(/^answered 404 Not Found$/), (_request, response) =>
    response.writeHead(404, HTML).end('<p>'),
  );
  stage.web('forbidden.test', httpError(/^answered 403 Forbidden$/), (_request, response) =>
    response.writeHead(403, HTML).end('<p>'),
  );
  stage.web('broken.test', httpError(/^answered 500 Internal Server Error$/), (_request, response) =>
    response.writeHead(500, HTML).end('<p>'),
  );
  stage.web(
    'nothing.test',
    httpError(/^answered 204 No Content, which holds no page$/),
    (_request, response) => response.writeHead(204).end(),
  );
  stage.web(
    'noindex.test',
    { outcome: 'robots_disallowed', reason: /^the page asks not to be indexed$/ },
    page('<meta name=robots content=noindex><p>'),
  );
  stage.web(
    'noindex-by-header.test',
    { outcome: 'robots_disallowed', reason: /^the page asks not to be indexed$/ },
    page('<p>', { ...HTML, 'x-robots-tag': 'sitegrep: noindex' }),
  );

  // Markup that is expensive for naive parsers: all of it is HTML, truncated at the cap of a page.
  const costly: Readonly<Record<string, string>> = {
    'tags.test': '<b>'.repeat(4_000_000),
    'unclosed-links.test': '<a href="#x">'.repeat(400_000),
    'end-tags.test': `${'<i>'.repeat(500_000)}${'</b>'.repeat(700_000)}`,
    'one-attribute.test': `<p title="${'x'.repeat(5 * MIB)}">`,
    'attributes.test': `<p ${Array.from({ length: 400_000 }, (_, n) => `a${n}=1 `).join('')}>`,
    'one-comment.test': `<!--${'-'.repeat(5 * MIB)}`,
    'open-comments.test': '<!--'.repeat(MIB),
    'entities.test': `<p>${'&amp'.repeat(MIB)}`,
    'json-ld.test': `<script type="application/ld+json">${'{"a":['.repeat(600_000)}`,
    'json-ld-wide.test': `<script type="application/ld+json">{"sameAs":[${'"https://x.com/a",'.repeat(200_000)}"x"]}</script>`,
    'one-word.test': `<p>${'a'.repeat(4 * MIB)}`,
    'addresses.test': `<p>${'a@'.repeat(2 * MIB)}`,
    'telephones.test': Array.from({ length: 150_000 }, (_, n) => `<a href=tel:+4930${n}>x</a>`).join(''),
    'scripts.test': '<script src="/jquery-jquery.min.jquery.js?ver=1.1.1.1.1.1.1.1.1.1x"></script>'.repeat(
      50_000,
    ),
    'generators.test': `<meta name=generator content="WordPress ${'1.'.repeat(50_000)}x">`.repeat(30),
    'inline-scripts.test': `<script>${'var wp=jQuery.fn.jquery;Drupal.settings='.repeat(100_000)}</script>`,
    'styles.test': `<style>${'.elementor{}.wp-block{}'.repeat(180_000)}</style>`,
  };
  for (const [domain, html] of Object.entries(costly)) {
    // Detection may be interrupted; then the page is indexed nevertheless, and the reason says so.
    stage.web(domain, { outcome: 'indexed', reason: /^(|technology detection .*)$/ }, page(html));
  }

  stage.web('links.test', { outcome: 'indexed', reason: LEFT_OUT, pages: 8 }, (request, response) => {
    const links = Array.from({ length: 100_000 }, (_, n) => `<a href="/p/${n}">${n}</a>`);
    response.writeHead(200, HTML).end(request.url === '/' ? links.join('') : `<p>${request.url}`);
  });

  const robots =
    (answer: (response: Parameters<Parameters<Stage['web']>[2]>[1]) => void): Parameters<Stage['web']>[2] =>
    (request, response) => {
      if (request.url === '/robots.txt') answer(response);
      else pages({ '/': '<p>' })(request, response);
    };
  const line = Buffer.from('User-agent: other\nDisallow: /never\n'.repeat(1_000));
  stage.web(
    'large-robots.test',
    INDEXED,
    robots((response) => {
      response.writeHead(200, { 'content-length': String(50 * MIB) });
      let left = 50 * MIB;
      const go = (): void => {
        while (left > 0 && !response.destroyed) {
          const part = line.subarray(0, left);
          left -= part.length;
          if (!response.write(part)) return;
        }
        if (!response.writableEnded) response.end();
      };
      response.on('drain', go);
      go();
    }),
    { answersRobots: true },
  );
  stage.web(
    'robots-for-ever.test',
    INDEXED,
    robots((response) => {
      response.writeHead(200);
      const go = (): void => {
        while (!response.destroyed && response.write(line)) continue;
      };
      response.on('drain', go);
      go();
    }),
    { answersRobots: true },
  );
  stage.web(
    'robots-bomb.test',
    INDEXED,
    robots((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipBomb)),
    { answersRobots: true },
  );
  stage.web(
    'robots-drip.test',
    { outcome: 'timed_out', reason: /^no robots\.txt within 6 s$/ },
    robots((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('#'), 500);
      response.on('close', () => clearInterval(timer));
    }),
    { answersRobots: true },
  );
  stage.web(
    'robots-closed.test',
    { outcome: 'robots_disallowed', reason: /^robots\.txt forbids fetching \/$/ },
    robots((response) => response.writeHead(200).end('User-agent: *\nDisallow: /\n')),
    { answersRobots: true },
  );
  stage.web(
    'robots-broken.test',
    httpError(/^robots\.txt answered 503 Service Unavailable.*, 6 times$/),
    robots((response) => response.writeHead(503).end()),
    { answersRobots: true },
  );
}
