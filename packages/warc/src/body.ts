// Bodies of stored HTTP answers: whether one is HTML, and its bytes with every encoding undone.
import type { Duplex } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { Fields } from './headers.ts';

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** Types that state nothing (MIME Sniffing standard, 7). */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['', 'unknown/unknown', 'application/unknown', '*/*']);

/** Kind of a body by its Content-Type. A crawl judges in the same way, so that it takes the same answers for pages. */
export function bodyKind(contentType: string): 'html' | 'unstated' | 'other' {
  const type = (contentType.split(/[;,]/, 1)[0] ?? '').trim().toLowerCase();
  if (UNKNOWN_TYPES.has(type)) return 'unstated';
  return HTML_TYPES.has(type) ? 'html' : 'other';
}

/** Start of a body that browsers take for HTML when no type was sent (7.1), or of XML, which may be XHTML. */
const HTML_START =
  /^(?:\xef\xbb\xbf)?[\t\n\f\r ]*<(?:!--|\?xml|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)[ >\t\n\f\r])/i;

/** Bytes that `looksLikeHtml` needs. */
export const SNIFF_BYTES = 1445;

export function looksLikeHtml(start: Buffer): boolean {
  return HTML_START.test(start.toString('latin1', 0, SNIFF_BYTES));
}

/** A body with every encoding undone, at most `cap` bytes long. */
export interface Body {
  readonly bytes: Buffer;
  /** Whether bytes of the body are missing at its end. */
  readonly truncated: boolean;
}

/** A body with more codings than this is left encoded. */
const MAX_CODINGS = 3;

/**
 * Undoes transfer and content encodings. A header that names an encoding is believed only if the body agrees: many
 * archives store decoded bodies under the original header.
 *
 * @param raw as stored, perhaps truncated
 * @param cap maximum bytes of the decoded body; decompression ends there too
 */
export async function decodeBody(raw: Buffer, headers: Fields, cap: number): Promise<Body> {
  const chunked = listed(headers, 'transfer-encoding').includes('chunked') ? unchunk(raw) : null;
  let body: Body = chunked ?? { bytes: raw, truncated: false };
  const codings = listed(headers, 'content-encoding').filter((coding) => coding !== 'identity');
  if (codings.length <= MAX_CODINGS) {
    for (const coding of codings.toReversed()) {
      const decoded = await undo(coding, body.bytes, cap);
      if (decoded !== null) body = { bytes: decoded.bytes, truncated: body.truncated || decoded.truncated };
    }
  }
  return body.bytes.length <= cap
    ? body
    : { bytes: Buffer.from(body.bytes.subarray(0, cap)), truncated: true };
}

function listed(headers: Fields, name: string): readonly string[] {
  return headers
    .filter((field) => field[0] === name)
    .flatMap((field) => field[1].toLowerCase().split(','))
    .map((token) => token.trim())
    .filter((token) => token !== '');
}

/** @returns null if the body is not chunked (RFC 9112, 7.1); the chunks before the first damaged one, truncated */
function unchunk(raw: Buffer): Body | null {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = raw.indexOf(0x0a, at);
    const line = lineEnd === -1 ? '' : raw.toString('latin1', at, Math.min(lineEnd, at + 256));
    const digits = /^[ \t]*([0-9a-f]{1,8})[ \t]*(?:;|\r?$)/i.exec(line)?.[1];
    if (digits === undefined)
      return parts.length === 0 ? null : { bytes: Buffer.concat(parts), truncated: true };
    const size = Number.parseInt(digits, 16);
    if (size === 0) return { bytes: Buffer.concat(parts), truncated: false };
    const end = lineEnd + 1 + size;
    const closed = raw[end] === 0x0a || (raw[end] === 0x0d && raw[end + 1] === 0x0a);
    if (!closed && end < raw.length && parts.length === 0) return null;
    parts.push(raw.subarray(lineEnd + 1, end));
    if (!closed) return { bytes: Buffer.concat(parts), truncated: true };
    at = end + (raw[end] === 0x0a ? 1 : 2);
  }
}

/** HTTP allows zstd windows up to 8 MiB (RFC 9659); a larger one would only use up memory. */
const ZSTD_WINDOW_LOG_MAX = 23;

function decompressors(coding: string): readonly (() => Duplex)[] {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return [createGunzip];
    case 'deflate':
      // The standard means zlib's format, but some servers send raw deflate.
      return [createInflate, createInflateRaw];
    case 'br':
      return [createBrotliDecompress];
    case 'zstd':
      return [
        () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX } }),
      ];
    default:
      return [];
  }
}

/** @returns null if the bytes are not in this coding */
async function undo(coding: string, bytes: Buffer, cap: number): Promise<Body | null> {
  for (const create of decompressors(coding)) {
    const decoded = await decompress(create(), bytes, cap);
    if (!decoded.failed) return { bytes: decoded.bytes, truncated: decoded.capped };
    // Brotli and raw deflate have no magic number: text may decode to some bytes of noise before it fails.
    if (decoded.bytes.length > 0 && !/^\s*</.test(bytes.toString('latin1', 0, 64))) {
      return { bytes: decoded.bytes, truncated: true };
    }
  }
  return null;
}

interface Decompressed {
  readonly bytes: Buffer;
  /** Whether the cap was reached. */
  readonly capped: boolean;
  /** Whether the input was damaged or truncated; `bytes` is the output before that. */
  readonly failed: boolean;
}

function decompress(stream: Duplex, bytes: Buffer, cap: number): Promise<Decompressed> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const settle = (state: { capped: boolean; failed: boolean }): void => {
      stream.destroy();
      resolve({ bytes: Buffer.concat(parts).subarray(0, cap), ...state });
    };
    stream.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length > cap) settle({ capped: true, failed: false });
    });
    stream.on('end', () => settle({ capped: false, failed: false }));
    stream.on('error', () => settle({ capped: false, failed: true }));
    stream.end(bytes);
  });
}
