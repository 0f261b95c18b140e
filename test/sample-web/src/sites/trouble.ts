// Sites that are broken, hostile or not HTML.
import { gzipSync } from 'node:zlib';
import { html, other } from '../answer.ts';
import type { SampleSite } from '../site.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const MIB = 1024 * 1024;

export function troubledSites(): readonly SampleSite[] {
  return [
    {
      domain: 'silent-monastery.example',
      shows: 'a server that takes the request and never answers',
      answers: { '/': { kind: 'silence' } },
      expected: { outcome: 'timed_out', reason: /./, pages: [] },
    },
    {
      domain: 'broken-wire.example',
      shows: 'a connection that is reset instead of an answer',
      answers: { '/': { kind: 'reset' } },
      expected: { outcome: 'http_error', reason: /closed the connection/, pages: [] },
    },
    {
      domain: 'half-moon.example',
      shows: 'a body that ends before the announced length, of which what came is indexed',
      answers: {
        '/': {
          kind: 'cut',
          headers: HTML,
          body: Buffer.from('<!DOCTYPE html><title>Half a moon</title>'),
          length: 4_096,
        },
      },
      expected: { outcome: 'indexed', pages: ['http://half-moon.example/'], title: 'Half a moon' },
    },
    {
      domain: 'kaputt.example',
      shows: 'an internal error, with an HTML page that must not be indexed',
      answers: { '/': html('<!DOCTYPE html><title>Internal error</title><p>Out of order.', { status: 500 }) },
      expected: { outcome: 'http_error', reason: /500/, pages: [] },
    },
    {
      domain: 'gone-fishing.example',
      shows: 'a home page that is not there',
      answers: { '/': html('<!DOCTYPE html><title>Not found</title><p>Gone fishing.', { status: 404 }) },
      expected: { outcome: 'http_error', reason: /404/, pages: [] },
    },
    {
      domain: 'nowhere.invalid',
      shows: 'a host that does not exist',
      answers: {},
      expected: { outcome: 'connect_failed', reason: /proxy/, pages: [] },
    },
    {
      domain: 'blank-canvas.example',
      shows: 'an empty body',
      answers: { '/': html('') },
      expected: { outcome: 'http_error', reason: /empty/, pages: [] },
    },
    {
      domain: 'garbled-gzip.example',
      shows: 'a body that begins like gzip and is none',
      answers: {
        '/': other(
          200,
          { ...HTML, 'content-encoding': 'gzip' },
          Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff]),
        ),
      },
      expected: { outcome: 'http_error', reason: /gzip/, pages: [] },
    },
    {
      domain: 'plain-liar.example',
      shows: 'a body that is said to be gzip and is plain text, as browsers see it',
      answers: {
        '/': html(
          '<!DOCTYPE html><html lang="en"><title>Plain after all</title><p>Nothing here is compressed.',
          {
            headers: { 'content-encoding': 'gzip' },
          },
        ),
      },
      expected: { outcome: 'indexed', pages: ['http://plain-liar.example/'], title: 'Plain after all' },
    },
    {
      domain: 'zip-bomb.example',
      shows: 'ten kilobytes of gzip that expand to ten megabytes',
      answers: {
        '/': other(200, { ...HTML, 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(10 * MIB, ' '))),
      },
      expected: { outcome: 'too_large', reason: /expands/, pages: [] },
    },
    {
      domain: 'endless-scroll.example',
      shows: 'a page of 6 MiB, streamed: its end is beyond the cap of 4 MiB',
      answers: {
        '/': {
          kind: 'stream',
          headers: HTML,
          head: '<!DOCTYPE html><html lang="en"><head><title>Endless scroll</title></head><body>\n',
          chunk: '<p>One more paragraph about nothing, since the page has to go on.</p>\n'.repeat(150),
          times: 600,
          tail: '<p>the very last line of an endless page</p></body></html>\n',
        },
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://endless-scroll.example/'],
        title: 'Endless scroll',
        emails: [],
      },
    },
    {
      domain: 'annual-report.example',
      shows: 'a home page that is a PDF',
      answers: { '/': other(200, { 'content-type': 'application/pdf' }, '%PDF-1.4\n%%EOF\n') },
      expected: { outcome: 'not_html', reason: /application\/pdf/, pages: [] },
    },
    {
      domain: 'one-long-line.example',
      shows: 'a page whose megabyte stands in a single line',
      answers: { '/': html(oneLongLine()) },
      expected: { outcome: 'indexed', pages: ['http://one-long-line.example/'], title: 'One long line' },
    },
    {
      domain: 'hostile-markup.example',
      shows: 'ten thousand nested elements, half-open tags and a comment without an end',
      answers: { '/': html(hostileMarkup()) },
      expected: {
        outcome: 'indexed',
        pages: ['http://hostile-markup.example/'],
        title: 'Hostile markup',
        emails: ['before@hostile-markup.example'],
      },
    },
  ];
}

function oneLongLine(): string {
  const numbers = Array.from({ length: 150_000 }, (_, at) => at).join(',');
  return `<!DOCTYPE html><html lang="en"><head><title>One long line</title><script>var n=[${numbers}];var end="the-end-of-one-long-line"</script></head><body></body></html>`;
}

function hostileMarkup(): string {
  const attributes = Array.from({ length: 2_000 }, (_, at) => `data-a${at}="<b>'${at}"`).join(' ');
  return [
    '<!DOCTYPE html><html lang="en"><head><title>Hostile markup</title></head><body>',
    '<p>Write to before@hostile-markup.example, if you can find the way out.</p>',
    `<p ${attributes}>An element with two thousand attributes.</p>`,
    '<div>'.repeat(10_000),
    '<a href="http://[::1" title=\'never closed><img src=x onerror="<script>alert(1)</script>',
    '"></a><![CDATA[ not in HTML ]]></p></b></nothing>\u0000&#0;&#xD800;&bogus;',
    '<!-- nothing behind this is text: after@hostile-markup.example <title>Not the title</title> '.repeat(
      200,
    ),
  ].join('\n');
}
