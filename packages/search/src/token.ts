import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { canonicalText } from './expression/simplify.ts';
import type { Criteria, Cursor } from './criteria.ts';

/*
 * An offset_token is a cursor that only this service can make and read:
 *
 *   version (1 byte) | length of all, in bytes (2) | nonce (12) | AES-256-GCM of (query's hash (16) | cursor as JSON) | tag (16)
 *
 * in base64url. The nonce is an HMAC-SHA256 of the header and the text that is encrypted: one position in one search has one
 * token, and no nonce is used for two texts. Opening a token checks GCM's tag and the HMAC. A token never expires.
 */
const VERSION = 1;
const HEADER = 3;
const NONCE = 12;
const BINDING = 16;
const TAG = 16;
const CIPHER = 'aes-256-gcm';

/** Maximum characters of a token. It holds a domain, three short values and two numbers. */
const MAX_TOKEN_LENGTH = 4_096;

/** Keys that tokens are sealed with. */
export interface TokenKey {
  readonly encryption: Uint8Array;
  readonly signing: Uint8Array;
}

/** Why a token was refused. */
export type TokenFault = 'empty' | 'malformed' | 'truncated' | 'other_version' | 'not_ours' | 'other_query';

/** @param secret at least 32 random bytes, the same for all processes that answer the same clients */
export function deriveTokenKey(secret: Uint8Array): TokenKey {
  if (secret.length < 32)
    throw new RangeError(`A token secret has at least 32 bytes; this one has ${secret.length}.`);
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `sitegrep offset_token ${purpose}`, 32));
  return { encryption: derive('encryption'), signing: derive('signing') };
}

/** The token that continues after `cursor` in a search. */
export function signToken(key: TokenKey, criteria: Criteria, cursor: Cursor): string {
  const text = Buffer.concat([
    bindingOf(criteria),
    Buffer.from(JSON.stringify([cursor.offset, ...cursor.values])),
  ]);
  const header = Buffer.alloc(HEADER);
  header.writeUInt8(VERSION, 0);
  header.writeUInt16BE(HEADER + NONCE + text.length + TAG, 1);
  const nonce = nonceOf(key, header, text);
  const cipher = createCipheriv(CIPHER, key.encryption, nonce, { authTagLength: TAG }).setAAD(header);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([header, nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

export function openToken(
  key: TokenKey,
  token: string,
  criteria: Criteria,
): { readonly ok: true; readonly cursor: Cursor } | { readonly ok: false; readonly fault: TokenFault } {
  const parts = takeApart(token);
  if (typeof parts === 'string') return { ok: false, fault: parts };
  const text = decrypt(key, parts);
  if (text === null) return { ok: false, fault: 'not_ours' };
  if (!timingSafeEqual(text.subarray(0, BINDING), bindingOf(criteria)))
    return { ok: false, fault: 'other_query' };
  const cursor = readCursor(text.subarray(BINDING).toString(), criteria.order.length);
  return cursor === null ? { ok: false, fault: 'other_version' } : { ok: true, cursor };
}

interface Parts {
  readonly header: Buffer;
  readonly nonce: Buffer;
  readonly sealed: Buffer;
  readonly tag: Buffer;
}

function takeApart(token: string): Parts | TokenFault {
  if (token === '') return 'empty';
  if (token.length > MAX_TOKEN_LENGTH || !/^[A-Za-z0-9_-]+$/.test(token)) return 'malformed';
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < HEADER) return 'malformed';
  if (bytes.readUInt8(0) !== VERSION) return 'other_version';
  const length = bytes.readUInt16BE(1);
  if (bytes.length < length) return 'truncated';
  // Spare bits of the last character, which decoding drops, must not make a second spelling of the same token.
  const canonical = bytes.toString('base64url') === token;
  if (bytes.length > length || length < HEADER + NONCE + BINDING + TAG || !canonical) return 'malformed';
  return {
    header: bytes.subarray(0, HEADER),
    nonce: bytes.subarray(HEADER, HEADER + NONCE),
    sealed: bytes.subarray(HEADER + NONCE, -TAG),
    tag: bytes.subarray(-TAG),
  };
}

/** @returns null if another key sealed the token, or a bit of it changed */
function decrypt(key: TokenKey, { header, nonce, sealed, tag }: Parts): Buffer | null {
  const decipher = createDecipheriv(CIPHER, key.encryption, nonce, { authTagLength: TAG })
    .setAAD(header)
    .setAuthTag(tag);
  try {
    const text = Buffer.concat([decipher.update(sealed), decipher.final()]);
    return timingSafeEqual(nonceOf(key, header, text), nonce) ? text : null;
  } catch {
    // `final` fails only if the tag does not match.
    return null;
  }
}

function nonceOf(key: TokenKey, header: Buffer, text: Buffer): Buffer {
  return createHmac('sha256', key.signing).update(header).update(text).digest().subarray(0, NONCE);
}

/** Hash of the criteria: a token belongs to one search. */
function bindingOf({ level, where, order }: Criteria): Buffer {
  const rules = order.map(({ field, direction }) => [field, direction]);
  const criteria = JSON.stringify([level, canonicalText(where), rules]);
  return hash('sha256', criteria, 'buffer').subarray(0, BINDING);
}

function readCursor(json: string, rules: number): Cursor | null {
  const content: unknown = JSON.parse(json);
  if (!Array.isArray(content) || content.length !== rules + 1) return null;
  const [offset, ...values]: readonly unknown[] = content;
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || !values.every(isSortValue)) return null;
  return { offset, values };
}

function isSortValue(value: unknown): value is string | number | null {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
