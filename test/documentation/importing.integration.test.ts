import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { SitegrepClient } from '@sitegrep/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { ensurePythonPackage } from '../../infra/dev/python-package.ts';
import { launchChromium } from '../support/chromium.ts';
import { codeBlocks } from './code-blocks.ts';
import { type SampleServer, startSampleServer } from './sample-server.ts';

const run = promisify(execFile);
const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'importing.md');
const closers = new AsyncDisposableStack();

let server: SampleServer;
/** Address of the web that programs fetch. */
let web: string;
beforeAll(async () => {
  server = await startSampleServer();
  closers.defer(() => server.stop());
  web = await serveWeb();
});
afterAll(() => closers.disposeAsync());

/** A site of three pages, compressed as most are, and an image. */
async function serveWeb(): Promise<string> {
  const site = createServer((request, response) => {
    if (request.url?.endsWith('.png') === true)
      response.setHeader('content-type', 'image/png').end('no page');
    else {
      response.setHeader('content-type', 'text/html; charset=iso-8859-1');
      response.setHeader('content-encoding', 'gzip').setHeader('x-powered-by', 'PHP/8.3.1');
      const links = '<a href="/two">2</a><a href="/three">3</a><img src="/a.png">';
      response.end(gzipSync(Buffer.from(`<title>caf\xe9 ${request.url}</title>${links}`, 'latin1')));
    }
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  closers.defer(async () => {
    site.closeAllConnections();
    await promisify(site.close.bind(site))();
  });
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

/** The block of the page that has this text. */
async function block(language: string, text: string): Promise<string> {
  const found = codeBlocks(await readFile(PAGE, 'utf8')).filter(
    (one) => one.language === language && one.code.includes(text),
  );
  expect(found).toHaveLength(1);
  return found[0]?.code ?? '';
}

function environment(programs: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
    SITEGREP_URL: server.url,
    SITEGREP_KEY: server.key,
  };
}

/** Paths of the stored pages that have a text. */
async function pathsWith(text: string): Promise<readonly string[]> {
  const { domains, query } = new SitegrepClient({ baseUrl: server.url, key: server.key });
  const found = await query.search({ q: text });
  const pages = await Promise.all(found.items.map(({ domain }) => domains.pages(domain)));
  return pages.flatMap(({ items }) => items.map(({ url }) => url));
}

test('the Scrapy pipeline sends what a spider fetches', { timeout: 900_000 }, async () => {
  const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), {
    name: 'scrapy',
    version: '2.19.0',
  });
  await writeFile(
    join(server.folder, 'sitegrep_pipeline.py'),
    await block('python', 'class SitegrepPipeline'),
  );
  await writeFile(
    join(server.folder, 'spider.py'),
    `
import scrapy

class Site(scrapy.Spider):
    name = "site"
    start_urls = ["${web}/scrapy"]
    custom_settings = {"ITEM_PIPELINES": {"sitegrep_pipeline.SitegrepPipeline": 300}, "TELNETCONSOLE_ENABLED": False}

    def parse(self, response):
        yield {"response": response}
        if isinstance(response, scrapy.http.HtmlResponse):
            for link in response.css("a::attr(href), img::attr(src)"):
                yield response.follow(link.get())
`,
  );
  const { stderr } = await run(join(programs, 'scrapy'), ['runspider', 'spider.py', '-L', 'WARNING'], {
    cwd: server.folder,
    env: { ...environment(programs), PYTHONPATH: server.folder },
  });
  expect(stderr).toContain(`WARNING: ${web}/a.png: not_html (it is not HTML)`);
  expect(stderr).not.toContain('Deprecat');
  // The source was decoded by its charset.
  expect(await pathsWith('<title>café /scrapy</title>')).toEqual([
    `${web}/scrapy`,
    `${web}/three`,
    `${web}/two`,
  ]);
});

test('lines of httpx become pages', async () => {
  const lines = [
    {
      timestamp: '2026-11-26T08:00:00.123456789+01:00',
      url: 'https://httpx-one.example',
      input: 'httpx-one.example',
      title: 'One',
      status_code: 200,
      header: { content_type: 'text/html; charset=utf-8', x_powered_by: 'PHP/8.3.1' },
      raw_header: 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n',
      body: '<title>httpx-needle é</title>',
    },
    { timestamp: '2026-11-26T08:00:01Z', url: 'https://httpx-two.example', status_code: 403, body: 'no' },
    {
      timestamp: '2026-11-26T08:00:02Z',
      url: 'http://httpx-three.example',
      final_url: 'https://httpx-three.example/start',
      status_code: 200,
      body: '<title>httpx-needle</title>',
    },
  ];
  // The program fetches from the internet; this prints what it documents.
  await writeFile(
    join(server.folder, 'lines.json'),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  await writeFile(join(server.folder, 'httpx'), '#!/bin/sh\nexec cat lines.json\n');
  await chmod(join(server.folder, 'httpx'), 0o755);
  expect(await printedBy(await block('sh', 'httpx -l urls.txt'))).toMatchObject([
    { record: 2, url: 'https://httpx-two.example', outcome: 'not_success' },
    { type: 'summary', outcomes: { stored: 2, not_success: 1 } },
  ]);
  expect(await pathsWith('httpx-needle')).toEqual(
    expect.arrayContaining(['https://httpx-one.example/', 'https://httpx-three.example/start']),
  );
  const { domains } = new SitegrepClient({ baseUrl: server.url, key: server.key });
  const known = await domains.technologies('httpx-one.example');
  expect(JSON.stringify(known)).toContain('PHP');
});

test('the HAR of a browser is sent as it is', { timeout: 600_000 }, async () => {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ recordHar: { path: join(server.folder, 'session.har') } });
    const page = await context.newPage();
    await page.goto(`${web}/browser`);
    await page.getByRole('link', { name: '2' }).click();
    await context.close();
  } finally {
    await browser.close();
  }
  const printed = await printedBy(await block('sh', 'session.har'));
  expect(printed).toMatchObject([{ type: 'summary', error: null, outcomes: { stored: 2 } }]);
  expect(await pathsWith('<title>café /browser</title>')).toEqual(
    expect.arrayContaining([`${web}/browser`, `${web}/two`]),
  );
});

/** Lines of JSON that a block prints, without those that tell how far an import is. */
async function printedBy(code: string): Promise<readonly unknown[]> {
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', code], {
    cwd: server.folder,
    env: environment(server.folder),
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type?: string })
    .filter(({ type }) => type !== 'progress');
}
