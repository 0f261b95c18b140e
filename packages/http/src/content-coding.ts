// The codings of a body, by its header fields and by its first bytes.
import { transferCodings } from './framing.ts';
import { valuesOf, type Fields } from './head.ts';

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

const CODINGS: ReadonlyMap<string, Coding> = new Map<string, Coding>([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
]);

/**
 * Codings that exist but are not undone: the rest of IANA's registry (RFC 9110, 16.6.1), and others that were in use. Any
 * other word, such as `utf-8`, `none` or `aws-chunked`, names no coding, and the body is taken as it is.
 */
const UNREAD: ReadonlySet<string> = new Set(
  'aes128gcm bzip2 compress dcb dcz exi lzma pack200-gzip sdch x-bzip2 x-compress xz'.split(' '),
);

/** Codings of a body, and whether they can be undone. */
export interface BodyCodings {
  /** Codings in the order in which they are undone. */
  readonly codings: readonly Coding[];
  /** The first one that can't be undone, so that the body can be read only if it is not really in it; null if there is none. */
  readonly unread: string | null;
}

/** Codings that Content-Encoding and Transfer-Encoding state (RFC 9112, 7.2). Chunks must have been joined already. */
export function codingsOf(fields: Fields): BodyCodings {
  const names = [
    ...valuesOf(fields, 'content-encoding').flatMap((value) => value.toLowerCase().split(',')),
    ...transferCodings(fields),
  ].map((name) => name.trim());
  const codings = names.flatMap((name) => CODINGS.get(name) ?? []).toReversed();
  return { codings, unread: names.find((name) => UNREAD.has(name)) ?? null };
}

/** Bytes that `looksLikeText` examines. */
export const TEXT_BYTES = 32;

/**
 * Whether a body begins with text, so that it is in no coding, whatever its header says. No compressed format begins so: of
 * 32 random bytes all would have to be printable ASCII or UTF-8. Shorter text counts if it begins like HTML.
 */
export function looksLikeText(start: Buffer): boolean {
  const bytes = start.subarray(0, TEXT_BYTES);
  if (bytes.length < TEXT_BYTES && !/^\s*<[a-z!?]/i.test(bytes.toString('latin1'))) return false;
  if (bytes.some((byte) => byte < 0x20 && !BLANKS.has(byte))) return false;
  try {
    // Bytes of a character that is cut off at the end are not an error then.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, {
      stream: bytes.length < start.length || bytes.length === TEXT_BYTES,
    });
    return true;
  } catch {
    return false;
  }
}

/** Tab, LF, FF and CR. */
const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d]);
