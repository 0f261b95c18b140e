import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exchange, namesIn, openArchive, recordsIn } from '../test/archives.ts';
import { RobotsTexts, WarcUnwritable } from './index.ts';
import { readWarc } from './reader.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-warc-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const NAME = /^sitegrep-\d{14}-(\d{5})-.+-(\d+)\.warc\.gz$/;

describe('records', () => {
  test('a file begins with a warcinfo record; each exchange is a response and a request, one gzip member each', async () => {
    const folder = await newFolder();
    const archive = await openArchive(folder);
    await archive.add(exchange('http://a.test/x?y=1'));
    await archive.close();
    const [name = ''] = await namesIn(folder);
    const [info, response, request, ...more] = await recordsIn(join(folder, name));
    expect(more).toEqual([]);
    expect(info?.head).toMatch(/^WARC\/1\.1\r\nWARC-Type: warcinfo\r\n/);
    expect(info?.head).toContain(`WARC-Filename: ${name}\r\n`);
    expect(info?.block.split('\r\n')).toEqual([
      'software: sitegrep/0.1.0',
      'format: WARC File Format 1.1',
      'conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
      'robots: obey',
      'noindex: obey',
      'http-header-user-agent: sitegrep/0.1.0 (+https://example.com/bot)',
      '',
    ]);
    const idOf = (head = ''): string | undefined =>
      /^WARC-Record-ID: (<urn:uuid:[0-9a-f-]{36}>)\r$/m.exec(head)?.[1];
    expect(response?.head.split('\r\n').filter((line) => !/ID:|Digest/.test(line))).toEqual([
      'WARC/1.1',
      'WARC-Type: response',
      'WARC-Date: 2026-11-22T07:18:31.042Z',
      'WARC-Target-URI: http://a.test/x?y=1',
      'WARC-IP-Address: 192.0.2.7',
      'Content-Type: application/http;msgtype=response',
      'Content-Length: 86',
      '',
      '',
    ]);
    expect(response?.block).toBe(
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 22\r\n\r\n<p>http://a.test/x?y=1',
    );
    expect(request?.head).toContain(`WARC-Concurrent-To: ${idOf(response?.head)}\r\n`);
    expect(request?.head).toContain(`WARC-Warcinfo-ID: ${idOf(info?.head)}\r\n`);
    expect(request?.block).toBe('GET /x?y=1 HTTP/1.1\r\nhost: a.test\r\n\r\n');
    const bytes = await readFile(join(folder, name));
    expect(bytes.toString('latin1').split('\x1f\x8b\x08').length - 1).toBe(3);
  });

  test('digests are SHA-1 in base32, of the block and of the body', async () => {
    const folder = await newFolder();
    const archive = await openArchive(folder);
    await archive.add(exchange('http://a.test/', { body: [Buffer.from('ab'), Buffer.from('c')] }));
    await archive.close();
    const [, response, request] = await recordsIn(join(folder, (await namesIn(folder))[0] ?? ''));
    // printf abc | sha1sum: a9993e364706816aba3e25717850c26c9cd0d89d
    expect(response?.head).toContain('WARC-Payload-Digest: sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\r\n');
    expect(response?.head).toMatch(/^WARC-Block-Digest: sha1:[A-Z2-7]{32}\r$/m);
    expect(request?.head).not.toContain('Payload-Digest');
  });

  test('fields of a framing that was undone are renamed, the others stay, and the true length is stated', async () => {
    const folder = await newFolder();
    const archive = await openArchive(folder);
    const body = [gzipSync('<p>hi')];
    const sent = [
      ['Transfer-Encoding', 'chunked'],
      ['content-encoding', 'gzip'],
      ['X-Words', 'gr\xfcn'],
    ] as const;
    await archive.add(exchange('http://a.test/', { headers: sent, body }));
    await archive.add(
      exchange('http://a.test/cut', {
        headers: [['Content-Length', '100']],
        body: [Buffer.from('<p>')],
        truncation: 'time',
      }),
    );
    await archive.add(exchange('http://a.test/none', { status: 304, statusText: '', headers: [], body: [] }));
    await archive.close();
    const [, chunked, , cut, , none] = await recordsIn(join(folder, (await namesIn(folder))[0] ?? ''));
    expect(chunked?.block.split('\r\n\r\n')[0]?.split('\r\n')).toEqual([
      'HTTP/1.1 200 OK',
      'X-Crawler-Transfer-Encoding: chunked',
      'content-encoding: gzip',
      'X-Words: gr\xfcn',
      `Content-Length: ${body[0]?.length}`,
    ]);
    expect(cut?.head).toContain('WARC-Truncated: time\r\n');
    expect(cut?.block).toBe(
      'HTTP/1.1 200 OK\r\nX-Crawler-Content-Length: 100\r\nContent-Length: 3\r\n\r\n<p>',
    );
    expect(none?.block).toBe('HTTP/1.1 304 \r\n\r\n');
  });

  test('the answer to a conditional request that a page has not changed is a revisit', async () => {
    const folder = await newFolder();
    const archive = await openArchive(folder);
    const answer = { status: 304, statusText: 'Not Modified', headers: [['ETag', '"a"']], body: [] } as const;
    const headers = [
      ['host', 'a.test'],
      ['if-none-match', '"a"'],
    ] as const;
    await archive.add(
      exchange('http://a.test/', { ...answer, request: { method: 'GET', target: '/', headers } }),
    );
    await archive.add(exchange('http://a.test/unasked', answer));
    await archive.close();
    const [, revisit, request, response] = await recordsIn(join(folder, (await namesIn(folder))[0] ?? ''));
    expect(revisit?.head).toContain('WARC-Type: revisit\r\n');
    expect(revisit?.head).toContain(
      'WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n',
    );
    expect(revisit?.head).not.toContain('Payload-Digest');
    expect(revisit?.block).toBe('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n');
    expect(request?.block).toContain('if-none-match: "a"\r\n');
    expect(response?.head).toContain('WARC-Type: response\r\n');
    const found = readWarc(join(folder, (await namesIn(folder))[0] ?? ''));
    expect(await Array.fromAsync(found)).toEqual([]);
  });

  test('a value from outside begins no field of its own', async () => {
    const folder = await newFolder();
    const archive = await openArchive(folder);
    await archive.add(exchange('https://a.test/', { certIssuer: 'Evil\r\nWARC-Type: warcinfo' }));
    await archive.close();
    const [, response] = await recordsIn(join(folder, (await namesIn(folder))[0] ?? ''));
    expect(response?.head).toContain('Sitegrep-Certificate-Issuer: Evil WARC-Type: warcinfo\r\n');
  });
});

