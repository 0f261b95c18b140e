import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { extractPage } from '@sitegrep/facts';
import type { Page } from '@sitegrep/site';
import { createDetector, loadFingerprints } from '@sitegrep/technologies';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageRecord } from '../../../../packages/warc/test/warc-files.ts';
import { run, type Ended } from '../../test/command.ts';
import { detectCommand } from './detect.ts';

const BLOG = `<!doctype html><title>A blog</title>
<meta name="generator" content="WordPress 6.4.2">
<script src="/wp-includes/js/a.js"></script><script src="/wp-includes/js/b.js"></script>
<p>Written here.`;
const PLAIN = '<!doctype html><title>Plain</title><p>Nothing but text.';

const WORDPRESS = `  WordPress 6.4.2  content.cms, content.blogs
    meta generator "WordPress 6.4.2" /^WordPress(?: (\\d\\.\\d{1,2}(?:\\.\\d{1,2}){0,2})(?![\\d.]))?/
        → 6.4.2 (stated)
    script address "/wp-includes/" /\\/wp-(?:content|includes)\\// 2 times
`;
const MYSQL = `  MySQL (implied)  servers.databases
    implied by WordPress
`;

let folder: string;
let blog: string;

function detect(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ended> {
  return run(['detect', ...args], { SITEGREP_DATA_DIR: join(folder, 'data'), ...settings }, input);
}

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-detect-'));
  blog = await fileOf('blog.html', BLOG);
});
afterAll(() => rm(folder, { recursive: true }));

describe('a file', () => {
  test('is reported with the evidence in the file for each technology', async () => {
    const { code, stdout, stderr } = await detect([blog]);
    expect([code, stderr]).toEqual([0, '']);
    const php = '  PHP (implied)  web_development.programming_languages\n    implied by WordPress\n';
    expect(stdout).toBe(`${blog}\n${WORDPRESS}${MYSQL}${php}`);
  });

  test('comes from the address and with the headers that are given', async () => {
    const { code, stdout } = await detect([
      blog,
      '--url=https://blog.example/#top',
      '--header=X-Powered-By: PHP/8.1.2',
      '--header=Set-Cookie: PHPSESSID=1; path=/',
      '--category=web_development',
    ]);
    expect([code, stdout]).toEqual([
      0,
      `${blog} as https://blog.example/
  PHP 8.1.2  web_development.programming_languages
    cookie phpsessid exists
    header x-powered-by "PHP/8.1.2" /^php\\/?([\\d.]{1,250})?/ → 8.1.2 (stated)
    implied by WordPress
`,
    ]);
  });

  test('of a hostile page reaches the terminal without its control characters', async () => {
    const attack = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\n';
    const path = await fileOf(
      'hostile.html',
      `<meta charset=utf-8><link id="${attack}" href="/akaunting-green.css">`,
    );
    const { stdout } = await detect([path]);
    expect(stdout).toContain('source "<link id=" ]0;owned [2J 31m " href="/akaunting-green.css"');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    const { stdout: json } = await detect([path, '--json']);
    expect(json).toMatch(/^\P{Cc}+\n$/u);
    expect(JSON.parse(json)).toMatchObject({
      technologies: expect.arrayContaining([
        expect.objectContaining({
          evidence: expect.arrayContaining([
            expect.objectContaining({
              match: `<link id="${attack}" href="/akaunting-green.css`,
            }),
          ]) as unknown,
        }),
      ]) as unknown,
    });
  });

  test('as JSON is what the detector says', async () => {
    const url = 'https://blog.example/';
    const page: Page = {
      url,
      status: 200,
      headers: [['server', 'nginx/1.2.3']],
      body: Buffer.from(BLOG),
      truncated: false,
      fetchedAt: 0,
    };
    const technologies = createDetector(loadFingerprints()).explain(extractPage(page).signals);
    expect(technologies.map(({ name }) => name)).toContain('Nginx');
    const args = ['-', '--url', url, '--header', 'Server: nginx/1.2.3', '--json'];
    const { code, stdout } = await detect(args, {}, BLOG);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { input: '-', url, truncated: false, complete: true, technologies },
    ]);
  });

  test('longer than a page may be is read up to there, and said to be', async () => {
    const path = await fileOf(
      'long.html',
      `${BLOG}${' '.repeat(2_048)}<meta name=generator content="Joomla!">`,
    );
    const { code, stdout } = await detect([path, '--brief'], { SITEGREP_MAX_PAGE_BYTES: '1KiB' });
    expect(code).toBe(0);
    expect(stdout).toContain(
      `${path} (truncated: only the first 1.0 KiB were examined)\nTECHNOLOGY       VERSION`,
    );
    expect(stdout).toContain('\nWordPress        6.4.2           100  content.cms, content.blogs\n');
    expect(stdout).not.toContain('Joomla');
  });

  test('that keeps detection busy is given up and marked, with the technologies found so far', async () => {
    // Each address costs an expression with repetitions in repetitions tens of milliseconds.
    const digits = `${'1'.repeat(100)}.`.repeat(39);
    const path = await fileOf(
      'busy.html',
      BLOG + `<script src="/${digits}backstretch.js"></script>`.repeat(900),
    );
    const { code, stdout } = await detect([path, '--json', '--brief']);
    expect(code).toBe(0);
    const { complete, technologies } = JSON.parse(stdout) as { complete: boolean; technologies: unknown[] };
    expect(complete).toBe(false);
    expect(technologies).toContainEqual(expect.objectContaining({ name: 'WordPress' }));
    const shown = await detect([path, '--brief']);
    expect(shown.stdout).toContain(`${path} (stopped after 2 s: there may be more)\n`);
  });

  test('that can’t be read keeps no other back', async () => {
    const empty = await fileOf('empty.html', '');
    const zipped = await fileOf('page.html.gz', gzipSync(BLOG));
    const { code, stdout, stderr } = await detect([empty, zipped, blog]);
    expect([code, stdout.startsWith(`${blog}\n${WORDPRESS}`)]).toEqual([2, true]);
    expect(stderr).toBe(
      `error: ${empty}: is empty.\n` +
        `error: ${zipped}: is compressed with gzip; decompress it first, or name it .warc.gz if it holds a WARC.\n`,
    );
  });
});

