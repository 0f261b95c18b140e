import { readdir, readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { openWarcArchive, type WarcArchive } from '../src/archive.ts';
import type { CapturedExchange } from '../src/written-records.ts';

const INFO = {
  software: 'sitegrep/0.1.0',
  userAgent: 'sitegrep/0.1.0 (+https://example.com/bot)',
  robots: 'obey',
  noindex: 'obey',
} as const;

export function openArchive(folder: string, maxFileBytes = 1e9): Promise<WarcArchive> {
  return openWarcArchive({ folder, maxFileBytes, info: INFO });
}

export function exchange(url: string, parts: Partial<CapturedExchange> = {}): CapturedExchange {
  const { host, pathname, search } = new URL(url);
  return {
    url,
    request: { method: 'GET', target: `${pathname}${search}`, headers: [['host', host]] },
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'text/html']],
    body: [Buffer.from(`<p>${url}`)],
    truncation: null,
    fetchedAt: Date.UTC(2026, 10, 22, 7, 18, 31, 42),
    address: '192.0.2.7',
    certIssuer: null,
    certificate: null,
    ...parts,
  };
}

export async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).toSorted();
}

export interface FoundRecord {
  readonly head: string;
  readonly block: string;
}

/** Records of a file, split by the length that each states, without the code under test. */
export async function recordsIn(path: string): Promise<readonly FoundRecord[]> {
  let text = gunzipSync(await readFile(path)).toString('latin1');
  const records: FoundRecord[] = [];
  while (text !== '') {
    const start = text.indexOf('\r\n\r\n') + 4;
    const head = text.slice(0, start);
    const length = Number(/^Content-Length: (\d+)\r$/m.exec(head)?.[1]);
    records.push({ head, block: text.slice(start, start + length) });
    if (text.slice(start + length, start + length + 4) !== '\r\n\r\n') throw new Error('no end of a record');
    text = text.slice(start + length + 4);
  }
  return records;
}
