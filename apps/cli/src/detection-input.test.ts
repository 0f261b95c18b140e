import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readInput } from './detection-input.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-input-'));
  await mkdir(join(folder, 'example.org'));
  for (const name of ['example.com', 'saved.html', 'crawl.WARC.gz']) await writeFile(join(folder, name), '');
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['example.com', 'example.com', []],
  ['WWW.Example.com', 'example.com', []],
  ['straße.de', 'xn--strae-oqa.de', []],
  ['::1', '::1', []],
  ['localhost:3000', 'localhost', ['http://localhost:3000/']],
  ['example.com:443', 'example.com', ['https://example.com/']],
  ['[::1]:3000', '::1', ['http://[::1]:3000/']],
  ['https://www.example.com', 'example.com', ['https://www.example.com/']],
  ['HTTP://example.com/a.html?b=c#d', 'example.com', ['http://example.com/a.html?b=c']],
])('%s is a site', (name, domain, urls) => {
  expect(readInput(name)).toEqual({ kind: 'site', name, domain, urls });
});

test('what is there as a file is that file, whatever its name looks like', () => {
  for (const file of ['example.com', 'saved.html']) {
    const path = join(folder, file);
    expect(readInput(path)).toEqual({ kind: 'file', name: path, path });
  }
  const warc = join(folder, 'crawl.WARC.gz');
  expect(readInput(warc)).toEqual({ kind: 'warc', name: warc, path: warc });
  expect(readInput('-')).toEqual({ kind: 'file', name: 'standard input', path: null });
});

test.each([
  ['nowhere.html', 'nowhere.html: no such file.'],
  ['./nowhere', './nowhere: no such file.'],
  ['pages/nowhere.warc.gz', 'pages/nowhere.warc.gz: no such file.'],
  [
    'example.com/about',
    'example.com/about: no such file. For a page on the web give its complete URL: https://example.com/about',
  ],
  ['ftp://example.com/', "ftp://example.com/: can't be fetched; give a URL that begins with http://"],
  ['file:///tmp/a.html', 'give a file by its path, without file://.'],
  ['http://', 'http://: has no valid host'],
  ['http://a b/', 'http://a b/: has no valid host'],
  ['42', '42: neither an existing file nor a valid host; give a file, a host such as example.com, or'],
  ['', ': neither an existing file nor a valid host'],
  ['mailto:me', 'mailto:me: neither an existing file nor a valid host'],
])('%s is refused', (name, message) => {
  expect(() => readInput(name)).toThrow(message);
});

test('a name too long for a file is an address, if it looks like one and is not too long for that', () => {
  const address = (length: number): string => `https://example.com/${'a'.repeat(length - 20)}`;
  expect(readInput(address(2_048))).toMatchObject({ kind: 'site', urls: [address(2_048)] });
  expect(() => readInput(address(2_049))).toThrow('has 2049 characters; give a URL of at most 2048.');
  expect(() => readInput(`${'a'.repeat(300)}.html`)).toThrow('.html: no such file.');
});

test('a folder is refused', () => {
  expect(() => readInput(join(folder, 'example.org'))).toThrow('example.org is a folder, not a file.');
});

test('a password is refused, and not repeated', () => {
  expect(() => readInput('https://me:secret@example.com/')).toThrow(
    /^example\.com: URLs with a user name or a password are not fetched; leave both out\.$/,
  );
});
