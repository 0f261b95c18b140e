// Files as hyparquet reads them, a reader of others; parquet.integration.test.ts has DuckDB.
import { zstdDecompressSync } from 'node:zlib';
import type { FoundDomain, FoundPage } from '@sitegrep/contract';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import type { ExportLayout, ExportRecord } from './format.ts';
import { parquetBytes } from './parquet.ts';

type Layout = Omit<ExportLayout, 'format' | 'bom'>;

const DOMAINS: Layout = { level: 'domain', hasMatches: false, fields: [] };
const PAGES: Layout = { level: 'page', hasMatches: false, fields: [] };

function domainOf(domain: string, rest: Partial<FoundDomain> = {}): FoundDomain {
  return {
    type: 'domain_technology_item',
    domain,
    title: null,
    description: null,
    meta_keywords: [],
    rank: 0,
    visited: null,
    country: null,
    language: null,
    content_language: null,
    email: [],
    social_graph_urls: [],
    tech: {},
    ...rest,
  };
}

const PAGE: FoundPage = {
  type: 'page_item',
  domain: 'shop.example',
  url: 'https://shop.example/tea',
  title: 'Tea',
  rank: 7,
  fetched_at: '2026-01-02 03:04:05 +00:00',
  charset: 'utf-8',
  truncated: true,
};

function recordOf(item: ExportRecord['item'], offsetToken = 'next'): ExportRecord {
  return { item, offsetToken };
}

async function* batched(records: Iterable<ExportRecord>): AsyncGenerator<readonly ExportRecord[], void> {
  for (const record of records) yield [record];
}

/** The file, in the pieces in which it comes. */
async function piecesOf(layout: Layout, records: Iterable<ExportRecord>): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of parquetBytes(layout, batched(records))) pieces.push(piece);
  return pieces;
}

async function fileOf(layout: Layout, ...items: readonly ExportRecord['item'][]): Promise<ArrayBuffer> {
  return joined(
    await piecesOf(
      layout,
      items.map((item) => recordOf(item)),
    ),
  );
}

function joined(pieces: readonly Uint8Array[]): ArrayBuffer {
  return new Uint8Array(Buffer.concat(pieces)).buffer;
}

function rowsOf(file: ArrayBuffer): Promise<Record<string, unknown>[]> {
  const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };
  return parquetReadObjects({ file, compressors });
}

describe('an export as Parquet', () => {
  test('has the fields of domains with their types, and null for what is not known', async () => {
    const full = domainOf('shop.example', {
      title: '=1+1\u0000 \u202e“Tea” 😀\n',
      meta_keywords: ['tea', 'a; b'],
      rank: 412,
      visited: '2026-01-02 03:04:05 +00:00',
      country: 'DE',
      email: ['x@shop.example'],
      tech: { b: { c: ['jQuery', 'React'] }, a: { d: ['React'] } },
    });
    expect(await rowsOf(await fileOf(DOMAINS, full, domainOf('bare.example')))).toEqual([
      {
        domain: 'shop.example',
        title: '=1+1\u0000 \u202e“Tea” 😀\n',
        description: null,
        meta_keywords: ['tea', 'a; b'],
        rank: 412,
        visited: new Date('2026-01-02T03:04:05Z'),
        country: 'DE',
        language: null,
        content_language: null,
        email: ['x@shop.example'],
        social_graph_urls: [],
        tech: ['React', 'jQuery'],
      },
      {
        domain: 'bare.example',
        title: null,
        description: null,
        meta_keywords: [],
        rank: 0,
        visited: null,
        country: null,
        language: null,
        content_language: null,
        email: [],
        social_graph_urls: [],
        tech: [],
      },
    ]);
  });

  test('has pages', async () => {
    const { type: _, ...page } = PAGE;
    expect(await rowsOf(await fileOf(PAGES, PAGE, { ...PAGE, title: null, truncated: false }))).toEqual([
      { ...page, fetched_at: new Date('2026-01-02T03:04:05Z') },
      { ...page, fetched_at: new Date('2026-01-02T03:04:05Z'), title: null, truncated: false },
    ]);
  });

  test('has further fields, those of objects as JSON', async () => {
    const numbers = [
      {
        number: '+4940123',
        kind: 'fax',
        source: 'text',
        written: '040 123',
        url: 'https://a.example/',
      } as const,
    ];
    const item = domainOf('a.example', {
      phone_numbers: numbers,
      site_name: { value: 'Tea', source: 'title', written: 'Tea | Home' },
    });
    const layout: Layout = {
      ...DOMAINS,
      fields: ['phone_numbers', 'site_name'],
      columns: ['phone_numbers', 'domain', 'site_name'],
    };
    const [row = {}] = await rowsOf(await fileOf(layout, item));
    expect(Object.keys(row)).toEqual(['phone_numbers', 'domain', 'site_name']);
    expect(row).toEqual({ phone_numbers: numbers, domain: 'a.example', site_name: 'Tea' });
  });

  test('has matches as JSON, and values as texts or lists, with a mark where they are cut', async () => {
    const layout: Layout = { ...PAGES, hasMatches: true, values: ['h1', 'links'], lists: ['links'] };
    const extracted = { h1: 'Tea', links: ['/a', '/b'] };
    const none = { h1: null, links: [] };
    const file = await fileOf(
      layout,
      { ...PAGE, matches: [], extracted, extracted_cut: { links: ['values'] } },
      { ...PAGE, matches: [], extracted: none },
    );
    expect(await rowsOf(file)).toMatchObject([
      { h1: 'Tea', links: ['/a', '/b', '[cut]'], matches: [] },
      { h1: null, links: [], matches: [] },
    ]);
  });

  test('of nothing is a table without rows', async () => {
    const file = await fileOf(DOMAINS);
    expect(await rowsOf(file)).toEqual([]);
    expect(parquetMetadata(file).schema[0]?.num_children).toBe(12);
  });

  test('replaces half of a surrogate pair, which UTF-8 does not have', async () => {
    expect(await rowsOf(await fileOf(PAGES, { ...PAGE, title: 'a\ud800b' }))).toMatchObject([
      { title: 'a\ufffdb' },
    ]);
  });

  test('comes in groups of bounded size, with the last token in the metadata of the file', async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `site-${index}.example`);
    const records = names.map((name, index) => recordOf(domainOf(name), `token ${index}`));
    const pieces = await piecesOf(DOMAINS, records);
    expect(pieces).toHaveLength(3);
    const file = joined(pieces);
    const { row_groups: groups, num_rows: rows, key_value_metadata: metadata } = parquetMetadata(file);
    expect([groups.map(({ num_rows: count }) => Number(count)), Number(rows)]).toEqual([
      [2_048, 2_048, 904],
      5_000,
    ]);
    expect(metadata).toEqual([{ key: 'sitegrep.offset_token', value: 'token 4999' }]);
    expect((await rowsOf(file)).map(({ domain }) => domain)).toEqual(names);
    // Long values complete a group earlier.
    const long = names.slice(0, 6).map((name) => recordOf(domainOf(name, { title: 'x'.repeat(1 << 20) })));
    expect(await piecesOf(DOMAINS, long)).toHaveLength(4);
  });

  test('that was cut off anywhere is refused by a reader', async () => {
    const whole = new Uint8Array(await fileOf(PAGES, PAGE));
    for (const length of [0, 4, 100, whole.length - 9, whole.length - 4, whole.length - 1]) {
      expect(() => parquetMetadata(whole.slice(0, length).buffer)).toThrow(/^parquet |Offset is outside/);
    }
    expect(() => parquetMetadata(whole.buffer)).not.toThrow('parquet');
  });
});
