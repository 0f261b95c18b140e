import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { domainFilter } from './domain-list.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-domains-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function filterOf(text: string): Promise<unknown> {
  const path = join(folder, 'domains.txt');
  await writeFile(path, text);
  return await domainFilter(path);
}

test('a list is one condition, whatever its lines look like', async () => {
  expect(await filterOf('\ufeffWWW.Zeit.de\r\n# ours\r\n\r\n a.example \nzeit.de')).toEqual([
    'domain',
    'in',
    ['zeit.de', 'a.example'],
  ]);
});

test('a list may have 10,000 domains', async () => {
  const names = Array.from({ length: 10_000 }, (_, number) => `d${number}.example`);
  expect(await filterOf(names.join('\n'))).toEqual(['domain', 'in', names]);
});

test.each([
  [
    'a.example\nhttps://b.example/x\n',
    /domains\.txt, line 2: "https:\/\/b\.example\/x" is a URL; give its domain, b\.example\.$/,
  ],
  ['\n# none\n', /domains\.txt: no line of it names a domain\.$/],
  [
    Array.from({ length: 10_001 }, (_, number) => `d${number}.example`).join('\n'),
    /names 10,001 domains; a search takes at most 10,000: split the list, and search with each part\.$/,
  ],
])('a list is refused: %#', async (text, message) => {
  await expect(filterOf(text)).rejects.toThrow(message);
});
