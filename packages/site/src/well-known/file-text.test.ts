import { expect, test } from 'vitest';
import { collectedAnswers } from './collected.ts';
import { fileText, filesIn } from './file-text.ts';
import type { FileAnswer, FileName } from './files.ts';

test.each([
  ['UTF-8', Buffer.from('é漢'), 'é漢'],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFé'), 'é'],
  ['windows-1252', Buffer.from([0xe9, 0x80]), 'é€'],
  ['UTF-16', Buffer.from('\uFEFFé', 'utf16le'), 'é'],
  ['NUL', Buffer.from('a\0b'), 'a\uFFFDb'],
  ['a character that is cut at 64 KiB', Buffer.from(`${'a'.repeat(65_535)}é`), 'a'.repeat(65_535)],
])('%s', (_, bytes, text) => {
  expect(fileText(bytes)).toBe(text);
});

test('files come out of the joined text as they went in, whatever lines they have', () => {
  const answer = (text: string): FileAnswer => ({
    status: 200,
    failure: null,
    path: '/x',
    type: 'text/plain',
    text,
    truncated: false,
  });
  const texts: readonly (readonly [FileName, string])[] = [
    ['ads.txt', 'é.ads.example.com, 1, DIRECT\nads.example.com, 1, DIRECT\n\n/llms.txt\n'],
    ['llms.txt', '# A\n\n## B\n\n/robots.txt\n# C'],
    ['robots.txt', 'User-agent: *\r\nDisallow:'],
    ['security.txt', 'Contact: mailto:a@b.example\n\n'],
  ];
  const missing = { ...answer(''), status: 404 };
  const { facts, file } = collectedAnswers(
    new Map(texts.map(([name, text]) => [name, answer(text)])),
    missing,
    null,
    null,
  );
  expect(file).toBe(
    `/ads.txt\n${texts[0]?.[1]}\n/llms.txt\n${texts[1]?.[1]}\n\n/robots.txt\n${texts[2]?.[1]}\n\n/.well-known/security.txt\n${texts[3]?.[1]}\n`,
  );
  expect(filesIn(file, facts.files)).toEqual(texts.map(([name, text]) => ({ name, text })));
});
