// Crawls whose pages a real Chromium renders, by the complete command: alone, refused, killed, and in a cluster.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SitegrepClient } from '@sitegrep/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { run, start, startUp, type Started } from '../../apps/cli/test/command.ts';
import { ensureChromium } from '../support/chromium.ts';
import { FRAMED, LEADING, SERVED, serveShells, shellName, shownBy, WAITING } from './shell-web.ts';

const OVERALL = 240_000;
const KEY = `sg_${randomBytes(24).toString('hex')}`;
const requests: string[] = [];
let web: Awaited<ReturnType<typeof serveShells>>;
let folder: string;
let settings: Record<string, string>;

beforeAll(async () => {
  web = await serveShells((request) => requests.push(request));
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-rendering-'));
  settings = {
    SITEGREP_ADMIN_KEY: KEY,
    SITEGREP_CHROMIUM: await ensureChromium(),
    SITEGREP_CRAWL_DELAY: '1ms',
    SITEGREP_HTTP_PROXY: web.proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_RENDER: 'on',
    SITEGREP_PORT: '0',
  };
}, 600_000);
afterAll(async () => {
  web.server.close();
  await rm(folder, { recursive: true });
});

function clientOf(url: string): SitegrepClient {
  return new SitegrepClient({ baseUrl: url, key: KEY });
}

async function ended(client: SitegrepClient, id: string) {
  return vi.waitFor(
    async () => {
      const crawl = await client.admin.crawls.get(id);
      if (crawl.finished_at === null) throw new Error(`not ended: ${JSON.stringify(crawl)}`);
      return crawl;
    },
    { timeout: OVERALL, interval: 250 },
  );
}

async function totalOf(client: SitegrepClient, q: string): Promise<number> {
  return (await client.query.search({ q, count_only: true })).total_count;
}

test('what scripts write is stored, searched and read into facts', { timeout: OVERALL }, async () => {
  await using up = await startUp(join(folder, 'one'), settings);
  const client = clientOf(up.url);
  const domain = shellName(1);
  const url = `http://${domain}/`;
  const { id } = await client.admin.crawls.create({ urls: [url, `http://${SERVED}/`], render: 'if_empty' });
  expect((await ended(client, id)).outcomes).toEqual({ indexed: 2 });

  const text = JSON.stringify(shownBy(domain));
  expect(await totalOf(client, `in:rendered ${text}`)).toBe(1);
  expect(await totalOf(client, text)).toBe(0);
  expect(await totalOf(client, 'has:rendered')).toBe(1);
  expect(await totalOf(client, 'tech:Vue.js')).toBe(1);
  expect(await client.domains.get(domain)).toMatchObject({
    email: [`hello@${domain}`],
    title: `Shown by ${domain}`,
  });
  expect(await client.domains.source(domain, url)).not.toContain(shownBy(domain));
  expect(await client.domains.source(domain, url, { part: 'rendered' })).toContain(shownBy(domain));
  await expect(client.domains.source(SERVED, `http://${SERVED}/`, { part: 'rendered' })).rejects.toThrow(
    'was not rendered',
  );
  const found = await client.serp.search({ keyword: 'long enough shows readers' });
  expect(JSON.stringify(found)).toContain(url);

  // A crawl that does not render leaves the page as it was sent.
  const again = await client.admin.crawls.create({ urls: [url] });
  expect((await ended(client, again.id)).outcomes).toEqual({ unchanged: 1 });
  expect(await totalOf(client, 'has:rendered')).toBe(1);
  const all = await client.admin.crawls.create({ urls: [`http://${SERVED}/`], render: 'always' });
  expect((await ended(client, all.id)).outcomes).toEqual({ indexed: 1 });
  expect(await totalOf(client, 'has:rendered')).toBe(2);
});

test(
  'pages that lead elsewhere or that a frame fills are shells, and what was open is said',
  { timeout: OVERALL },
  async () => {
    await using up = await startUp(join(folder, 'traps'), settings);
    const client = clientOf(up.url);
    const domains = [FRAMED, LEADING, WAITING];
    const { id } = await client.admin.crawls.create({
      urls: domains.map((domain) => `http://${domain}/`),
      render: 'if_empty',
    });
    expect((await ended(client, id)).outcomes).toEqual({ indexed: 3 });
    const { items } = await client.admin.crawls.sites(id);
    expect(Object.fromEntries(items.map(({ domain, reason }) => [domain, reason]))).toEqual({
      [FRAMED]: null,
      [LEADING]: null,
      [WAITING]: `rendered in part: after 12 s answers of ${WAITING} had not come to their end`,
    });
    for (const domain of [FRAMED, LEADING]) {
      expect(await totalOf(client, `in:rendered ${JSON.stringify(shownBy(domain))}`)).toBe(1);
    }
    expect(await totalOf(client, `in:rendered "A part of ${WAITING}"`)).toBe(1);
    expect(await client.domains.get(LEADING)).toMatchObject({ title: `Shown by ${LEADING}` });
    expect(await client.domains.get(FRAMED)).toMatchObject({ title: 'Framed' });
  },
);

