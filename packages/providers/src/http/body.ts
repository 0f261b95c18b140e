import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { badAnswer } from '../failure.ts';

interface BodyOptions {
  /** Unpacked bytes. */
  readonly maxBytes: number;
  /** For messages. */
  readonly place: string;
  readonly signal: AbortSignal;
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The whole of a body, unpacked; its connection is cut if it is too large.
 *
 * @throws ProviderFailure bad_answer (too large, another encoding, not what its encoding says) and what the stream ends with
 */
export async function readBody(body: Readable, encoding: string, options: BodyOptions): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  const isPlain = name === '' || name === 'identity';
  const decoder = isPlain ? undefined : DECODERS[name];
  if (!isPlain && decoder === undefined) {
    body.on('error', () => undefined).destroy();
    throw badAnswer('the answer', `of ${options.place} has an encoding nobody asked for`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const collect = async (source: AsyncIterable<unknown>): Promise<void> => {
    for await (const chunk of source) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size > options.maxBytes)
        throw badAnswer('the answer', `of ${options.place} is larger than ${options.maxBytes} bytes`);
      chunks.push(chunk);
    }
  };
  const { signal } = options;
  try {
    if (decoder === undefined) await pipeline(body, collect, { signal });
    else await pipeline(body, decoder(), collect, { signal });
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw badAnswer('the answer', `of ${options.place} is not the ${name} that it says it is`);
  }
  return Buffer.concat(chunks, size);
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^(?:Z_|ERR_(?:_ERROR_)?(?:BROTLI|ZLIB))/.test(code);
}
