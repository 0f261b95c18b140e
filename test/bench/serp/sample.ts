import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readWarc, type WarcPage } from '@sitegrep/warc';
import { answer, record } from '../../../packages/warc/test/warc-files.ts';

/** Fields that describe how a body was sent, which the reader has decoded. */
const FRAMING: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** Writes a capture with so many of the pages of others, spread evenly over them. @returns its path */
export async function writeSample(files: readonly string[], pages: number, folder: string): Promise<string> {
  let all = 0;
  for (const file of files) all += (await Array.fromAsync(readWarc(file), () => null)).length;
  const members: Buffer[] = [];
  let number = 0;
  for (const file of files) {
    for await (const page of readWarc(file)) {
      const isTaken = Math.floor((number * pages) / all) < Math.floor(((number + 1) * pages) / all);
      if (isTaken) members.push(gzipSync(recordOf(page)));
      number++;
    }
  }
  const path = join(folder, 'sample.warc.gz');
  await writeFile(path, Buffer.concat(members));
  return path;
}

function recordOf({ url, status, headers, body, fetchedAt }: WarcPage): Buffer {
  const lines = headers.flatMap(([name, value]) => (FRAMING.has(name) ? [] : [`${name}: ${value}\r\n`]));
  return record(answer(Buffer.from(body), `HTTP/1.1 ${status} OK\r\n${lines.join('')}`), {
    'WARC-Target-URI': url,
    'WARC-Date': new Date(fetchedAt).toISOString(),
  });
}
