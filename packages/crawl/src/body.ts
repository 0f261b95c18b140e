// A body as it is handed over: every content-encoding undone, cut at a cap, all while it streams in.
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
  /** Decoded bytes that are kept. */
  readonly maxBytes: number;
  /** Decoded bytes that one compressed byte may stand for. */
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

/** A stream of zlib; `bytesWritten` counts the bytes that it has decoded so far. */
type Decoder = Transform & { readonly bytesWritten: number };

/** Servers that compress twice by mistake exist; more often is an attack. */
const MAX_CODINGS = 2;

/** Below this the expansion of a body is nobody's concern: short pages of one repeated line compress well. */
const EXPANSION_FREE_BYTES = 1024 * 1024;

/**
 * The codings of a Content-Encoding, in the order they are to be undone.
 *
 * @throws FailureError for one that nobody asked for
 */
export function codingsOf(contentEncoding: string | null): readonly Coding[] {
  const codings: Coding[] = [];
  for (const name of (contentEncoding ?? '').toLowerCase().split(',')) {
    const coding = name.trim() === '' || name.trim() === 'none' ? null : CODINGS[name.trim()];
    if (coding === undefined)
      throw new FailureError(
        final('http_error', `content-encoding ${name.trim().slice(0, 40)} is not one we know`),
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
 * @returns true in the end if there was more than that, and the rest was not read
 * @throws FailureError if it is not in the coding it claims or expands beyond `limits.maxExpansion`, and what `body`
 *   ends with
 */
export async function* decodedBody(
  body: Readable,
  codings: readonly Coding[],
  limits: BodyLimits,
): AsyncGenerator<Buffer, boolean> {
  // How the body ends is decided below, and nowhere else.
  let layers: AsyncIterable<Buffer> = buffers(body.iterator({ destroyOnReturn: false }));
  codings.forEach((coding, n) => {
    const decoded = undone(layers, coding, limits.maxExpansion);
    layers = n + 1 < codings.length ? bounded(decoded, limits.maxBytes) : decoded;
  });
  let kept = 0;
  try {
    for await (const chunk of layers) {
      const room = limits.maxBytes - kept;
      kept += chunk.length;
      if (kept > limits.maxBytes) {
        if (room > 0) yield chunk.subarray(0, room);
        return true;
      }
      yield chunk;
    }
    return false;
  } catch (error) {
    // So that who keeps a record of the body can tell one that is given up from one that is long enough.
    body.on('error', () => undefined).destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  } finally {
    // Closes the connection if there is more to come; what that makes the body report has no reader any more.
    body.on('error', () => undefined).destroy();
  }
}

async function* buffers(source: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    if (Buffer.isBuffer(bytes)) yield bytes;
  }
}

/** What lies between two codings: compressed itself, so larger than the whole page may be is no page. */
async function* bounded(layer: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of layer) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new FailureError(final('too_large', 'a body that is compressed twice, and large in between'));
    yield chunk;
  }
}

/** One coding undone. A body that is cut short gives what can be decoded of it, as in browsers. */
async function* undone(
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
  // The decoder is read below and ends with the same error.
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
    throw new FailureError(final('http_error', `the body is not the ${coding} that it is said to be`));
  } finally {
    // Not awaited: it may be waiting for bytes, until the body itself is destroyed.
    input.destroy();
    decoder.destroy();
  }
}

/** What undoes a coding; null if the body, by its first bytes, isn't in it, as with servers that state what they don't do. */
function decoderFor(coding: Coding, head: Buffer): Decoder | null {
  const [first = 0, second = 0] = head;
  switch (coding) {
    case 'gzip':
      return first === 0x1f && second === 0x8b ? createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }) : null;
    case 'deflate': {
      // RFC 1950 as the standard says, or the bare RFC 1951 that many send: a zlib header is a multiple of 31.
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

/** Bytes of a body that are looked at when no type is stated (mimesniff.spec.whatwg.org reads 1,445). */
export const SNIFF_BYTES = 1_445;

/** Openings that make a body HTML, each ended by a space or `>`, after white space and a byte order mark: WHATWG's list. */
const OPENING =
  /^(?:\xef\xbb\xbf)?[\t\n\f\r ]*(?:<!--|<\?xml|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)[ >\t\n\f\r])/i;

export type BodyKind = 'html' | 'unstated' | 'other';

/** What a Content-Type says of a body. */
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

/** Whether a body of no stated type opens like HTML. */
export function opensLikeHtml(start: Buffer): boolean {
  return OPENING.test(start.toString('latin1', 0, SNIFF_BYTES));
}