test('standard input is a page, and a page without technologies ends with 1', async () => {
  expect(await detect(['-'], {}, PLAIN)).toEqual({
    code: 1,
    stdout: 'standard input\n  no technology found\n',
    stderr: '',
  });
  expect((await detect(['-', '--category', 'booking', '--category', 'content.wikis'], {}, BLOG)).stdout).toBe(
    'standard input\n  nothing in booking, content.wikis; the technologies found are in ' +
      'content.blogs, content.cms, servers.databases, web_development.programming_languages\n',
  );
});

describe('a site', () => {
  let server: Server;
  let origin: string;
  const requests: string[] = [];
  const settings = {
    SITEGREP_ALLOWED_ADDRESSES: '127.0.0.0/8',
    SITEGREP_CRAWL_DELAY: '0ms',
    SITEGREP_RETRIES: '0',
    SITEGREP_CONTACT: 'https://me.example/',
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.url} ${request.headers['user-agent']}`);
      const path = request.url ?? '';
      if (path === '/robots.txt') response.end('# Powered by Shoporama\nUser-agent: *\nDisallow: /private\n');
      else if (path === '/') response.writeHead(302, { location: '/blog#top' }).end();
      else if (path === '/leaves')
        response.writeHead(301, { location: 'https://www.elsewhere.example/$(x)' }).end();
      else if (path === '/blog')
        response.writeHead(200, { 'content-type': 'text/html', server: 'nginx/1.2.3' }).end(BLOG);
      else response.writeHead(404, { 'content-type': 'text/html' }).end(BLOG);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    origin = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  test('is fetched as a crawl does it: its final address, headers and robots.txt count, nothing is stored', async () => {
    const { code, stdout, stderr } = await detect([origin], settings);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.startsWith(`http://${origin}/blog\n`)).toBe(true);
    expect(stdout).toContain(WORDPRESS);
    expect(stdout).toContain(
      '    header server "nginx/1.2.3" /nginx(?:\\/([\\d.]{1,250}))?/ → 1.2.3 (stated)\n',
    );
    expect(stdout).toContain('    robots.txt "# Powered by Shoporama" /# Powered by Shoporama/\n');
    expect(requests.map((line) => line.split(' ')[0])).toEqual(['/robots.txt', '/', '/blog']);
    expect(requests.every((line) => / sitegrep\/\S+ \(\+https:\/\/me\.example\/\)$/.test(line))).toBe(true);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('without a page is reported with the reason and a remedy; the others are still examined', async () => {
    const { code, stdout, stderr } = await detect(
      [
        `http://${origin}/private/a`,
        `http://${origin}/missing`,
        `http://${origin}/leaves`,
        `https://${origin}/`,
        `http://${origin}/blog`,
        '--json',
      ],
      settings,
    );
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      input: `http://${origin}/blog`,
      url: `http://${origin}/blog`,
    });
    const [robots, missing, leaves, tls, ...rest] = stderr.split('\n');
    expect(robots).toBe(
      `error: http://${origin}/private/a: robots_disallowed: robots.txt forbids fetching /private/a. ` +
        'SITEGREP_ROBOTS=ignore fetches it anyway; use that only for your own sites.',
    );
    expect(missing).toBe(`error: http://${origin}/missing: http_error: answered 404 Not Found.`);
    expect(leaves).toBe(
      `error: http://${origin}/leaves: http_error: redirects to elsewhere.example (301). ` +
        'A crawl does not follow redirects to another domain; run "sitegrep detect elsewhere.example" for that one.',
    );
    expect(tls).toMatch(`error: https://${origin}/: tls_failed: `);
    expect(rest).toEqual(['']);
  });

  test('at a private address is refused, with the setting that allows it', async () => {
    const { code, stdout, stderr } = await detect([`http://${origin}/blog`, `http://127.0.0.1:25/`]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      `error: http://${origin}/blog: blocked_address: 127.0.0.1 is not a public address; allow its range with ` +
        'SITEGREP_ALLOWED_ADDRESSES if it is meant to be reached. For this machine, the range is 127.0.0.0/8.\n' +
        'error: http://127.0.0.1:25/: blocked_address: port 25 is not for the web.\n',
    );
  });
});

