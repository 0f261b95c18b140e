import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';
import { badAnswer } from '../failure.ts';

/** Those that are asked for, in the words of `accept-encoding`. */
export const ENCODINGS = 'gzip, deflate, br';

type Inverse = (packed: InputType, options: ZlibOptions) => Promise<Buffer>;

const gunzipped: Inverse = promisify(gunzip);

const INVERSES: ReadonlyMap<string, Inverse> = new Map([
  ['gzip', gunzipped],
  ['x-gzip', gunzipped],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** Unpacks the whole of a body. @throws ProviderFailure bad_answer (too large, not what its encoding says) */
export type Unpack = (packed: Buffer) => Promise<Buffer>;

/**
 * @param header the answer's `content-encoding`
 * @param place for messages
 * @param maxBytes of the unpacked body
 * @returns null if the body is as it is
 * @throws ProviderFailure bad_answer if nobody asked for that encoding
 */
export function unpackerFor(header: string, place: string, maxBytes: number): Unpack | null {
  const name = header.trim().toLowerCase();
  if (name === '' || name === 'identity') return null;
  const inverse = INVERSES.get(name);
  if (inverse === undefined) throw badAnswer('the answer', `of ${place} has an encoding nobody asked for`);
  return async (packed) => {
    try {
      return await inverse(packed, { maxOutputLength: maxBytes });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(place, maxBytes);
      if (typeof code !== 'string' || !/^(?:Z_|ERR_(?:_ERROR_)?(?:BROTLI|ZLIB))/.test(code)) throw error;
      throw badAnswer('the answer', `of ${place} is not the ${name} that it says it is`);
    }
  };
}

/** The failure of an answer that is larger than is taken. */
export function tooLarge(place: string, maxBytes: number): Error {
  return badAnswer('the answer', `of ${place} is larger than ${maxBytes} bytes`);
}
