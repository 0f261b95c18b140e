// Fixtures of warcio and jwarc: archives, and the number of records in each.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readWarc } from '@sitegrep/warc';
import type { SuiteRun } from './suite.ts';

/** Records that warcio reads in each of its files; with `then an error`, up to where it stops. */
const WARCIO: Readonly<Record<string, string>> = {
  'bad.arc': '4 records',
  'example-bad-non-chunked.warc.gz': '1 record, then an error',
  'example-bad.warc.gz.bad': '1 record, then an error',
  'example-digest.warc': '4 records',
  'example-iana.org-chunked.warc': '3 records',
  'example-resource.warc.gz': '3 records',
  'example-space-in-target-uri.warc.gz': '2 records',
  'example-space-in-url.arc': '2 records',
  'example-trunc.warc': '4 records',
  'example-wget-bad-target-uri.warc.gz': '6 records',
  'example-wrong-chunks.warc.gz': '1 record, then an error',
  'example.arc': '2 records',
  'example.arc.gz': '2 records',
  'example.warc': '6 records',
  'example.warc.gz': '6 records',
  'post-test.warc.gz': '6 records',
};

/** Records in each of jwarc's files. */
const JWARC: Readonly<Record<string, string>> = {
  'cc.warc.gz': '1 record',
  'gzip_extra_sl.warc.gz': '1 record',
};

export function warcioSuite(folder: string): Promise<SuiteRun> {
  return archives('warcio', join(folder, 'test', 'data'), WARCIO);
}

export function jwarcSuite(folder: string): Promise<SuiteRun> {
  return archives('jwarc', join(folder, 'test-resources', 'org', 'netpreserve', 'jwarc'), JWARC);
}

/** Counts the records of the files that lie in a folder; a file that is missing is not read. */
export async function archives(
  name: string,
  folder: string,
  expected: Readonly<Record<string, string>>,
): Promise<SuiteRun> {
  const files = Object.entries(expected).filter(([file]) => existsSync(join(folder, file)));
  const cases = await Promise.all(
    files.map(async ([file, records]) => ({
      key: file,
      expected: records,
      actual: await recordsOf(join(folder, file)),
    })),
  );
  return { name, cases, unread: Object.keys(expected).length - files.length };
}

async function recordsOf(path: string): Promise<string> {
  const reader = readWarc(path);
  for await (const page of reader) if (page.url === '') throw new Error(`${path}: a page without a URL`);
  const { records } = reader.counts;
  return records === 1 ? '1 record' : `${records} records`;
}