describe('the reader', () => {
  test('returns the pages that were written, with issuer and robots.txt, even if that is in another file', async () => {
    const folder = await newFolder();
    const archive = await openArchive(folder, 1);
    const text = 'User-agent: *\nDisallow: /x\n';
    const plain = [['Content-Type', 'text/plain']] as const;
    await archive.add(exchange('https://a.test/robots.txt', { headers: plain, body: [Buffer.from(text)] }));
    await archive.add(
      exchange('https://a.test/', { certIssuer: 'Trust R3', certificate: 'expired 2026-03-01' }),
    );
    await archive.add(exchange('https://a.test/slow', { truncation: 'time' }));
    await archive.add(exchange('https://a.test/given-up', { truncation: 'unspecified' }));
    await archive.add(exchange('https://a.test/broken', { truncation: 'disconnect' }));
    await archive.add(exchange('https://a.test/empty', { body: [] }));
    await archive.add(exchange('https://a.test/long', { truncation: 'length' }));
    await archive.close();
    const robotsTexts = new RobotsTexts();
    const names = await namesIn(folder);
    expect(names).toHaveLength(7);
    const pages = [];
    for (const name of names) {
      const reader = readWarc(join(folder, name), { robotsTexts });
      pages.push(...(await Array.fromAsync(reader)));
      expect(reader.problems).toEqual([]);
    }
    expect(pages).toMatchObject([
      {
        url: 'https://a.test/',
        status: 200,
        truncated: false,
        fetchedAt: Date.UTC(2026, 10, 22, 7, 18, 31, 42),
        certIssuer: 'Trust R3',
        certificate: 'expired 2026-03-01',
        robotsTxt: text,
        obeysNoindex: true,
      },
      { url: 'https://a.test/broken', truncated: true },
      { url: 'https://a.test/long', truncated: true },
    ]);
    expect(Buffer.from(pages[0]?.body ?? []).toString()).toBe('<p>https://a.test/');
  });
});

