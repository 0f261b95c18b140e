// One attacker with keys beside one good client, on the complete command: hostile data, bombs, noisy keys and stalled uploads.
// What is judged is counted: answers that are wrong, refused or no JSON, and connections that ended.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipOf } from '../../packages/warc/test/zip-files.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const MiB = 1024 * 1024;
const AT = '2026-03-01T12:00:00Z';
const LINES = 'application/x-ndjson';
const ANYTHING = 'application/octet-stream';

/** Texts that are code, or that hide and reorder what stands around them, where they are taken for more than text. */
const ATTACKS = [
  '<script>window.ran = 1</script>',
  '"><img src=x onerror=alert(1)>',
  '</script><svg/onload=alert(1)>',
  'javascript:alert(1)',
  '\u202egnp.exe\u202c\u200b\u2066hidden\u2069\u2028\u001b[31m\ufeff',
] as const;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-attacker-'));
  server = await startServer(join(folder, 'data'), { SITEGREP_LOG_LEVEL: 'error' });
  for (let site = 0; site < 40; site++)
    await imported(page(`https://site-${site}.example/`, `word-${site} filler`));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

function page(url: string, text: string): string {
  return `${JSON.stringify({ url, html: `<title>${text}</title><p>${text}`, fetched_at: AT })}\n`;
}

/** Status of an import, and its last line. */
async function imported(body: Buffer | string, type = LINES) {
  const init = { method: 'POST', headers: { 'content-type': type }, body: body as Buffer<ArrayBuffer> };
  const answer = await server.ask('/admin/pages?report=problems', init);
  const lines = (await answer.text()).trim().split('\n');
  return { status: answer.status, last: JSON.parse(lines.at(-1) ?? '') as Readonly<Record<string, unknown>> };
}

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return server.ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

test('hostile names and pages come back as text of JSON alone, in each answer that a console reads', async () => {
  for (const [index, attack] of ATTACKS.entries()) {
    const url = `https://evil-${index}.example/?${encodeURIComponent(attack)}`;
    const said = attack.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const html = `<html lang="en"><title>${said}</title><meta name="description" content='${said}'><p>needle ${said}`;
    const { last } = await imported(`${JSON.stringify({ url, html, fetched_at: AT })}\n`);
    expect(last).toMatchObject({ type: 'summary', outcomes: { stored: 1 } });
  }
  // Code is kept as text; what hides or reorders is refused where a person types it.
  for (const [reason, status] of [
    [ATTACKS[0], 200],
    ['\u202egnp.exe', 400],
  ] as const) {
    const blocked = await server.ask('/admin/blocked-domains/blocked.example', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason }),
    });
    expect([reason, blocked.status]).toEqual([reason, status]);
  }
  expect((await post('/admin/keys', { name: ATTACKS[1], scopes: ['search'] })).status).toBe(201);
  const paths = [
    ...ATTACKS.flatMap((_, index) => [
      `/domains/evil-${index}.example`,
      `/domains/evil-${index}.example/pages`,
      `/domains/evil-${index}.example/technologies`,
    ]),
    '/search?q=needle&snippets=3&limit=50',
    '/search?q=needle&level=page&snippets=3',
    '/technologies',
    '/admin/blocked-domains',
    '/admin/keys',
    '/admin/audit-log',
    '/admin/crawls',
  ];
  const faults: unknown[] = [];
  let texts = '';
  for (const path of paths) {
    const answer = await server.ask(path);
    const text = await answer.text();
    texts += JSON.stringify(JSON.parse(text));
    const { headers } = answer;
    const isJson = headers.get('content-type') === 'application/json; charset=utf-8';
    const isLocked = headers.get('x-content-type-options') === 'nosniff';
    if (!answer.ok || !isJson || !isLocked) faults.push([path, answer.status, [...headers]]);
  }
  expect(faults).toEqual([]);
  for (const attack of ATTACKS.slice(0, 4)) expect(texts).toContain(JSON.stringify(attack).slice(1, -1));
  const console = await server.ask('/', { headers: { accept: 'text/html' } });
  const policy = console.headers.get('content-security-policy') ?? '';
  expect([console.status, policy]).toEqual([
    200,
    expect.stringContaining("require-trusted-types-for 'script'"),
  ]);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test('an error says the words of a request without what hides in them', async () => {
  const faults: string[] = [];
  for (const attack of ATTACKS) {
    const answers = [
      await server.ask(`/technologies?${encodeURIComponent(attack)}=1`),
      await server.ask(`/domains/${encodeURIComponent(attack)}`),
      await post('/search', { q: `tech:"${attack}"` }),
      await post('/search', { [attack]: 1 }),
    ];
    for (const answer of answers) {
      const { details } = (await answer.json()) as { readonly details: string };
      if (answer.status < 400 || answer.status >= 500 || HIDDEN.test(details)) faults.push(details);
    }
  }
  expect(faults).toEqual([]);
});

