import type { PagesLine } from '@sitegrep/contract';
import { jsonLine } from '@sitegrep/contract/json';
import { expect, test } from 'vitest';
import { badRequest } from '../failure.ts';
import { AnswerLines } from './answer-lines.ts';

const LINE: PagesLine = { type: 'progress', bytes_read: 7, outcomes: {}, resume: null };
const LAST: PagesLine = { ...LINE, bytes_read: 8 };
const LENGTH = JSON.stringify(LINE).length + 1;

async function isOpen(waiting: Promise<void>): Promise<boolean> {
  const first = await Promise.race([
    waiting.then(() => 'open'),
    new Promise((done) => setImmediate(done, 'shut')),
  ]);
  return first === 'open';
}

test('lines that nobody reads hold up the next ones, until they are read', async () => {
  const lines = new AnswerLines(10 * LENGTH);
  for (let n = 0; n < 10; n++) lines.push(LINE);
  expect(await isOpen(lines.capacity())).toBe(true);
  lines.push(LINE);
  const waiting = lines.capacity();
  expect(await isOpen(waiting)).toBe(false);
  const { value } = await lines.texts().next();
  expect(value).toHaveLength(11 * LENGTH);
  await waiting;
});

test('lines of an answer that is abandoned hold up nothing, and are dropped', async () => {
  const lines = new AnswerLines(LENGTH);
  lines.push(LINE);
  lines.push(LINE);
  const waiting = lines.capacity();
  lines.abandon();
  await waiting;
  lines.push(LINE);
  expect(await lines.texts().next()).toMatchObject({ done: true });
});

test('all lines come in their order, whatever the size of the answer', async () => {
  const lines = new AnswerLines();
  for (let n = 0; n < 5_000; n++) lines.push({ ...LINE, bytes_read: n });
  lines.end({ ...LINE, bytes_read: 5_000 });
  const texts = await Array.fromAsync(lines.texts());
  expect(texts.length).toBeGreaterThan(2);
  const numbers = texts
    .join('')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { bytes_read: number }).bytes_read);
  expect(numbers).toEqual(Array.from({ length: 5_001 }, (_, n) => n));
});

test('a failure before any line is the answer itself, and one after it is in its last line', async () => {
  const failure = badRequest({ field: 'The body', problem: 'is incomplete', remedy: 'send all of it' });
  const first = new AnswerLines();
  first.fail(failure, LAST);
  expect(await first.begun()).toBe(failure);
  const later = new AnswerLines();
  later.push(LINE);
  later.fail(failure, LAST);
  expect(await later.begun()).toBeNull();
  expect(await Array.fromAsync(later.texts())).toEqual([jsonLine(LINE) + jsonLine(LAST)]);
  expect(await Array.fromAsync(first.texts())).toEqual([]);
});
