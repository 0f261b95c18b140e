import { readFileSync } from 'node:fs';
import { openAnalysisPool } from '@sitegrep/analysis';
import type { DomainDocument, SiteIcon } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf, serve, type Served } from '../../../test/served-api.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const ICON: SiteIcon = {
  url: 'data:',
  bytes: 3,
  mmh3: -5,
  md5: 'a'.repeat(32),
  sha256: 'b'.repeat(64),
  phash: 'c'.repeat(16),
  png: PNG.toString('base64'),
  problem: null,
};

const analysis = openAnalysisPool({
  threads: 1,
  deadlineMs: 60_000,
  heapMb: 256,
  maxSourceBytes: 1_000_000,
  fullText: false,
  queueLimit: 8,
});
let api: Served;
let key: string;
beforeAll(async () => {
  api = await serve({ parts: (parts) => ({ ...parts, analysis: () => analysis }) });
  key = await api.key(['search']);
  await api.storage.domains.put(
    [
      siteWith('shown.example', ICON),
      siteWith('hashes.example', {
        ...ICON,
        png: null,
        phash: null,
        problem: 'is of the type svg, which is not decoded',
      }),
      siteWith('none.example', null),
    ].map(wholeSite),
  );
});
afterAll(async () => {
  await api.close();
  await analysis.close();
});

function siteWith(domain: string, icon: SiteIcon | null): DomainDocument {
  const document = documentOf(domain, '<p>');
  const site = { files: [], agents: null, certificate: null, icon };
  return { ...document, pages: document.pages.map((page) => ({ ...page, facts: { ...page.facts, site } })) };
}

function iconOf(domain: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${api.url}/domains/${domain}/icon`, { headers: { 'x-api-key': key, ...headers } });
}

describe('the icon of a domain', () => {
  test('is sent as a PNG that may do nothing, once', async () => {
    const answer = await iconOf('WWW.shown.example');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      etag: `"${'b'.repeat(32)}"`,
    });
    expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([200, PNG]);
    const again = await iconOf('shown.example', { 'if-none-match': `"${'b'.repeat(32)}"` });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test.each([
    ['none.example', 'No icon of none.example is stored: set SITEGREP_ICONS=on'],
    [
      'hashes.example',
      'The icon of hashes.example is of the type svg, which is not decoded: it has hashes only.',
    ],
    ['absent.example', 'Nothing is stored for absent.example'],
  ])('of %s is not found, and why', async (domain, details) => {
    const answer = await iconOf(domain);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining(details)]);
  });
});

describe('an icon that is sent', () => {
  const post = (body: string | Uint8Array<ArrayBuffer>, type = 'image/x-icon', query = '') =>
    fetch(`${api.url}/icons${query}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': type },
      body,
    });

  test('has the hashes that the packages of Python give, and queries', async () => {
    const lines = readFileSync(
      new URL('../../../../../packages/icons/test/reference.jsonl', import.meta.url),
      'utf8',
    );
    const reference = lines.split('\n').find((line) => line.includes('"ico of Pillow"')) ?? '';
    const { base64, mmh3, md5, sha256, phash } = JSON.parse(reference) as Record<string, string>;
    const bytes = Uint8Array.from(Buffer.from(base64 ?? '', 'base64'));
    for (const type of ['image/x-icon', 'application/octet-stream', 'image/png']) {
      const answer = await post(bytes, type);
      expect([answer.status, await answer.json()]).toEqual([
        200,
        {
          success: true,
          data: {
            type: 'ico',
            bytes: bytes.length,
            mmh3,
            md5,
            sha256,
            phash,
            problem: null,
            q: `icon:${mmh3}`,
            q_alike: `icon~:${phash}`,
          },
        },
      ]);
    }
  });

  test('that is not decoded has hashes, and the reason', async () => {
    const answer = await post('<svg onload="alert(1)"/>', 'image/svg+xml');
    expect(await answer.json()).toMatchObject({
      data: {
        type: 'svg',
        mmh3: expect.any(Number),
        phash: null,
        problem: 'is of the type svg, which is not decoded',
        q_alike: null,
      },
    });
  });

  test.each([
    ['nothing', '', 'image/png', '', 400, 'The body is empty'],
    [
      'a form',
      'x',
      'application/x-www-form-urlencoded',
      '',
      415,
      'Content-Type must be application/octet-stream or image/x-icon',
    ],
    ['more than a MiB', 'x'.repeat(1_100_000), 'image/png', '', 413, 'larger than 1048576 bytes'],
    ['a parameter', 'x', 'image/png', '?size=1', 400, 'size'],
  ] as const)('as %s is refused', async (_, body, type, query, status, details) => {
    const answer = await post(body, type, query);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(details)]);
  });
});
