import { createHash, randomUUID } from 'node:crypto';
import { base32 } from './base32.ts';
import type { Fields } from './fields.ts';

/** A record to be written. */
export interface NewRecord {
  readonly type: 'warcinfo' | 'request' | 'response' | 'revisit';
  readonly contentType: string;
  /** Milliseconds since the epoch. */
  readonly date: number;
  /** Null in the warcinfo record itself. */
  readonly warcinfoId: string | null;
  /** Besides those that every record has. */
  readonly fields: Fields;
  /** The block up to the payload. */
  readonly head: Buffer;
  /** Its end, which has a digest of its own; null if there is none. */
  readonly payload: readonly Buffer[] | null;
}

export interface WrittenRecord {
  /** `<urn:uuid:…>` */
  readonly id: string;
  readonly bytes: Buffer;
}

/** A record of WARC 1.1 under a new id, uncompressed. */
export function writeRecord(record: NewRecord): WrittenRecord {
  const { type, contentType, date, warcinfoId, fields, head, payload } = record;
  const id = `<urn:uuid:${randomUUID()}>`;
  const block = [head, ...(payload ?? [])];
  const all: Fields = [
    ['WARC-Type', type],
    ['WARC-Record-ID', id],
    ['WARC-Date', new Date(date).toISOString()],
    ...(warcinfoId === null ? [] : [['WARC-Warcinfo-ID', warcinfoId] as const]),
    ...fields,
    ['WARC-Block-Digest', digestOf(block)],
    ...(payload === null ? [] : [['WARC-Payload-Digest', digestOf(payload)] as const]),
    ['Content-Type', contentType],
    ['Content-Length', String(block.reduce((sum, part) => sum + part.length, 0))],
  ];
  const lines = all.map(([name, value]) => `${name}: ${onOneLine(value)}\r\n`);
  return {
    id,
    bytes: Buffer.concat([
      Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`),
      ...block,
      Buffer.from('\r\n\r\n'),
    ]),
  };
}

/** SHA-1 in base32, the form that tools for WARC files compare and look up by. It proves nothing against forgery. */
function digestOf(parts: readonly Buffer[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return `sha1:${base32(hash.digest())}`;
}

/** A value that came from outside can't begin a field of its own. */
function onOneLine(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ');
}
