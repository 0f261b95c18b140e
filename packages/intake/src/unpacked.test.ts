import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { BrokenGzip, ListTooLarge, unpacked } from './unpacked.ts';

async function* chunksOf(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const list = Array.from({ length: 500 }, (_, n) => `${n + 1},site-${n}.example\n`).join('');

async function read(bytes: Uint8Array, size?: number, maxBytes?: number): Promise<string> {
  return (await buffer(unpacked(chunksOf(bytes, size), maxBytes))).toString();
}

describe('a list', () => {
  test.each([1, 2, 1_000])('that is plain comes as it is, in chunks of %i', async (size) => {
    expect(await read(Buffer.from(list), size)).toBe(list);
  });

  test.each([1, 2, 1_000])('in gzip is unpacked, in chunks of %i', async (size) => {
    expect(await read(gzipSync(list), size)).toBe(list);
  });

  test.each([1, 7, 1_000, 1_000_000])(
    'in several gzip members is read as one, in chunks of %i',
    async (size) => {
      expect(await read(Buffer.concat([gzipSync(list), gzipSync('more')]), size)).toBe(`${list}more`);
    },
  );

  test.each(['', 'x'])('of %j is not changed', async (text) => {
    expect(await read(Buffer.from(text))).toBe(text);
  });

  test('that is truncated gives the bytes before that, then fails', async () => {
    let seen = '';
    const cut = gzipSync(list).subarray(0, -500);
    const reading = (async () => {
      for await (const chunk of unpacked(chunksOf(cut))) seen += Buffer.from(chunk).toString();
    })();
    await expect(reading).rejects.toThrow(new BrokenGzip('is truncated'));
    expect(seen.length).toBeGreaterThan(1_000);
    expect(list.startsWith(seen)).toBe(true);
  });

  test.each([1, 7, 1_000, 1_000_000])(
    'that is followed by something else fails, in chunks of %i',
    async (size) => {
      const followed = Buffer.concat([gzipSync(list), Buffer.from('1,lost.example')]);
      await expect(read(followed, size)).rejects.toThrow(new BrokenGzip('is damaged'));
    },
  );

  test('that is damaged fails', async () => {
    const damaged = gzipSync(list);
    damaged[damaged.length - 6] = (damaged.at(-6) ?? 0) ^ 1;
    await expect(read(damaged)).rejects.toThrow(new BrokenGzip('is damaged'));
  });

  test('is limited by its decompressed size', async () => {
    expect(await read(gzipSync(list), 7, list.length)).toBe(list);
    const cap = list.length - 1;
    for (const bytes of [Buffer.from(list), gzipSync(list)]) {
      await expect(read(bytes, 7, cap)).rejects.toThrow(
        new ListTooLarge(`the list is larger than ${cap} bytes; split it`),
      );
    }
  });

  test('throws the error of its source', async () => {
    const failure = new Error('the line went dead');
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield gzipSync(list).subarray(0, 100);
      throw failure;
    };
    await expect(buffer(unpacked(source()))).rejects.toBe(failure);
  });
});