/** Bodies that are small, and large, deep or endless once they are unpacked. */
function bombs(): readonly (readonly [name: string, body: Buffer | string, type: string])[] {
  const zeros = gzipSync(Buffer.alloc(128 * MiB));
  const blanks = Buffer.alloc(128 * MiB, ' ');
  const nested = gzipSync(gzipSync(zeros));
  const empty = gzipSync('');
  const http = Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n'),
    zeros,
  ]);
  const head =
    'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://bomb.example/\r\n' +
    `WARC-Date: ${AT}\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: ${http.length}\r\n\r\n`;
  const deep = '['.repeat(200_000);
  return [
    ['zeros in gzip', zeros, ANYTHING],
    ['blanks in zstd', zstdCompressSync(blanks), ANYTHING],
    ['gzip in gzip in gzip', nested, ANYTHING],
    ['a record whose content is zeros in gzip', Buffer.concat([Buffer.from(head), http]), ANYTHING],
    [
      'a ZIP of zeros',
      zipOf([{ name: 'archive/a.warc', content: Buffer.alloc(64 * MiB), method: 8 }]),
      ANYTHING,
    ],
    ['empty members of gzip', Buffer.concat(Array.from({ length: 200_000 }, () => empty)), ANYTHING],
    ['deep JSON', `${deep}\n`, LINES],
    ['a deep list', deep, ANYTHING],
    ['deep markup', page('https://deep.example/', '<b>'.repeat(200_000)), LINES],
    ['one endless line', `{"url":"https://long.example/","html":"${'x'.repeat(32 * MiB)}`, LINES],
  ];
}

test(
  'bombs are answered, each by a refusal or a summary, and hold up no import after them',
  { timeout: 120_000 },
  async () => {
    const answers: unknown[] = [];
    for (const [name, body, type] of bombs()) {
      const { status, last } = await imported(body, type);
      const isAnswered =
        status === 400 || (status === 200 && last['type'] === 'summary' && last['failure'] === null);
      const { status: after, last: good } = await imported(
        page(`https://after.example/${answers.length}`, name),
      );
      answers.push([name, isAnswered ? 'answered' : [status, last], after, good['outcomes']]);
    }
    expect(answers).toEqual(bombs().map(([name]) => [name, 'answered', 200, { stored: 1 }]));
    const deep = await server.ask('/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"query":${'{"not":'.repeat(20_000)}{"text":"x"}${'}'.repeat(20_000)}}`,
    });
    expect(deep.status).toBe(400);
    expect((await server.search({ search_terms: ['word-7 '] })).total_count).toBe(1);
  },
);

/** Connections of the noisy keys, each with a request at any time. */
const NOISY = 16;
/** Requests of the good key, one after the other. */
const GOOD = 120;

test(
  'a key that asks one thing at a time is never refused beside noisy ones',
  { timeout: 120_000 },
  async () => {
    const keyOf = async (name: string): Promise<string> => {
      const answer = await post('/admin/keys', { name, scopes: ['search'] });
      return ((await answer.json()) as { readonly data: { readonly secret: string } }).data.secret;
    };
    const noisy = [await keyOf('noisy 1'), await keyOf('noisy 2')];
    const good = await keyOf('good');
    const ask = (key: string, path: string, body: unknown): Promise<Response> =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(body),
      });
    const noise = [
      ['/search', { q: '/[a-z]+ (f|x)[il]+er$/' }],
      ['/search', { q: `/${'(a|b)'.repeat(2_000)}/` }],
      ['/search', { level: 'page', limit: 100, q: '/e.*r/', snippets: { per_item: 10 } }],
      ['/search', { q: 'filler', extract: [{ as: 'all', select: '* * *', all: true }], limit: 40 }],
      ['/html-source-code-search', { search_terms: ['filler'], limit: 10_000, snippets: true }],
      ['/search', { q: '((((' }],
    ] as const;
    const state = { isOver: false, sent: 0 };
    const making = Array.from({ length: NOISY }, async (_, number) => {
      for (let n = number; !state.isOver; n++) {
        const [path, body] = noise[n % noise.length] ?? noise[0];
        // Every third one has no key at all.
        const answer = await ask(n % 3 === 2 ? 'sg_wrong' : (noisy[n % 2] ?? ''), path, body);
        await answer.arrayBuffer();
        state.sent += 1;
      }
    });
    const wrong: unknown[] = [];
    for (let n = 0; n < GOOD; n++) {
      const site = n % 40;
      const answer = await ask(good, '/search', { q: `word-${site} filler` });
      const text = await answer.text();
      if (answer.status !== 200 || !text.includes(`"site-${site}.example"`))
        wrong.push([answer.status, text]);
    }
    state.isOver = true;
    await Promise.all(making);
    expect(wrong).toEqual([]);
    expect(state.sent).toBeGreaterThan(NOISY);
  },
);

/** Uploads that send their head, and a part of their body or nothing. */
const STALLED = 60;

test(
  'an upload is done beside sixty stalled ones, before any of them has ended',
  { timeout: 120_000 },
  async () => {
    const { port } = new URL(server.url);
    let ended = 0;
    const stalled = await Promise.all(
      Array.from({ length: STALLED }, async (_, number): Promise<Socket> => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => {});
        await once(socket, 'connect');
        socket.once('close', () => (ended += 1));
        const head =
          `POST /admin/pages HTTP/1.1\r\nhost: x\r\nx-api-key: ${server.key}\r\n` +
          `content-type: ${LINES}\r\ncontent-length: 1000000\r\n\r\n`;
        const part = page(`https://stalled-${number}.example/`, 'stalled');
        await new Promise((resolve) => socket.write(head + (number % 2 === 0 ? part : ''), resolve));
        return socket;
      }),
    );
    const startedAt = performance.now();
    const { status, last } = await imported(page('https://beside-stalled.example/', 'good'));
    const endedMeanwhile = ended;
    console.error(
      `an upload beside ${STALLED} stalled ones took ${Math.round(performance.now() - startedAt)} ms`,
    );
    for (const socket of stalled) socket.destroy();
    expect([status, last['outcomes'], endedMeanwhile]).toEqual([200, { stored: 1 }, 0]);
  },
);
