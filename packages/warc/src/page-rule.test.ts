// One rule for all formats: an answer that is not a page is skipped with the same word in each of them, and gives nothing.
import { gzipSync } from 'node:zlib';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arcRecord, versionBlock } from '../test/arc-files.ts';
import { answer, record } from '../test/warc-files.ts';
import { waczOf, zipOf } from '../test/zip-files.ts';
import { readWarc } from './reader.ts';

interface Answer {
  readonly status: number | string | null;
  readonly type: string;
  readonly body: string;
  readonly range?: string;
}

const URL = 'https://a.example/';
const http = ({ status, type, body, range }: Answer): Buffer =>
  answer(
    body,
    `HTTP/1.1 ${status} X\r\nContent-Type: ${type}\r\n${range === undefined ? '' : `Content-Range: ${range}\r\n`}`,
  );
const stored = (one: Answer): Buffer => record(http(one), { 'WARC-Target-URI': URL });
const har = ({ status, type, body, range }: Answer): string => {
  const headers = [
    { name: 'content-type', value: type },
    ...(range === undefined ? [] : [{ name: 'Content-Range', value: range }]),
  ];
  const response = { status, headers, content: { text: body } };
  return JSON.stringify({ log: { entries: [{ request: { method: 'GET', url: URL }, response }] } });
};
const line = ({ status, type, body, range }: Answer): string =>
  JSON.stringify({
    url: URL,
    status,
    headers: { 'content-type': type, ...(range === undefined ? {} : { 'content-range': range }) },
    html: body,
  });

const FORMATS: readonly (readonly [name: string, write: (one: Answer) => Buffer])[] = [
  ['HAR', (one) => Buffer.from(har(one))],
  ['a ZIP with a HAR', (one) => zipOf([{ name: 'har.har', content: har(one), method: 8 }])],
  ['lines', (one) => Buffer.from(`${line(one)}\n`)],
  ['a list', (one) => Buffer.from(`[${line(one)}]`)],
  ['WARC', (one) => gzipSync(stored(one))],
  ['WACZ', (one) => waczOf({ 'data.warc.gz': gzipSync(stored(one)) })],
  ['ARC', (one) => Buffer.concat([Buffer.from(versionBlock(1)), arcRecord(URL, http(one))])],
];

const html = 'text/html';
const ANSWERS: readonly (readonly [name: string, answer: Answer, word: string])[] = [
  ['a page', { status: 200, type: html, body: '<p>' }, 'page'],
  ['a page of another status', { status: 203, type: html, body: 'text' }, 'page'],
  ['all of a range', { status: 206, type: html, body: '<p>', range: 'bytes 0-2/3' }, 'page'],
  ['the start of a range', { status: 206, type: html, body: '<p>', range: 'bytes 0-2/9' }, 'no_content'],
  ['a part', { status: 206, type: html, body: '<p>', range: 'bytes 5-7/*' }, 'no_content'],
  ['no content', { status: 204, type: html, body: '' }, 'no_content'],
  ['no content that has some', { status: 204, type: html, body: '<p>' }, 'no_content'],
  ['reset content', { status: 205, type: html, body: '<p>' }, 'no_content'],
  ['an empty body', { status: 200, type: html, body: '' }, 'no_content'],
  ['blanks', { status: 200, type: html, body: ' \r\n\t\f' }, 'no_content'],
  ['blanks of Unicode', { status: 200, type: html, body: '\u00a0\u3000\u2028\ufeff\u200b' }, 'no_content'],
  ['a byte order mark', { status: 200, type: html, body: '\ufeff' }, 'no_content'],
  ['an error', { status: 404, type: html, body: '<p>' }, 'not_success'],
  ['a redirect', { status: 302, type: html, body: '' }, 'not_success'],
  ['a status of others', { status: 999, type: html, body: '<p>' }, 'not_success'],
  ['another type', { status: 200, type: 'application/json', body: '{}' }, 'not_html'],
  ['another type without a body', { status: 200, type: 'image/png', body: '' }, 'not_html'],
];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-rule-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function wordFor(bytes: Buffer): Promise<string> {
  const path = join(folder, 'input');
  await writeFile(path, bytes);
  const reader = readWarc(path);
  const pages = await Array.fromAsync(reader);
  const { other_type: _, ...skipped } = reader.counts.skipped;
  const words = Object.entries(skipped).flatMap(([why, count]) => Array<string>(count).fill(why));
  return [...pages.map(() => 'page'), ...words].join();
}

describe.each(FORMATS)('in %s', (_, write) => {
  test.each(ANSWERS)('%s', async (_name, one, word) => {
    expect(await wordFor(write(one))).toBe(word);
  });
});

describe.each(FORMATS.slice(0, 2))('in %s, an answer that did not come:', (_, write) => {
  test.each([0, -1, '0', '-1', null, ''])('status %j', async (status) => {
    expect(await wordFor(write({ status, type: html, body: '<p>' }))).toBe('no_answer');
  });
});

describe.each(FORMATS.slice(2, 4))('in %s, an answer that did not come:', (_, write) => {
  test.each([0, -1, '0'])('status %j', async (status) => {
    expect(await wordFor(write({ status, type: html, body: '<p>' }))).toBe('no_answer');
  });
});
