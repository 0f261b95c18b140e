// Screenshots of crawled pages by the complete command and a real Chromium: taken, stored, given and taken down.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SitegrepClient } from '@sitegrep/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startUp } from '../../apps/cli/test/command.ts';
import { ensureChromium, launchChromium } from '../support/chromium.ts';
import { listenAsProxy } from '../support/loopback-proxy.ts';

const OVERALL = 240_000;
const KEY = `sg_${randomBytes(24).toString('hex')}`;

const PAINT = `<!doctype html><title>App</title><style>html{background:#fff}</style><div id=root></div>
<script>document.documentElement.style.background = '#c02040';
document.querySelector('#root').textContent = 'what the script wrote';</script>`;

/** Noise that takes the processor many seconds to draw. */
const SLOW = `<!doctype html><title>Slow</title><p>It is drawn for very long.</p>${Array.from(
  { length: 60 },
  (_, seed) => `<svg width=1366 height=700 style="position:absolute;top:40px;opacity:.5">
<filter id=f${seed} x=0 y=0 width=1366 height=700 filterUnits=userSpaceOnUse>
<feTurbulence type=fractalNoise baseFrequency=0.5 numOctaves=9 seed=${seed} /></filter>
<rect width=1366 height=700 filter="url(#f${seed})" /></svg>`,
).join('')}`;

const SITES: Readonly<Record<string, string>> = {
  'red.example': PAINT,
  'flat.example':
    '<!doctype html><title>Flat</title><style>*{height:0;margin:0;overflow:hidden}</style><p>flat',
  'tall.example':
    '<!doctype html><title>Tall</title><div style="height:30000px;background:#2060c0">tall</div>',
  'slow.example': SLOW,
};

let server: Server;
let browser: Browser;
let folder: string;
let settings: Record<string, string>;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { hostname = '', pathname = '' } = URL.parse(request.url ?? '') ?? {};
    const body = pathname === '/' ? SITES[hostname] : undefined;
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body);
  });
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-screenshots-'));
  settings = {
    SITEGREP_ADMIN_KEY: KEY,
    SITEGREP_CHROMIUM: await ensureChromium(),
    SITEGREP_CRAWL_DELAY: '1ms',
    SITEGREP_HTTP_PROXY: await listenAsProxy(server),
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_RENDER: 'on',
    SITEGREP_PORT: '0',
  };
  browser = await launchChromium();
}, 600_000);
afterAll(async () => {
  server.close();
  await browser.close();
  await rm(folder, { recursive: true });
});

const urlOf = (domain: string): string => `http://${domain}/`;

/** Crawls sites with all pages rendered. @returns what is said of each */
async function crawl(client: SitegrepClient, domains: readonly string[]) {
  const { id } = await client.admin.crawls.create({ urls: domains.map(urlOf), render: 'always' });
  await vi.waitFor(async () => expect((await client.admin.crawls.get(id)).finished_at).not.toBeNull(), {
    timeout: OVERALL,
    interval: 250,
  });
  const { items } = await client.admin.crawls.sites(id);
  return new Map(items.map((site) => [site.domain, site]));
}

interface Decoded {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of the pixel in the middle. */
  readonly pixel: readonly number[];
}

const DECODE = `(async () => {
  const image = await createImageBitmap(await (await fetch(location.hash.slice(1))).blob());
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(width / 2, height / 2, 1, 1);
  return { width, height, pixel: [...data].slice(0, 3) };
})()`;

/** An image as a browser decodes it. */
async function decoded(webp: Uint8Array): Promise<Decoded> {
  const page = await browser.newPage();
  try {
    await page.goto(`about:blank#data:image/webp;base64,${Buffer.from(webp).toString('base64')}`);
    return await page.evaluate<Decoded>(DECODE);
  } finally {
    await page.close();
  }
}

/** The channels of a colour to the nearest multiple of 16, which is as exact as the compression. */
function coarse(pixel: readonly number[]): readonly number[] {
  return pixel.map((channel) => 16 * Math.round(channel / 16));
}

test(
  'pages show what their visitors see, in both sizes, until they are taken down',
  { timeout: OVERALL },
  async () => {
    await using up = await startUp(join(folder, 'on'), { ...settings, SITEGREP_SCREENSHOTS: 'on' });
    const client = new SitegrepClient({ baseUrl: up.url, key: KEY });
    const domains = ['red.example', 'flat.example', 'tall.example'];
    const sites = await crawl(client, domains);
    expect(domains.map((domain) => [domain, sites.get(domain)?.outcome])).toEqual(
      domains.map((domain) => [domain, 'indexed']),
    );
    const shown = await Promise.all(
      domains.map(async (domain) => [
        await decoded(await client.domains.screenshot(domain, urlOf(domain))),
        await decoded(await client.domains.screenshot(domain, urlOf(domain), { size: 'thumbnail' })),
      ]),
    );
    const colours = shown.map(([full]) => coarse(full?.pixel ?? []));
    expect(colours).toEqual([
      coarse([0xc0, 0x20, 0x40]),
      coarse([255, 255, 255]),
      coarse([0x20, 0x60, 0xc0]),
    ]);
    expect(shown.map((sizes) => sizes.map(({ width, height }) => [width, height]))).toEqual(
      domains.map(() => [
        [1_366, 768],
        [342, 192],
      ]),
    );
    const { items } = await client.domains.pages('red.example');
    const image = await client.domains.screenshot('red.example', urlOf('red.example'));
    expect(items[0]?.screenshot_bytes).toBe(image.length);
    expect(Buffer.from(image.subarray(0, 12)).toString('latin1')).toMatch(/^RIFF.{4}WEBP$/s);

    await client.admin.domains.delete('red.example');
    await expect(client.domains.screenshot('red.example', urlOf('red.example'))).rejects.toMatchObject({
      code: 'not_found',
    });
  },
);

test(
  'a page that can not be drawn in time is stored without, and says so',
  { timeout: OVERALL },
  async () => {
    await using up = await startUp(join(folder, 'slow'), { ...settings, SITEGREP_SCREENSHOTS: 'on' });
    const client = new SitegrepClient({ baseUrl: up.url, key: KEY });
    const slow = (await crawl(client, ['slow.example'])).get('slow.example');
    expect(slow).toMatchObject({
      outcome: 'indexed',
      reason: expect.stringContaining('no screenshot could be taken in time'),
    });
    expect((await client.domains.pages('slow.example')).items[0]).toMatchObject({ screenshot_bytes: null });
    expect(
      await client.domains.source('slow.example', urlOf('slow.example'), { part: 'rendered' }),
    ).toContain('It is drawn for very long.');
  },
);

test('unless it is wanted, no screenshot is taken', { timeout: OVERALL }, async () => {
  await using up = await startUp(join(folder, 'off'), settings);
  const client = new SitegrepClient({ baseUrl: up.url, key: KEY });
  expect((await crawl(client, ['red.example'])).get('red.example')).toMatchObject({ outcome: 'indexed' });
  expect((await client.domains.pages('red.example')).items[0]).toMatchObject({ screenshot_bytes: null });
  await expect(client.domains.screenshot('red.example', urlOf('red.example'))).rejects.toThrow(
    'SITEGREP_SCREENSHOTS=on',
  );
});