describe('files', () => {
  test('are rotated by size, numbered in order, and never split an exchange', async () => {
    const folder = await newFolder();
    const archive = await openArchive(folder, 3_000);
    const noise = (): Buffer => Buffer.from(Array.from({ length: 1_000 }, () => Math.random() * 256));
    for (let n = 0; n < 6; n++) await archive.add(exchange(`http://a.test/${n}`, { body: [noise()] }));
    await archive.close();
    const names = await namesIn(folder);
    expect(names.map((name) => NAME.exec(name)?.slice(1))).toEqual(
      names.map((_, n) => [`0000${n}`, String(process.pid)]),
    );
    const urls: string[] = [];
    for (const name of names) {
      const [info, ...records] = await recordsIn(join(folder, name));
      expect(info?.head).toContain('WARC-Type: warcinfo');
      expect(records.map(({ head }) => /^WARC-Type: (.*)\r$/m.exec(head)?.[1])).toEqual(
        records.map((_, n) => (n % 2 === 0 ? 'response' : 'request')),
      );
      urls.push(...records.map(({ head }) => /^WARC-Target-URI: (.*)\r$/m.exec(head)?.[1] ?? ''));
    }
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(urls).size).toBe(6);
  });

  test('many exchanges at once are all written, in the order of the calls', async () => {
    const folder = await newFolder();
    const archive = await openArchive(folder);
    const urls = Array.from({ length: 100 }, (_, n) => `http://a.test/${n}`);
    await Promise.all(urls.map((url) => archive.add(exchange(url))));
    await archive.close();
    const pages = await Array.fromAsync(readWarc(join(folder, (await namesIn(folder))[0] ?? '')));
    expect(pages.map(({ url }) => url)).toEqual(urls);
  });

  test('an archive without exchanges leaves no file', async () => {
    const folder = join(await newFolder(), 'new', 'folder');
    await (await openArchive(folder)).close();
    expect(await namesIn(folder)).toEqual([]);
  });
});

/** A process that writes pages and prints each one that is on the disk, until it is killed. @returns the lines printed */
async function killedAfter(folder: string, lines: number): Promise<readonly string[]> {
  const script = `
    import { exchange, openArchive } from ${JSON.stringify(new URL('../test/archives.ts', import.meta.url).href)};
    const archive = await openArchive(${JSON.stringify(folder)});
    for (let n = 0; ; n++) {
      const url = 'http://a.test/' + n;
      await archive.add(exchange(url));
      console.log(url);
    }`;
  const writer = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(writer, 'exit');
  let said = '';
  for await (const chunk of writer.stdout) {
    said += String(chunk);
    if (said.split('\n').length > lines) writer.kill('SIGKILL');
  }
  await exited;
  return said.split('\n').slice(0, -1);
}

