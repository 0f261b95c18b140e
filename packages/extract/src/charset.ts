import { isUtf8 } from 'node:buffer';
import { getBOMEncoding, normalizeEncoding } from '@exodus/bytes/encoding.js';
import { detectLegacyEncoding } from './legacy-encoding.ts';
import { prescanEncoding } from './prescan.ts';

/**
 * The encoding of a page, chosen as browsers do: byte order mark, charset of the Content-Type header, what the page
 * declares in its first 1,024 bytes, UTF-8 if the bytes are valid UTF-8, else detection.
 *
 * @param contentTypes every Content-Type value received, in order
 * @returns the lower-case name of an encoding of the WHATWG Encoding standard
 */
export function chooseEncoding(body: Uint8Array, contentTypes: readonly string[]): string {
  return (
    getBOMEncoding(body) ??
    headerEncoding(contentTypes) ??
    prescanEncoding(body) ??
    (isUtf8(withoutCutSequence(body)) ? 'utf-8' : detectLegacyEncoding(body))
  );
}

/** The first known label of a `charset` parameter. */
function headerEncoding(contentTypes: readonly string[]): string | null {
  for (const value of contentTypes) {
    const match = /;[\t ]*charset[\t ]*=[\t ]*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/i.exec(value);
    const label = match?.[1] ?? match?.[2] ?? match?.[3];
    const encoding = label === undefined ? null : normalizeEncoding(label);
    if (encoding !== null) return encoding;
  }
  return null;
}

/** A body may have been cut inside a UTF-8 sequence; the sequence left unfinished at its end doesn't make it invalid. */
function withoutCutSequence(body: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, body.length); back++) {
    const byte = body[body.length - back] ?? 0;
    if (byte < 0x80) return body;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? body.subarray(0, body.length - back) : body;
    }
  }
  return body;
}