test('a killed process renders the rest when it starts again', { timeout: OVERALL }, async () => {
  const dataDir = join(folder, 'killed');
  const urls = Array.from({ length: 12 }, (_, n) => `http://${shellName(100 + n)}/`);
  const first = await startUp(dataDir, settings);
  const { id } = await clientOf(first.url).admin.crawls.create({ urls, render: 'always' });
  await vi.waitFor(
    async () => {
      const { sites } = await clientOf(first.url).admin.crawls.get(id);
      if (sites.finished < 2) throw new Error('no site has ended');
    },
    { timeout: OVERALL, interval: 100 },
  );
  const exited = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await exited;
  await using second = await startUp(dataDir, settings);
  expect((await ended(clientOf(second.url), id)).outcomes).toEqual({ indexed: 12 });
  expect(await totalOf(clientOf(second.url), 'has:rendered')).toBe(12);
});

test('without a renderer, a crawl that wants one is refused', { timeout: OVERALL }, async () => {
  await using up = await startUp(join(folder, 'off'), { ...settings, SITEGREP_RENDER: 'off' });
  const crawls = clientOf(up.url).admin.crawls;
  await expect(crawls.create({ domains: [SERVED], render: 'always' })).rejects.toThrow(
    'render is always, but no page is rendered here: set SITEGREP_RENDER=on and start again, or leave render out.',
  );
});

test('a browser that is missing is named at the start', { timeout: OVERALL }, async () => {
  const { code, stderr } = await run(['up'], {
    ...settings,
    SITEGREP_DATA_DIR: join(folder, 'missing'),
    SITEGREP_CHROMIUM: join(folder, 'no-chromium'),
  });
  expect(code).toBe(2);
  expect(stderr).toContain(`SITEGREP_CHROMIUM is ${join(folder, 'no-chromium')}`);
  expect(stderr).toContain('there is no such file');
});

test(
  'in a cluster, renderers take the sites that are rendered, and no others',
  { timeout: OVERALL },
  async () => {
    const prefix = `rendering-${randomBytes(4).toString('hex')}`;
    const node = process.env['TEST_ELASTICSEARCH'] ?? '';
    const cluster = {
      ...settings,
      SITEGREP_STORAGE: 'elasticsearch',
      SITEGREP_ELASTICSEARCH_NODES: node,
      SITEGREP_ELASTICSEARCH_INDEX_PREFIX: prefix,
      SITEGREP_ELASTICSEARCH_REPLICAS: '0',
      SITEGREP_ELASTICSEARCH_REFRESH_INTERVAL: '100ms',
      SITEGREP_QUEUE: 'redis',
      SITEGREP_REDIS_URL: process.env['TEST_REDIS'] ?? '',
      SITEGREP_REDIS_PREFIX: prefix,
      SITEGREP_METRICS_PORT: '0',
    };
    const started: Started[] = [];
    const open = (command: string): Started => {
      const one = start([command], cluster);
      started.push(one);
      return one;
    };
    try {
      const client = clientOf(await addressOf(open('api')));
      open('worker');
      const rendered = await client.admin.crawls.create({
        urls: [`http://${shellName(7)}/`],
        render: 'always',
      });
      const other = await client.admin.crawls.create({ urls: [`http://${SERVED}/`] });
      expect((await ended(client, other.id)).outcomes).toEqual({ indexed: 1 });
      expect(await client.admin.crawls.get(rendered.id)).toMatchObject({ state: 'queued', pages: 0 });
      open('renderer');
      expect((await ended(client, rendered.id)).outcomes).toEqual({ indexed: 1 });
      expect(await totalOf(client, `in:rendered ${JSON.stringify(shownBy(shellName(7)))}`)).toBe(1);
      expect(await client.domains.get(shellName(7))).toMatchObject({ email: [`hello@${shellName(7)}`] });
    } finally {
      for (const { child } of started) child.kill('SIGTERM');
      await Promise.all(started.map((one) => one.ended));
      const listed = await fetch(`${node}/_cat/indices/${prefix}*?h=index`);
      for (const index of (await listed.text()).split('\n').filter(Boolean)) {
        await fetch(`${node}/${index}`, { method: 'DELETE' });
      }
    }
  },
);

/** Address at which a process of the API listens. */
async function addressOf({ child }: Started): Promise<string> {
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  return vi.waitFor(
    () => {
      const url = /http:\/\/[\d.]+:\d+/.exec(printed)?.[0];
      if (url === undefined) throw new Error(`the API does not listen: ${printed}`);
      return url;
    },
    { timeout: OVERALL, interval: 50 },
  );
}
