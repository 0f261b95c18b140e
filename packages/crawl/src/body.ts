// The body of an answer as it streams in: every content-encoding undone, truncated at a cap, and whether it is HTML.
import { pipeline, Readable, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { FailureError, final } from './failure.ts';

export interface BodyLimits {
  /** Maximum decoded bytes. */
  readonly maxBytes: number;
  /** Maximum decoded bytes for one compressed byte. */
  readonly maxExpansion: number;
}

type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

const CODINGS: Readonly<Record<string, Coding | null>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
  identity: null,
};

/** A stream of zlib; `bytesWritten` counts the bytes that it has processed so far. */
type Decoder = Transform & { readonly bytesWritten: number };

/** Maximum codings of a body. Some servers compress twice by mistake; more is an attack. */
const MAX_CODINGS = 2;

/** Decoded bytes whose expansion is not limited: short pages of one repeated line compress well. */
const EXPANSION_FREE_BYTES = 1024 * 1024;

/**
 * Codings of a Content-Encoding, in the order in which they are undone.
 *
 * @throws FailureError for one that was not offered
 */
export function codingsOf(contentEncoding: string | null): readonly Coding[] {
  const codings: Coding[] = [];
  for (const name of (contentEncoding ?? '').toLowerCase().split(',')) {
    const coding = name.trim() === '' || name.trim() === 'none' ? null : CODINGS[name.trim()];
    if (coding === undefined)
      throw new FailureError(
        final('http_error', `content-encoding ${name.trim().slice(0, 40)} is not supported`),
      );
    if (coding !== null) codings.unshift(coding);
  }
  if (codings.length > MAX_CODINGS)
    throw new FailureError(final('http_error', `encoded ${codings.length} times over`));
  return codings;
}

/**
 * The decoded body, at most `limits.maxBytes` of it.
 *
 * @returns true if there was more than that, and the rest was not read
 * @throws FailureError if it is not in its stated coding or expands beyond `limits.maxExpansion`, and the error of `body`
 */
export async function* decodedBody(
  body: Readable,
  codings: readonly Coding[],
  limits: BodyLimits,
): AsyncGenerator<Buffer, boolean> {
  // Only the code below destroys the body.
  let layers: AsyncIterable<Buffer> = buffers(body.iterator({ destroyOnReturn: false }));
  codings.forEach((coding, n) => {
    const decoded = undo(layers, coding, limits.maxExpansion);
    layers = n + 1 < codings.length ? bounded(decoded, limits.maxBytes) : decoded;
  });
  let size = 0;
  try {
    for await (const chunk of layers) {
      const left = limits.maxBytes - size;
      size += chunk.length;
      if (size > limits.maxBytes) {
        if (left > 0) yield chunk.subarray(0, left);
        return true;
      }
      yield chunk;
    }
    return false;
  } catch (error) {
    // The error tells a recorder of the body that it was given up, not truncated at the cap.
    body.on('error', () => undefined).destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  } finally {
    // Closes the connection if more would come. Nobody reads an error that the body reports for that.
    body.on('error', () => undefined).destroy();
  }
}

async function* buffers(source: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    if (Buffer.isBuffer(bytes)) yield bytes;
  }
}

/** The bytes between two codings. They are compressed themselves, so they may not be larger than a page. */
async function* bounded(layer: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of layer) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new FailureError(final('too_large', 'a body that is compressed twice, and large in between'));
    yield chunk;
  }
}

/** Undoes one coding. A truncated body gives its decodable part, as in browsers. */
async function* undo(
  layer: AsyncIterable<Buffer>,
  coding: Coding,
  maxExpansion: number,
): AsyncGenerator<Buffer> {
  const source = layer[Symbol.asyncIterator]();
  const start: Buffer[] = [];
  let size = 0;
  while (size < 4) {
    const { done, value } = await source.next();
    if (done === true) break;
    start.push(value);
    size += value.length;
  }
  const head = Buffer.concat(start);
  async function* all(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head;
      for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
    } finally {
      await source.return?.();
    }
  }
  const decoder = decoderFor(coding, head);
  if (decoder === null) return yield* all();
  const input = Readable.from(all());
  // The loop below reads the decoder, which ends with the same error.
  pipeline(input, decoder, () => undefined);
  try {
    let size = 0;
    for await (const chunk of buffers(decoder)) {
      size += chunk.length;
      if (size > EXPANSION_FREE_BYTES && size > maxExpansion * decoder.bytesWritten) {
        throw new FailureError(
          final('too_large', `a compressed body that expands more than ${maxExpansion}-fold`),
        );
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof FailureError || !isZlibError(error)) throw error;
    throw new FailureError(final('http_error', `the body is not ${coding}, as its content-encoding states`));
  } finally {
    // Not awaited: it may wait for bytes until the body itself is destroyed.
    input.destroy();
    decoder.destroy();
  }
}

/** Decoder of a coding; null if the first bytes of the body are not in it: some servers state a coding but send none. */
function decoderFor(coding: Coding, head: Buffer): Decoder | null {
  const [first = 0, second = 0] = head;
  switch (coding) {
    case 'gzip':
      return first === 0x1f && second === 0x8b ? createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }) : null;
    case 'deflate': {
      // RFC 1950 by the standard, or the raw RFC 1951 that many send: a zlib header is a multiple of 31.
      const wrapped = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
      const options = { finishFlush: constants.Z_SYNC_FLUSH };
      return wrapped ? createInflate(options) : createInflateRaw(options);
    }
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      if (head.length < 4 || head.readUInt32LE(0) !== 0xfd2fb528) return null;
      // RFC 9659: windows of content encodings are 8 MiB at most.
      return createZstdDecompress({
        finishFlush: constants.ZSTD_e_flush,
        params: { [constants.ZSTD_d_windowLogMax]: 23 },
      });
  }
}

function isZlibError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return /^(?:Z_|ZSTD_|ERR_(?:_ERROR_)?(?:BROTLI|ZLIB|ZSTD|_ERROR))/.test(error.code);
}

const HTML = new Set(['text/html', 'application/xhtml+xml']);

/** Bytes of a body that are examined if no type is stated (mimesniff.spec.whatwg.org reads 1,445). */
export const SNIFF_BYTES = 1_445;

/** Starts that make a body HTML, each ended by a space or `>`, after white space and a byte order mark: WHATWG's list. */
const HTML_START =
  /^(?:\xef\xbb\xbf)?[\t\n\f\r ]*(?:<!--|<\?xml|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)[ >\t\n\f\r])/i;

export type BodyKind = 'html' | 'unstated' | 'other';

/** Kind of a body by its Content-Type. */
export function bodyKind(contentType: string | null): BodyKind {
  const type = mediaType(contentType);
  if (type === '' || type === 'unknown/unknown' || type === 'application/unknown' || type === '*/*')
    return 'unstated';
  return HTML.has(type) ? 'html' : 'other';
}

/** The media type alone, in lower case; '' if there is none. */
export function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether a body without a stated type starts like HTML. */
export function startsLikeHtml(start: Buffer): boolean {
  return HTML_START.test(start.toString('latin1', 0, SNIFF_BYTES));
}