describe('a WARC', () => {
  const records = ['a', 'b', 'c'].map((name) =>
    gzipSync(pageRecord(`http://${name}.example/`, name === 'b' ? PLAIN : BLOG)),
  );

  test('is reported page by page, up to the limit', async () => {
    const path = await fileOf('three.warc.gz', Buffer.concat(records));
    const { code, stdout } = await detect([path, '--limit', '2', '--category', 'servers']);
    expect([code, stdout]).toEqual([
      0,
      `http://a.example/\n${MYSQL}\nhttp://b.example/\n  no technology found\n`,
    ]);
    const told = (url: string) => ({ input: path, url, truncated: false, complete: true });
    const { stdout: all } = await detect([path, '--json', '--brief']);
    const wordpress = {
      name: 'WordPress',
      version: '6.4.2',
      confidence: 100,
      paths: ['content.cms', 'content.blogs'],
    };
    const pages = all
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(pages).toEqual([
      { ...told('http://a.example/'), technologies: expect.arrayContaining([wordpress]) as unknown },
      { ...told('http://b.example/'), technologies: [] },
      { ...told('http://c.example/'), technologies: expect.arrayContaining([wordpress]) as unknown },
    ]);
  });

  test('that has no page, or is not a WARC, is reported; one that is truncated gives a part of its last page', async () => {
    const whole = Buffer.concat(records);
    const cut = await fileOf('cut.warc.gz', whole.subarray(0, whole.length - 20));
    const pageless = await fileOf(
      'pageless.warc',
      'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n',
    );
    const other = await fileOf('other.warc', BLOG);
    const { code, stdout, stderr } = await detect([cut, pageless, other, '--json']);
    expect([code, stdout.match(/"url":"[^"]*"/g)]).toEqual([
      2,
      ['"url":"http://a.example/"', '"url":"http://b.example/"', '"url":"http://c.example/"'],
    ]);
    expect(stderr).toBe(
      `error: ${pageless}: holds no HTML page with a 2xx status in 1 record.\n` +
        `error: ${other}: the input is markup, and holds no record of a WARC or an ARC, no HAR and no JSON.\n`,
    );
  });
});

test.each([
  [['nowhere.html', 'blog.html'], 'nowhere.html: no such file.'],
  [['-', 'example.com', '--url', 'http://a.example/'], '--url and --header describe one HTML file'],
  [['example.com', '--header', 'Server: nginx'], '--url and --header describe one HTML file'],
  [['-', '--header', 'Server: ng\ninx'], "Give 'Name: value'"],
  [['-', '--url', 'blog.example'], 'Give a complete URL'],
  [['-', '--limit', '1'], '--limit counts pages of WARC files'],
  [['-', '--category', 'Content Management'], 'Give a category as the output shows it'],
])('%j is refused', async (args, message) => {
  const command = detectCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  await expect(command.parseAsync(args, { from: 'user' })).rejects.toThrow(message);
});