describe('after a kill', () => {
  test('the stored exchanges can be read as they are, and the next start completes the file', async () => {
    const folder = await newFolder();
    const kept = await killedAfter(folder, 20);
    const [left = ''] = await namesIn(folder);
    expect(left).toMatch(/\.warc\.gz\.open$/);
    const urls = async (name: string): Promise<readonly string[]> =>
      (await Array.fromAsync(readWarc(join(folder, name)))).map(({ url }) => url);
    expect((await urls(left)).slice(0, kept.length)).toEqual(kept);

    await appendFile(join(folder, left), gzipSync('WARC/1.1\r\nWARC-Type: response\r\n').subarray(0, -5));
    const archive = await openArchive(folder);
    const name = left.replace('.open', '');
    expect(archive.completed).toEqual([name]);
    expect(await namesIn(folder)).toEqual([name]);
    expect((await urls(name)).slice(0, kept.length)).toEqual(kept);
    gunzipSync(await readFile(join(folder, name)));
    await archive.close();
  });

  const member = gzipSync('WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n');

  test.each([
    ['a truncated member', [member, member, member.subarray(0, 30)], 2],
    ['a truncated header', [member, member.subarray(0, 5)], 1],
    ['zeros, as after a loss of power', [member, Buffer.alloc(5_000)], 1],
    ['a member with a wrong checksum', [member, Buffer.concat([member.subarray(0, -8), Buffer.alloc(8)])], 1],
    [
      'damage that complete members follow',
      [member, Buffer.from('junk'), member, member.subarray(0, 9)],
      null,
    ],
    ['nothing wrong', [member, member], 2],
  ])('a file that ends in %s is truncated after its last complete record', async (_, parts, whole) => {
    const folder = await newFolder();
    const name = `sitegrep-20260101000000-00000-${hostname()}-${process.pid}.warc.gz`;
    await writeFile(join(folder, `${name}.open`), Buffer.concat(parts));
    await (await openArchive(folder)).close();
    const kept = whole === null ? parts.slice(0, -1) : parts.slice(0, whole);
    expect(await readFile(join(folder, name))).toEqual(Buffer.concat(kept));
  });

  test.each([
    ['no complete record', member.subarray(0, 20)],
    ['nothing', Buffer.alloc(0)],
  ])('a file with %s in it is removed', async (_, bytes) => {
    const folder = await newFolder();
    const name = `sitegrep-20260101000000-00000-${hostname()}-${process.pid}.warc.gz.open`;
    await writeFile(join(folder, name), bytes);
    await (await openArchive(folder)).close();
    expect(await namesIn(folder)).toEqual([]);
  });

  test('files of running processes are left alone, until their writers have not touched them for long', async () => {
    const folder = await newFolder();
    const elsewhere = join(folder, 'sitegrep-20260101000000-00000-other.host-1-7.warc.gz');
    const alive = join(folder, `sitegrep-20260101000000-00001-${hostname()}-${process.ppid}.warc.gz`);
    for (const path of [elsewhere, alive]) await writeFile(`${path}.open`, member);
    await writeFile(join(folder, 'notes.warc.gz.open'), 'foreign');
    await (await openArchive(folder)).close();
    expect((await namesIn(folder)).filter((name) => !name.endsWith('.open'))).toEqual([]);
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(`${elsewhere}.open`, longAgo, longAgo);
    const archive = await openArchive(folder);
    expect(archive.completed).toEqual(['sitegrep-20260101000000-00000-other.host-1-7.warc.gz']);
    await archive.close();
  });
});

describe('a folder that can’t be written', () => {
  test.each([
    ['under a file', 'file/warc', /ENOTDIR/],
    ['where nothing can be made', '/proc/sitegrep', /ENOENT/],
  ])('(%s) is reported at the start, with the setting', async (_, path, code) => {
    const folder = await newFolder();
    await writeFile(join(folder, 'file'), '');
    const opening = openArchive(path.startsWith('/') ? path : join(folder, path));
    await expect(opening).rejects.toBeInstanceOf(WarcUnwritable);
    await expect(opening).rejects.toThrow(code);
    await expect(opening).rejects.toThrow(/--warc or SITEGREP_WARC_DIR/);
  });

  test('that disappears refuses this exchange and all later ones', async () => {
    const folder = await newFolder();
    const archive = await openArchive(join(folder, 'warc'), 1);
    await archive.add(exchange('http://a.test/'));
    await rename(join(folder, 'warc'), join(folder, 'moved'));
    await expect(archive.add(exchange('http://a.test/2'))).rejects.toThrow(/warc \(ENOENT\): check/);
    await rename(join(folder, 'moved'), join(folder, 'warc'));
    await expect(archive.add(exchange('http://a.test/3'))).rejects.toThrow(/ENOENT/);
    await archive.close();
  });
});
