// Visits as WARC files for `sitegrep import`: a gzip member a record, in the order of the visits.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { answer, record } from '../../../packages/warc/test/warc-files.ts';
import type { MadeVisit } from './visits.ts';

/** Cheap compression: these files are read once. */
const LEVEL = 1;
/** Fields that describe another body than the one that is written. */
const OF_BODY = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** Writes visits into a file. @returns the number of pages */
export async function writeVisitWarc(path: string, visits: Iterable<MadeVisit>): Promise<number> {
  let pages = 0;
  function* members(): Generator<Buffer> {
    for (const visit of visits) {
      pages += visit.sources.length;
      for (const each of visitRecords(visit)) yield gzipSync(each, { level: LEVEL });
    }
  }
  await pipeline(Readable.from(members()), createWriteStream(path));
  return pages;
}

/** Records of a visit, uncompressed. Nothing is recorded of an outage. */
export function visitRecords({ domain, at, outcome, movedTo, sources }: MadeVisit): readonly Buffer[] {
  const home = `https://${domain}/`;
  switch (outcome) {
    case 'pages':
      return sources.map(({ url, headers, body }) => {
        const fields = headers.filter(([name]) => !OF_BODY.has(name.toLowerCase()));
        return response(url, at, '200 OK', fields, body);
      });
    case 'outage':
      return [];
    case 'gone':
      return [response(home, at, '410 Gone', [['content-type', 'text/html']], Buffer.from('<p>Gone.</p>'))];
    case 'moved':
      return [
        response(home, at, '301 Moved Permanently', [['location', `https://${movedTo}/`]], Buffer.alloc(0)),
      ];
  }
}

function response(
  url: string,
  at: number,
  status: string,
  headers: readonly (readonly [name: string, value: string])[],
  body: Uint8Array,
): Buffer {
  const lines = [...headers, ['content-length', String(body.length)] as const].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const block = answer(Buffer.from(body), `HTTP/1.1 ${status}\r\n${lines.join('')}`);
  return record(block, { 'WARC-Target-URI': url, 'WARC-Date': new Date(at).toISOString() });
}
