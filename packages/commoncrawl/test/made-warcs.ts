// WARC files of a made crawl: a warcinfo record, then request, response and metadata of each capture, each a gzip member.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { CrawlShape, MadeRecord, MadeSubset } from './crawl-shapes.ts';

/** A record with its place in the files. */
export interface PlacedRecord extends MadeRecord {
  readonly subset: MadeSubset;
  readonly status: number;
  readonly mime: string;
  /** Key of the index, as `surtOf` gives it. */
  readonly key: string;
  readonly digest: string;
  readonly id: string;
  readonly segment: string;
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** Writes the records into files in the order of their times. */
export function writtenRecords(
  crawl: string,
  records: readonly MadeRecord[],
  { warcs }: CrawlShape,
  files: Map<string, Buffer>,
): readonly PlacedRecord[] {
  const open = new Map<string, { bytes: Buffer[]; length: number }>();
  const placed = records
    .toSorted((a, b) => a.time - b.time)
    .map((record): PlacedRecord => {
      const subset = record.subset ?? subsetOf(record);
      const digest = createHash('sha1').update(record.url).digest();
      const number = digest.readUInt32LE(0) % warcs;
      const segment = `17000000000${String(number).padStart(2, '0')}.${number % 100}`;
      const name = `CC-MAIN-20260101000000-20260101030000-${String(number).padStart(5, '0')}.warc.gz`;
      const file = `crawl-data/${crawl}/segments/${segment}/${subset}/${name}`;
      const id = uuidOf(`${crawl} ${record.url} ${record.time}`);
      let target = open.get(file);
      if (target === undefined) {
        target = { bytes: [], length: 0 };
        open.set(file, target);
        append(
          target,
          gzipSync(
            member(
              'warcinfo',
              [['Content-Type', 'application/warc-fields']],
              'robots: classic\r\n',
              record.time,
            ),
          ),
        );
      }
      const full = { ...record, subset, status: record.status ?? 200, mime: record.mime ?? 'text/html' };
      append(target, gzipSync(requestOf(full)));
      const response = gzipSync(responseOf(full, id));
      const offset = target.length;
      append(target, response);
      append(
        target,
        gzipSync(member('metadata', [['WARC-Target-URI', record.url]], 'fetchTimeMs: 210\r\n', record.time)),
      );
      return {
        ...full,
        key: surtOf(record.url),
        digest: base32(createHash('sha1').update(record.body).digest()),
        id,
        segment,
        file,
        offset,
        length: response.length,
      };
    });
  for (const [file, { bytes }] of open) files.set(file, Buffer.concat(bytes));
  return placed;
}

function append(target: { bytes: Buffer[]; length: number }, bytes: Buffer): void {
  target.bytes.push(bytes);
  target.length += bytes.length;
}

function subsetOf({ url, status = 200 }: MadeRecord): MadeSubset {
  if (new URL(url).pathname === '/robots.txt') return 'robotstxt';
  return status === 200 ? 'warc' : 'crawldiagnostics';
}

/** The key of a URL: labels of its host in the opposite order without www., its port, then path and query in lower case. */
function surtOf(url: string): string {
  const { hostname, port, pathname, search } = new URL(url);
  const labels = hostname
    .replace(/^www\d*\./, '')
    .split('.')
    .toReversed()
    .join(',');
  return `${labels}${port === '' ? '' : `:${port}`})${pathname}${search}`.toLowerCase();
}

type Fields = readonly (readonly [name: string, value: string])[];

function member(
  type: string,
  fields: Fields,
  block: string | Buffer,
  time: number,
  id = uuidOf(`${type} ${time}`),
): Buffer {
  const bytes = Buffer.from(block);
  const all: Fields = [
    ['WARC-Type', type],
    ['WARC-Date', `${new Date(time).toISOString().slice(0, 19)}Z`],
    ['WARC-Record-ID', `<urn:uuid:${id}>`],
    ['Content-Length', String(bytes.length)],
    ...fields,
  ];
  const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`WARC/1.0\r\n${head}\r\n`), bytes, Buffer.from('\r\n\r\n')]);
}

function requestOf({ url, time }: MadeRecord): Buffer {
  const { pathname, search, host } = new URL(url);
  const head = `GET ${pathname}${search} HTTP/1.1\r\nUser-Agent: CCBot/2.0 (https://commoncrawl.org/faq/)\r\nHost: ${host}\r\n\r\n`;
  return member(
    'request',
    [
      ['Content-Type', 'application/http; msgtype=request'],
      ['WARC-Target-URI', url],
    ],
    head,
    time,
  );
}

function responseOf(
  record: MadeRecord & { readonly status: number; readonly mime: string },
  id: string,
): Buffer {
  const { url, time, body, status, mime, isTruncated = false } = record;
  const bytes = Buffer.from(body);
  const head = [
    `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Other'}`,
    `Content-Type: ${mime}; charset=utf-8`,
    'X-Crawl-Content-Encoding: gzip',
    `X-Crawl-Content-Length: ${Math.ceil(bytes.length / 3)}`,
    `Content-Length: ${bytes.length}`,
    ...(status >= 300 && status < 400 ? [`Location: ${url}moved`] : []),
  ];
  const fields: Fields = [
    ['Content-Type', 'application/http; msgtype=response'],
    ['WARC-IP-Address', '192.0.2.7'],
    ['WARC-Target-URI', url],
    ['WARC-Payload-Digest', `sha1:${base32(createHash('sha1').update(bytes).digest())}`],
    ['WARC-Identified-Payload-Type', mime],
    ...(isTruncated ? [['WARC-Truncated', 'length'] as const] : []),
  ];
  return member(
    'response',
    fields,
    Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]),
    time,
    id,
  );
}

/** A UUID that follows from a text, so that a crawl is the same each time that it is made. */
function uuidOf(text: string): string {
  const hex = createHash('sha1').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)])
    .join('');
}
