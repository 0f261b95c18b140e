import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { redis } from './redis.ts';
import { forgetStarted, readStarted, writeStarted } from './started-record.ts';

let cache: string;

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'sitegrep-services-'));
});

afterEach(() => {
  rmSync(cache, { recursive: true });
});

describe('the note of a started service', () => {
  test('is read as it was written, and null after it was removed', async () => {
    const note = { endpoint: 'redis://127.0.0.1:7', process: { pid: 42, startTicks: '99', bootId: 'a' } };
    await writeStarted(cache, redis, note);
    await expect(readStarted(cache, redis)).resolves.toEqual(note);
    await forgetStarted(cache, redis);
    await forgetStarted(cache, redis);
    await expect(readStarted(cache, redis)).resolves.toBeNull();
  });

  test.each([
    ['cut off', '{"endpoint":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['without a process', '{"endpoint":"redis://127.0.0.1:7"}'],
    [
      'with the number that means every process',
      '{"endpoint":"x","process":{"pid":-1,"startTicks":"9","bootId":"a"}}',
    ],
    ['with a number that is text', '{"endpoint":"x","process":{"pid":"42","startTicks":"9","bootId":"a"}}'],
  ])('that is %s is refused by its path', async (_, text) => {
    const path = join(cache, 'redis.json');
    writeFileSync(path, text);
    await expect(readStarted(cache, redis)).rejects.toThrow(
      `${path} is not the record of a started service: delete it.`,
    );
  });
});
