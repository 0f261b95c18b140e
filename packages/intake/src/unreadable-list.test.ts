import { expect, test } from 'vitest';
import { splitLines } from './list-lines.ts';
import { readRankedDomains } from './ranked-domains.ts';
import { readSeeds } from './seeds.ts';
import { untilUnreadable } from './unreadable-list.ts';

/** Chunks of 64 KiB with the same bytes for ever, and how many were taken. */
function endless(text: string) {
  const chunk = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  const source = { taken: 0, chunks: chunksOf() };
  async function* chunksOf(): AsyncGenerator<Uint8Array> {
    for (;;) {
      source.taken += 1;
      yield chunk;
    }
  }
  return source;
}

const sites = (chunks: AsyncIterable<Uint8Array>) =>
  untilUnreadable(readSeeds(splitLines(chunks), 'text'), 'sites');

test('a list without end that names no site is given up after 10,000 lines, with the first ones and the remedy', async () => {
  const source = endless('!!\n');
  await expect(Array.fromAsync(sites(source.chunks))).rejects.toThrow(
    'the list has 10000 bad lines in a row, and was not read after line 10000: line 1 "!!" (not a domain or http(s) URL), ' +
      'line 2 "!!" (not a domain or http(s) URL), line 3 "!!" (not a domain or http(s) URL), …; ' +
      'give one domain or URL per line.',
  );
  // Three bytes a line: 10,000 lines are half of a chunk.
  expect(source.taken).toBe(1);
});

test('so is a list of ranks', async () => {
  const ranks = readRankedDomains(splitLines(endless('x,!!\n').chunks));
  await expect(Array.fromAsync(untilUnreadable(ranks, 'ranks'))).rejects.toThrow(
    'not read after line 10000: line 1 "x,!!" (no field with a domain)',
  );
});

test('a good line begins the count anew, a comment does not', async () => {
  const list = (between: string) =>
    readRankedDomains([...Array(9_999).fill('!!'), between, ...Array(9_999).fill('!!')]);
  expect(await Array.fromAsync(untilUnreadable(list('1,a.example'), 'ranks'))).toHaveLength(19_999);
  await expect(Array.fromAsync(untilUnreadable(list(''), 'ranks'))).rejects.toThrow('after line 10001');
});

test('a list of sites most of whose lines are bad is refused at its end', async () => {
  const read = (lines: readonly string[]) =>
    Array.fromAsync(untilUnreadable(readSeeds(lines, 'text'), 'sites'));
  expect(await read(['a.example', '!!', 'b.example', '!!'])).toHaveLength(4);
  await expect(read(['a.example', '!!', '', '# note', '??'])).rejects.toThrow(
    'the list has 2 bad lines of 3: line 2 "!!" (not a domain or http(s) URL), line 5 "??" (not a domain or http(s) URL); give',
  );
  // Whoever submits it says that it names no site.
  expect(await read(['!!', '??'])).toHaveLength(2);
});

test('the message has the start of long lines, and no password', async () => {
  const lines = Array(10_000).fill(`https://me:secret@a.example/${'x'.repeat(100)}`);
  const reading = Array.fromAsync(untilUnreadable(readSeeds(lines, 'text'), 'sites'));
  await expect(reading).rejects.toThrow(`line 1 "https://…@a.example/${'x'.repeat(40)}…" (a URL with`);
});

test.each<[string, () => AsyncIterable<unknown>]>([
  ['100,000 sites', () => readSeeds(Array(100_000).fill('a.example'), 'text')],
  ['100,000 bad lines', () => readSeeds(Array(100_000).fill('!!'), 'ndjson')],
  ['100,000 blank lines', () => readSeeds(Array(100_000).fill(''), 'text')],
  ['10,000 long lines', () => readSeeds(Array(10_000).fill('x'.repeat(2_048)), 'csv')],
  ['100,000 ranks', () => readRankedDomains(Array(100_000).fill('1,a.example'))],
])('while %s are read, the event loop goes round hundreds of times', async (_name, read) => {
  let rounds = 0;
  let reading = true;
  const count = (): void => {
    rounds += 1;
    if (reading) setImmediate(count);
  };
  setImmediate(count);
  for await (const _ of read());
  reading = false;
  expect(rounds).toBeGreaterThan(300);
});
