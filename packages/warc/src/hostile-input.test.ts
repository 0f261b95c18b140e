import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arcRecord, versionBlock } from '../test/arc-files.ts';
import { answer, pageRecord, record, STORED } from '../test/warc-files.ts';
import { zipOf } from '../test/zip-files.ts';
import { NotWarcError } from './errors.ts';
import { readWarc } from './reader.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
});
afterAll(() => rm(folder, { recursive: true }));

const WARC = [
  record('software: x\r\n', { 'WARC-Type': 'warcinfo' }),
  pageRecord('http://a.com/', `<p>${'one '.repeat(100)}`),
  record('via: x\r\n', { 'WARC-Type': 'metadata' }),
  pageRecord('http://b.com/', `<p>${'two '.repeat(100)}`),
];
const ARC = [
  Buffer.from(versionBlock(2)),
  arcRecord('http://a.com/', answer('<p>one'), { second: '200 x - 0 f.arc' }),
  arcRecord('http://b.com/', answer('<p>two'), { second: '200 x - 0 f.arc' }),
];
const INPUTS: readonly (readonly [name: string, bytes: Buffer])[] = [
  ...STORED.map(([name, store]) => [`a WARC stored as ${name}`, store(WARC)] as const),
  ...STORED.map(([name, store]) => [`an ARC stored as ${name}`, store(ARC)] as const),
  ...[0, 8].map((method) => {
    const content = Buffer.concat(WARC.map((each) => gzipSync(each)));
    const wacz = zipOf([
      { name: 'archive/a.warc.gz', content, method },
      { name: 'datapackage.json', content: '{}' },
      { name: 'b.wacz', content: zipOf([{ name: 'archive/b.warc', content: Buffer.concat(WARC), method }]) },
    ]);
    return [`a WACZ of method ${method}`, wacz] as const;
  }),
];

/** A change of an input: bytes that are replaced by others, perhaps none. */
const change = fc.record({
  at: fc.nat({ max: 1_000_000 }),
  removed: fc.oneof(fc.nat({ max: 8 }), fc.nat({ max: 2_000 })),
  added: fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc.constantFrom(
      'WARC/1.0\r\n',
      '\r\n\r\n',
      '\nhttp://x.com/ 1.2.3.4 20200101000000 text/html 9\n',
      'PK\x03\x04',
    ),
    fc.constantFrom(
      '\x1f\x8b\x08\x00',
      '\x28\xb5\x2f\xfd',
      '\x5d\x2a\x4d\x18\x04\x00\x00\x00',
      'Content-Length: 99',
    ),
  ),
});

function changed(
  bytes: Buffer,
  changes: readonly { at: number; removed: number; added: Uint8Array | string }[],
): Buffer {
  let result = bytes;
  for (const { at, removed, added } of changes) {
    const from = at % (result.length + 1);
    const inserted = typeof added === 'string' ? Buffer.from(added, 'latin1') : added;
    result = Buffer.concat([result.subarray(0, from), inserted, result.subarray(from + removed)]);
  }
  return result;
}

describe.each(INPUTS)('%s, however it is damaged,', (_name, bytes) => {
  test('is read to its end, or refused with a reason', { timeout: 120_000 }, async () => {
    const file = path.join(folder, 'input');
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        await writeFile(file, changed(bytes, changes));
        const reported: unknown[] = [];
        const reader = readWarc(file, { onProblem: (problem) => void reported.push(problem) });
        let pages = 0;
        try {
          for await (const page of reader) {
            pages++;
            expect(page.body.length).toBeLessThan(10_000);
          }
        } catch (error) {
          if (!(error instanceof NotWarcError)) throw error;
        }
        const { counts, problems } = reader;
        expect(counts.pages).toBe(pages);
        expect(problems).toEqual(reported.slice(0, 100));
        // Without an HTTP header, a block may be damaged, or be no answer of HTTP.
        const { broken, cut_off, not_http } = counts.skipped;
        const damaged = broken + cut_off + counts.junk + counts.slips.clipped + counts.unreadEntries;
        expect(reported.length).toBeGreaterThanOrEqual(damaged);
        expect(reported.length).toBeLessThanOrEqual(damaged + not_http);
      }),
      { numRuns: 100 },
    );
  });
});
