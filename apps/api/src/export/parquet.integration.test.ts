// Files as DuckDB reads them.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheFolder } from '../../../../infra/dev/cache-folder.ts';
import { ensurePythonPackage } from '../../../../infra/dev/python-package.ts';
import { documentOf, serve, type Served } from '../../test/served-api.ts';
import { wholeSite } from '@sitegrep/storage';

let python: string;
let folder: string;
let api: Served;
let secret: string;
beforeAll(async () => {
  const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), {
    name: 'duckdb',
    version: '2.0.1',
  });
  python = join(programs, 'python');
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-parquet-'));
  api = await serve();
  secret = await api.key(['search']);
  const phone = {
    number: '+4940123',
    kind: 'phone',
    source: 'text',
    written: '040 123',
    url: 'https://shop.example/',
  } as const;
  await api.storage.domains.put([
    wholeSite(
      documentOf('shop.example', '<h1>Kettles</h1> common', {
        title: 'Tea',
        metaKeywords: ['tea', 'pots'],
        phoneNumbers: [phone],
        technologies: { web_development: { javascript_libraries: ['jQuery', 'React'] } },
      }),
    ),
    wholeSite(documentOf('bare.example', 'common')),
  ]);
}, 600_000);
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/** Rows of a query over an export, in which `found` is the file. */
async function queried(body: object, sql: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'x-api-key': secret };
  const answer = await fetch(`${api.url}/search/export`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...body, order_by: ['domain,asc'], format: 'parquet' }),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.apache.parquet',
  ]);
  const file = join(folder, 'found.parquet');
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
  const program =
    'import duckdb, json, sys; print(json.dumps(duckdb.sql(sys.argv[1]).fetchall(), default=str))';
  // Asynchronously: a server that stands still refuses requests.
  const { stdout } = await promisify(execFile)(python, ['-c', program, sql.replaceAll('found', `'${file}'`)]);
  return JSON.parse(stdout);
}

test('DuckDB reads domains with their types', async () => {
  const types = await queried(
    { q: 'common' },
    'select column_name, column_type from (describe select * from found)',
  );
  expect(types).toEqual([
    ['domain', 'VARCHAR'],
    ['title', 'VARCHAR'],
    ['description', 'VARCHAR'],
    ['meta_keywords', 'VARCHAR[]'],
    ['rank', 'INTEGER'],
    ['visited', 'TIMESTAMP WITH TIME ZONE'],
    ['country', 'VARCHAR'],
    ['language', 'VARCHAR'],
    ['content_language', 'VARCHAR'],
    ['email', 'VARCHAR[]'],
    ['social_graph_urls', 'VARCHAR[]'],
    ['tech', 'VARCHAR[]'],
  ]);
  expect(
    await queried(
      { q: 'common' },
      "select domain, title, len(meta_keywords), epoch(visited), list_contains(tech, 'jQuery') from found",
    ),
  ).toEqual([
    ['bare.example', null, 0, Date.UTC(2026, 0, 2, 3, 4, 5) / 1_000, false],
    ['shop.example', 'Tea', 2, Date.UTC(2026, 0, 2, 3, 4, 5) / 1_000, true],
  ]);
});

test('DuckDB looks into lists of objects, values and matches', async () => {
  const body = {
    q: 'common',
    fields: ['phone_numbers'],
    extract: [{ as: 'h1', select: 'h1' }],
    snippets: { per_item: 1 },
  };
  const sql = "select domain, phone_numbers->>'$[0].number', h1, matches->>'$[0].match' from found";
  expect(await queried(body, sql)).toEqual([
    ['bare.example', null, null, 'common'],
    ['shop.example', '+4940123', 'Kettles', 'common'],
  ]);
});

test('DuckDB reads pages, and the last token of an export with a limit', async () => {
  const body = { q: 'common', level: 'page', limit: 1 };
  expect(await queried(body, 'select domain, url, truncated from found')).toEqual([
    ['bare.example', 'https://bare.example/', false],
  ]);
  const tokens = await queried(
    body,
    'select decode(key), octet_length(value) > 20 from parquet_kv_metadata(found)',
  );
  expect(tokens).toEqual([['sitegrep.offset_token', true]]);
});
