import { createHash } from 'node:crypto';
import { murmur3 } from './murmur3.ts';

/** Hashes of the bytes of an icon. */
export interface ByteHashes {
  /** MurmurHash3 of the Base64 of the bytes in lines, signed: the icon hash of Shodan and FOFA. */
  readonly mmh3: number;
  /** Hexadecimal digits, lower case; that of Censys. */
  readonly md5: string;
  /** Hexadecimal digits, lower case. */
  readonly sha256: string;
}

/** Characters of a line of Base64 in MIME (RFC 2045, 6.8). */
const LINE = 76;

export function byteHashes(bytes: Uint8Array): ByteHashes {
  const digest = (name: 'md5' | 'sha256'): string => createHash(name).update(bytes).digest('hex');
  return { mmh3: murmur3(Buffer.from(base64Lines(bytes))), md5: digest('md5'), sha256: digest('sha256') };
}

/** Base64 in lines of 76 characters, each with a line feed after it, the last one too: as Python's `base64.encodebytes` writes it. */
function base64Lines(bytes: Uint8Array): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const lines: string[] = [];
  for (let at = 0; at < base64.length; at += LINE) lines.push(`${base64.slice(at, at + LINE)}\n`);
  return lines.join('');
}
