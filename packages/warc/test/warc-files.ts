import { Readable } from 'node:stream';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { readWarc, type WarcOptions, type WarcReader } from '../src/reader.ts';
import type { WarcPage } from '../src/warc-page.ts';

/** One WARC record, by default a response; `null` leaves a field out. */
export function record(
  block: string | Buffer,
  fields: Readonly<Record<string, string | null>> = {},
  end = '\r\n\r\n',
): Buffer {
  const bytes = Buffer.from(block);
  const all: Record<string, string | null> = {
    'WARC-Type': 'response',
    'WARC-Target-URI': 'http://a.com/',
    'WARC-Date': '2026-03-01T12:00:00Z',
    'Content-Type': 'application/http; msgtype=response',
    'Content-Length': String(bytes.length),
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}\r\n`],
  );
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`), bytes, Buffer.from(end)]);
}

/** An HTTP answer. */
export function answer(
  body: string | Buffer,
  head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n',
): Buffer {
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), Buffer.from(body)]);
}

/** A record with a page at this URL that holds this body. */
export function pageRecord(url: string, body: string | Buffer = `<p>${url}`): Buffer {
  return record(answer(body), { 'WARC-Target-URI': url });
}

/** A stream that gives the bytes in chunks of this size. */
export function streamOf(bytes: Buffer, chunkBytes = 1 << 16): Readable {
  const starts = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, n) => n * chunkBytes);
  return Readable.from(
    starts.map((at) => bytes.subarray(at, at + chunkBytes)),
    { objectMode: false },
  );
}

export interface Read {
  readonly reader: WarcReader;
  readonly pages: readonly WarcPage[];
  /** Bodies as text. */
  readonly bodies: readonly string[];
}

export async function readAll(bytes: Buffer, options: WarcOptions = {}, chunkBytes?: number): Promise<Read> {
  const reader = readWarc(streamOf(bytes, chunkBytes), options);
  const pages = await Array.fromAsync(reader);
  return { reader, pages, bodies: pages.map((page) => Buffer.from(page.body).toString()) };
}

/** Forms in which records are stored. */
export const STORED: readonly (readonly [name: string, store: (records: readonly Buffer[]) => Buffer])[] = [
  ['gzip by record', (records) => Buffer.concat(records.map((each) => gzipSync(each)))],
  ['gzip as one member', (records) => gzipSync(Buffer.concat(records))],
  ['gzip in members that are not records', (records) => inThree(Buffer.concat(records))],
  ['plain', (records) => Buffer.concat(records)],
  ['zstd by record', (records) => Buffer.concat(records.map((each) => zstdFrame(each)))],
  ['zstd as one frame', (records) => zstdFrame(Buffer.concat(records))],
  [
    'zstd by record with a dictionary',
    (records) => {
      const frames = records.map((each) => zstdFrame(each, DICTIONARY));
      return Buffer.concat([skippableFrame(0x184d2a5d, DICTIONARY), ...frames]);
    },
  ],
];

/** A dictionary of plain content, as RFC 8878 (5) allows. */
const DICTIONARY = Buffer.from('WARC/1.1\r\nWARC-Type: response\r\nContent-Type: text/html\r\n');

/** A zstd frame with a checksum, as WARC files have them (warc-zstd, "Zstandard frames"). */
export function zstdFrame(content: Buffer, dictionary?: Buffer): Buffer {
  return zstdCompressSync(content, {
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
    ...(dictionary === undefined ? {} : { dictionary }),
  });
}

/** A skippable frame (RFC 8878, 3.1.2). @param magic 0x184d2a50 to 0x184d2a5f */
export function skippableFrame(magic: number, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(magic, 0);
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}

function inThree(bytes: Buffer): Buffer {
  const third = Math.ceil(bytes.length / 3);
  return Buffer.concat([0, 1, 2].map((n) => gzipSync(bytes.subarray(n * third, (n + 1) * third))));
}
