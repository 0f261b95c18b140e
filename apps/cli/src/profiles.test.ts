import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProfile, writeProfile } from './profiles.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-profiles-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(content: string): Promise<string> {
  const file = join(folder, `${content.length}.json`);
  await writeFile(file, content);
  return file;
}

test('a profile has the URL of a server, and its key or none', async () => {
  const file = await fileWith(
    '{"a": {"url": "https://a.example", "key": "k"}, "b": {"url": "https://b.example"}}',
  );
  expect(readProfile('a', file)).toEqual({ url: 'https://a.example', key: 'k' });
  expect(readProfile('b', file)).toEqual({ url: 'https://b.example', key: null });
  expect(() => readProfile('c', file)).toThrow(`there is no profile "c": ${file} has a, b.`);
  expect(() => readProfile('toString', file)).toThrow('there is no profile');
});

test.each([
  ['{', 'is not JSON'],
  ['[]', 'is not a JSON object of profiles by name'],
  ['{"a": "https://a.example"}', 'the profile "a" of'],
  ['{"a": {"url": "https://a.example", "key": 7}}', 'the profile "a" of'],
])('a file of %s is refused, with its name', async (content, message) => {
  const file = await fileWith(content);
  expect(() => readProfile('a', file)).toThrow(message);
  expect(() => readProfile('a', file)).toThrow(file);
});

test('without a file there are no profiles', () => {
  const file = join(folder, 'nowhere.json');
  expect(() => readProfile('a', file)).toThrow(`there is no profile "a": ${file} has none.`);
});

test('a profile that is written is read again beside the others, by its user alone', async () => {
  const file = join(folder, 'new', 'profiles.json');
  expect(writeProfile('a', { url: 'https://a.example', key: 'k' }, file)).toBe(file);
  writeProfile('b', { url: 'https://b.example', key: 'l' }, file);
  writeProfile('a', { url: 'https://a.example', key: 'newer' }, file);
  expect(readProfile('a', file)).toEqual({ url: 'https://a.example', key: 'newer' });
  expect(readProfile('b', file)).toEqual({ url: 'https://b.example', key: 'l' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
