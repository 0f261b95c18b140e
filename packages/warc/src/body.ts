// Bodies of stored HTTP answers with every encoding undone, judged as those of a crawl.
import {
  codingsOf,
  decoded,
  startsLikeHtml,
  TooExpansive,
  transferCodings,
  Unchunker,
  Undecodable,
  type BodyCodings,
  type Fields,
} from '@sitegrep/http';

/** A body with every encoding undone, at most `cap` bytes long. */
export interface Body {
  readonly bytes: Buffer;
  /** Whether bytes of the body are missing at its end. */
  readonly truncated: boolean;
}

/**
 * Undoes transfer and content encodings. A header that names an encoding is believed only if the body agrees: many
 * archives store decoded bodies under the original header.
 *
 * @param raw as stored, perhaps truncated
 * @param cap maximum bytes of the decoded body; decompression ends there too
 * @returns null if an encoding can't be undone, and what is stored is not HTML either
 */
export async function decodeBody(raw: Buffer, headers: Fields, cap: number): Promise<Body | null> {
  const body = transferCodings(headers).includes('chunked') ? unchunk(raw) : { bytes: raw, truncated: false };
  const codings = codingsOf(headers);
  if (codings.codings.length === 0 && codings.unread === null) return upTo(body, cap);
  try {
    const { bytes, truncated } = await decodedUpTo(body.bytes, codings, cap);
    return { bytes, truncated: body.truncated || truncated };
  } catch (error) {
    if (error instanceof TooExpansive) return null;
    if (!(error instanceof Undecodable)) throw error;
    return startsLikeHtml(body.bytes) ? upTo(body, cap) : null;
  }
}

function upTo(body: Body, cap: number): Body {
  return body.bytes.length <= cap ? body : { bytes: joined([body.bytes.subarray(0, cap)]), truncated: true };
}

async function decodedUpTo(bytes: Buffer, codings: BodyCodings, cap: number): Promise<Body> {
  const parts: Buffer[] = [];
  const layers = decoded(one(bytes), codings, { maxBytes: cap, maxExpansion: Infinity });
  for (let next = await layers.next(); ; next = await layers.next()) {
    if (next.done === true) return { bytes: joined(parts), truncated: next.value };
    parts.push(next.value);
  }
}

/** The parts in memory of their own, so that it can be moved to a thread. */
function joined(parts: readonly Buffer[]): Buffer {
  const all = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(all, at);
  return all;
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes;
}

/** The chunks, joined; a body that is not chunked in spite of its label as it is. */
function unchunk(raw: Buffer): Body {
  const unchunker = new Unchunker();
  const parts: Buffer[] = [];
  let isBroken = false;
  for (const part of unchunker.read(raw)) {
    if (part.kind === 'plain') return { bytes: raw, truncated: false };
    if (part.kind === 'data') parts.push(part.bytes);
    if (part.kind === 'end') return { bytes: joined(parts), truncated: false };
    isBroken ||= part.kind === 'broken';
  }
  // Text may begin with what looks like a size.
  const looksChunked = unchunker.chunks > 1 || (!isBroken && parts.length > 0);
  return looksChunked ? { bytes: joined(parts), truncated: true } : { bytes: raw, truncated: false };
}
