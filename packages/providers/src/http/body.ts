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
  const tooLarge = (): Error =>
    badAnswer('the answer', `of ${options.place} is larger than ${options.maxBytes} bytes`);
  if (decoder === undefined) return collect(body, options.maxBytes, tooLarge);
  const decoded = decoder();
  try {
    const [bytes] = await Promise.all([
      collect(decoded, options.maxBytes, tooLarge),
      pipeline(body, decoded, { signal: options.signal }),
    ]);
    return bytes;
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw badAnswer('the answer', `of ${options.place} is not the ${name} that it says it is`);
  }
}

/** The bytes of a stream, which is destroyed if there are too many. @throws what the stream ends with */
function collect(stream: Readable, maxBytes: number, tooLarge: () => Error): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) stream.destroy(tooLarge());
      else chunks.push(chunk);
    });
    stream.once('end', () =>
      resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks, size)),
    );
    stream.on('error', reject);
  });
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^(?:Z_|ERR_(?:_ERROR_)?(?:BROTLI|ZLIB))/.test(code);
}
