import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { checker, ExportedItem } from '@sitegrep/contract';
import { deriveTokenKey, parseQuery, type Query } from '@sitegrep/search';
import { SEARCH_RESULT_FIELDS, specifiedName } from '@sitegrep/site';
import {
  type DomainIndex,
  type SearchOptions,
  type SearchPage,
  StorageUnavailable,
  wholeSite,
} from '@sitegrep/storage';
import { readXlsx } from 'hucre/xlsx';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf, refusalOf, serve, type Served } from '../../test/served-api.ts';
import { domainItem } from '../domain-item.ts';
import { exportRecords } from '../export/index.ts';
import type { ApiParts } from '../settings.ts';
import { linkedEmail } from '@sitegrep/site/test/facts';

const PATH = '/html-source-code-search/export';
const DOMAINS = 2_300;
const TERMS = { search_terms: ['common'] };
const TOKEN_KEY = deriveTokenKey(new Uint8Array(32));
const checkItem = checker(ExportedItem);

function nameOf(index: number): string {
  return `site-${String(index).padStart(4, '0')}.example`;
}

function ask(api: Served, secret: string, body: object, path = PATH): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-api-key': secret };
  return fetch(api.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

function parquetRows(file: ArrayBuffer): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file, compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) } });
}

interface Line {
  readonly domain: string;
  readonly offset_token: string;
}

function linesOf(text: string): readonly Line[] {
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const checked = checkItem(JSON.parse(line));
      if (!checked.ok) throw new Error(`${line}: ${JSON.stringify(checked.problem)}`);
      return checked.value;
    });
}

describe('an export', () => {
  let api: Served;
  let secret: string;
  const all = Array.from({ length: DOMAINS }, (_, index) => nameOf(index));

  beforeAll(async () => {
    api = await serve();
    secret = await api.key(['search']);
    const documents = all.map((domain) => wholeSite(documentOf(domain, `common ${domain}`)));
    await api.storage.domains.put(documents);
    await api.storage.domains.setRanks(all.map((domain, index) => ({ domain, rank: (index * 7) % 5 })));
  });
  afterAll(() => api.close());

  async function exported(body: object): Promise<readonly Line[]> {
    const answer = await ask(api, secret, body);
    expect(answer.status).toBe(200);
    return linesOf(await answer.text());
  }

  test('gives every match as a line of JSON, in order, and its end a token that is empty', async () => {
    const answer = await ask(api, secret, { ...TERMS, order_by: ['domain_rank,asc'] });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(answer.headers.get('ratelimit-limit')).not.toBeNull();
    const lines = linesOf(await answer.text());
    const byRank = [0, 1, 2, 3, 4].flatMap((rank) => all.filter((_, index) => (index * 7) % 5 === rank));
    expect(lines.map(({ domain }) => domain)).toEqual(byRank);
    expect(lines.findIndex((line) => line.offset_token === '')).toBe(DOMAINS - 1);
  });

  test.each([['domain,desc'], ['last_visited,asc', 'domain_rank,desc'], ['country_iso_code,desc']])(
    'goes on behind any line by its token, by %s',
    async (...order_by) => {
      const whole = await exported({ ...TERMS, order_by });
      expect(whole).toHaveLength(DOMAINS);
      for (const at of [0, 248, 249, 250, 2_298]) {
        const rest = await exported({ ...TERMS, order_by, offset_token: whole[at]?.offset_token });
        expect(rest).toEqual(whole.slice(at + 1));
      }
    },
  );

  test('takes the token of an answer, and an answer that of a line', async () => {
    const order_by = ['domain,asc'];
    const [first, second] = await exported({ ...TERMS, order_by, limit: 2 });
    expect([first?.domain, second?.domain]).toEqual([nameOf(0), nameOf(1)]);
    const page = await ask(
      api,
      secret,
      { ...TERMS, order_by, limit: 3, offset_token: second?.offset_token },
      '/html-source-code-search',
    );
    const { data } = (await page.json()) as { data: { offset: number; offset_token: string } };
    expect(data.offset).toBe(2);
    const rest = await exported({ ...TERMS, order_by, offset_token: data.offset_token });
    expect(rest.map(({ domain }) => domain)).toEqual(all.slice(5));
  });

  test('has as many lines as the limit allows, after the offset', async () => {
    const lines = await exported({ ...TERMS, order_by: ['domain,asc'], offset: 700, limit: 1_500 });
    expect(lines.map(({ domain }) => domain)).toEqual(all.slice(700, 2_200));
    expect(lines.at(-1)?.offset_token).not.toBe('');
  });

  test('of nothing is empty', async () => {
    expect(await exported({ search_terms: ['absent'] })).toEqual([]);
    const csv = await (await ask(api, secret, { search_terms: ['absent'], format: 'csv' })).text();
    expect(csv).toMatch(/^type,domain,title,[a-z_,]*,offset_token\r\n$/);
  });

  test('gives each domain that stays once, while all are replaced and others come and go', async () => {
    const done = new AbortController();
    const replacing = (async () => {
      for (let round = 0; !done.signal.aborted; round++) {
        const some = Array.from({ length: 50 }, (_, index) => nameOf((round * 50 + index) % DOMAINS));
        const guest = `guest-${round}.example`;
        await api.storage.domains.put(
          [...some, guest].map((domain) => wholeSite(documentOf(domain, `common again ${round}`))),
        );
        await api.storage.domains.delete(`guest-${round - 1}.example`);
      }
    })();
    const lines = await exported({ ...TERMS, order_by: ['domain,asc'] });
    done.abort();
    await replacing;
    const domains = lines.map(({ domain }) => domain);
    expect(new Set(domains).size).toBe(domains.length);
    expect(domains.filter((domain) => domain.startsWith('site-'))).toEqual(all);
  });

  test('as CSV has the same in cells: lists with semicolons, unknown ones empty, no formulas', async () => {
    const facts = {
      title: '=HYPERLINK("x")',
      description: 'two\nlines, a comma',
      metaKeywords: ['one', 'two "2"'],
      countryIsoCode: 'DE',
      technologies: {
        web_development: { javascript_libraries: ['jQuery', 'React'], javascript_frameworks: ['React'] },
      },
    };
    await api.storage.domains.put([wholeSite(documentOf('cells.example', 'only here', facts))]);
    const answer = await ask(api, secret, { search_terms: ['only here'], format: 'csv' });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const visited = '2026-01-02 03:04:05 +00:00';
    const columns = ['type', ...SEARCH_RESULT_FIELDS.map(specifiedName), 'offset_token'];
    const cells: Readonly<Record<string, string>> = {
      type: '"domain_technology_item"',
      domain: '"cells.example"',
      title: `"'=HYPERLINK(""x"")"`,
      description: '"two\nlines, a comma"',
      meta_keywords: '"one; two ""2"""',
      domain_rank: '0',
      last_visited: `"${visited}"`,
      country_iso_code: '"DE"',
      offset_token: '""',
      technologies: '"React; jQuery"',
    };
    const row = columns.map((column) => cells[column] ?? '');
    expect(await answer.text()).toBe(`${columns.join(',')}\r\n${row.join(',')}\r\n`);
  });

  test('as CSV has a column for each further field, in the order of the record, before those of matches', async () => {
    const facts = {
      phoneNumbers: [
        {
          number: '+493012345678',
          kind: 'fax',
          source: 'text',
          written: '030 12345678',
          url: 'https://further.example/',
        } as const,
      ],
      siteName: { value: 'Tea;=1', source: 'title', written: 'Tea "shop"' },
    };
    await api.storage.domains.put([
      wholeSite(documentOf('further.example', 'with further fields', facts)),
      wholeSite(documentOf('without.example', 'with further fields')),
    ]);
    const answer = await ask(api, secret, {
      search_terms: ['with further fields'],
      order_by: ['domain,asc'],
      fields: ['site_name', 'phone_numbers'],
      snippets: true,
      format: 'csv',
    });
    const [head, further, without, ...rest] = (await answer.text()).split('\r\n');
    const columns = [
      'type',
      ...SEARCH_RESULT_FIELDS.map(specifiedName),
      'phone_numbers',
      'site_name',
      'matches',
      'offset_token',
    ];
    expect(head).toBe(columns.join(','));
    expect(further).toMatch(/^"domain_technology_item","further.example",/);
    expect(further).toContain(`,,"'+493012345678 (fax)","Tea;'=1","[{""term"":""with further fields"",`);
    // A list without items is an empty cell, and so is what is not known.
    expect(without).toMatch(/^"domain_technology_item","without.example",/);
    expect(without).toContain(',,,,"[{""term"":""with further fields"",');
    expect(rest).toEqual(['']);
  });

  test.each([
    ['=1', "'=1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@a', "'@a"],
    ['\t=1', "'\t'=1"],
    ['＝1', "'＝1"],
    ['＠a', "'＠a"],
    ['\u200b=1', "\u200b'=1"],
    ['\ufeff ＋1', " '＋1"],
    ['\u202e\u3164=1', "\u3164'=1"],
    ['tea;"=1"', `tea;""'=1""`],
    ['tea\r=1', "tea\n'=1"],
    ['tea\u2029\u009b31m', 'tea\ufffd31m'],
    ['tea;=1', "tea;'=1"],
    ['tea; \u200b-1;@a', "tea; \u200b'-1;'@a"],
    ['tea\n=1', "tea\n'=1"],
    ['a=b; c+d - e', 'a=b; c+d - e'],
  ])('as CSV has no text that a spreadsheet takes for a formula: %j', async (title, cell) => {
    const keywords = ['x;=1', 'y', '=2'];
    const document = documentOf('formula.example', 'a formula', { title, metaKeywords: keywords });
    await api.storage.domains.put([wholeSite(document)]);
    const answer = await ask(api, secret, { search_terms: ['a formula'], format: 'csv' });
    const row = (await answer.text()).split('\r\n')[1];
    expect(row).toContain(`"formula.example","${cell}",`);
    expect(row).not.toContain(';=');
    expect(row).toContain(`,"x;'=1; y; '=2",`);
  });

  test('shows where the terms are if snippets are requested, in CSV as JSON', async () => {
    const names = Array.from({ length: 120 }, (_, number) => `shown-${1_000 + number}.example`);
    await api.storage.domains.put(names.map((name) => wholeSite(documentOf(name, `To be seen: ${name}`))));
    const search_terms = ['SHOWN-1', 'to be'];
    const lines = await exported({ search_terms, snippets: true, order_by: ['domain,asc'] });
    expect(lines).toMatchObject(
      names.map((domain) => {
        const url = `https://${domain}/`;
        const [before, after] = ['To be seen: ', domain.slice('shown-1'.length)];
        return {
          domain,
          matches: [
            { term: 'SHOWN-1', url, offset: 12, before, match: 'shown-1', after },
            { term: 'to be', url, offset: 0, before: '', match: 'To be', after: ` seen: ${domain}` },
          ],
        };
      }),
    );
    await api.storage.domains.put([wholeSite(documentOf('quoted.example', '<a "quoted">,\r\n'))]);
    const csv = await ask(api, secret, { search_terms: ['"quoted"'], snippets: true, format: 'csv' });
    const [head, row] = (await csv.text()).split('\r\n');
    expect(head).toMatch(/,technologies,matches,offset_token$/);
    const matches = [
      {
        term: '"quoted"',
        url: 'https://quoted.example/',
        offset: 3,
        before: '<a ',
        match: '"quoted"',
        after: '>,\r\n',
      },
    ];
    expect(row?.slice(row.indexOf(',"[{') + 1)).toBe(`"${JSON.stringify(matches).replaceAll('"', '""')}",""`);
  });

  test('of snippets holds few at a time, however large they may be', async () => {
    const term = Array.from({ length: 500 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(' ');
    const query = parseQuery({ search_terms: [term], mode: 'entry', snippets: true }, TOKEN_KEY);
    if (!query.ok) throw new Error(query.error.problem);
    const index = new EndlessIndex();
    const limits: number[] = [];
    const source = { query: query.value, max: 300, key: TOKEN_KEY, itemOf: domainItem };
    const batches = exportRecords(source, async (some) => {
      limits.push(some.limit);
      return await index.search(some);
    });
    let count = 0;
    for await (const records of batches) count += records.length;
    // 67,108,864 / (500 × (999 + 1 + 400)) = 95.8
    expect([count, limits]).toEqual([300, [95, 95, 95, 15]]);
  });

  test.each(['text/csv', 'application/x-ndjson'])(
    'is not what a search answers with to a client that prefers %s',
    async (accept) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': secret, accept };
      const body = JSON.stringify({ ...TERMS, limit: 1 });
      const answer = await fetch(`${api.url}/html-source-code-search`, { method: 'POST', headers, body });
      expect(await answer.json()).toMatchObject({ success: true, data: { items_count: 1 } });
    },
  );

  test('as CSV has exactly the columns that are asked for, and a byte order mark for Excel', async () => {
    const facts = {
      title: 'Tea',
      emails: ['a@tea.example', '=b@tea.example'].map((email) => linkedEmail(email)),
    };
    await api.storage.domains.put([wholeSite(documentOf('columns.example', 'chosen columns', facts))]);
    const columns = ['emails', 'domain', 'site_name', 'title'];
    const chosen = { search_terms: ['chosen columns'], format: 'csv', columns };
    const text = `emails,domain,site_name,title\r\n"a@tea.example; '=b@tea.example","columns.example",,"Tea"\r\n`;
    const plain = Buffer.from(await (await ask(api, secret, chosen)).arrayBuffer());
    expect(plain.toString()).toBe(text);
    const marked = Buffer.from(await (await ask(api, secret, { ...chosen, bom: true })).arrayBuffer());
    expect(marked.toString()).toBe(`\ufeff${text}`);
  });

  test('as Parquet has the columns of CSV with types, also those that are asked for', async () => {
    const facts = {
      title: 'Tea',
      emails: ['a@tea.example', '=b@tea.example'].map((email) => linkedEmail(email)),
    };
    await api.storage.domains.put([wholeSite(documentOf('typed.example', 'typed columns', facts))]);
    const answer = await ask(api, secret, {
      search_terms: ['typed columns'],
      format: 'parquet',
      columns: ['emails', 'domain', 'site_name', 'domain_rank'],
    });
    expect(answer.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(await parquetRows(await answer.arrayBuffer())).toEqual([
      {
        emails: ['a@tea.example', '=b@tea.example'],
        domain: 'typed.example',
        site_name: null,
        domain_rank: 0,
      },
    ]);
    const all = await ask(api, secret, { ...TERMS, order_by: ['domain,asc'], format: 'parquet' });
    const rows = await parquetRows(await all.arrayBuffer());
    expect(rows.map(({ domain }) => domain)).toEqual(
      (await exported({ ...TERMS, order_by: ['domain,asc'] })).map(({ domain }) => domain),
    );
  });

  test('as a workbook has the columns of CSV, times as dates', async () => {
    const facts = {
      title: 'Tea',
      emails: ['a@tea.example', '=b@tea.example'].map((email) => linkedEmail(email)),
    };
    await api.storage.domains.put([wholeSite(documentOf('book.example', 'in a workbook', facts))]);
    const columns = ['emails', 'domain', 'site_name', 'domain_rank', 'last_visited'];
    const answer = await ask(api, secret, { search_terms: ['in a workbook'], format: 'xlsx', columns });
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    const { sheets } = await readXlsx(await answer.arrayBuffer());
    const visited = new Date(Date.UTC(2026, 0, 2, 3, 4, 5));
    expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
      ['domains', [columns, ['a@tea.example; =b@tea.example', 'book.example', null, 0, visited]]],
    ]);
    const all = await ask(api, secret, { ...TERMS, order_by: ['domain,asc'], format: 'xlsx' });
    const whole = await readXlsx(await all.arrayBuffer());
    expect(whole.sheets[0]?.rows.slice(1).map(([domain]) => domain)).toEqual(
      (await exported({ ...TERMS, order_by: ['domain,asc'] })).map(({ domain }) => domain),
    );
  });

  test.each(['ndjson', 'csv', 'parquet', 'xlsx'])('as %s is a file with a name', async (format) => {
    const body = { search_terms: ['only «here»'], limit: 1, format };
    const answer = await ask(api, secret, body);
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename=sitegrep-domains-only-here-[0-9T-]+[.]${format}$`),
    );
    await answer.arrayBuffer();
  });

  test.each([
    [
      { columns: ['domain'] },
      'columns is given with format ndjson; give format csv, parquet or xlsx, or leave it out.',
    ],
    [{ bom: true }, 'bom is given with format ndjson; give format csv, or leave it out.'],
    [{ format: 'parquet', bom: true }, 'bom is given with format parquet; give format csv, or leave it out.'],
    [{ format: 'csv', columns: ['titel'] }, 'columns[0] is "titel"; the nearest known one is "title".'],
    [{ format: 'csv', columns: [] }, 'columns has 0 items; give at least 1.'],
    [{ format: 'xml' }, 'format is "xml"; the known ones are ndjson, csv, parquet, xlsx.'],
    [{ limit: 0 }, 'limit is 0; give 1 to 10000, or leave the field out for all matches.'],
    [{ accept: 'text/csv' }, expect.stringContaining('Field "accept" is unknown')],
  ])('with %j is refused', async (fields, details) => {
    const answer = await ask(api, secret, { ...TERMS, ...fields });
    const body: unknown = await answer.json();
    expect(refusalOf({ status: answer.status, headers: answer.headers, body })).toEqual([400, details]);
  });
});

/** An index of a million domains that are made up as they are asked for, with facts of some kilobytes. */
class EndlessIndex {
  searches = 0;
  /** Called at the start of each search, may throw. */
  hook: (signal: AbortSignal | undefined) => Promise<void> = () => Promise.resolve();

  readonly search = async (query: Query, options?: SearchOptions): Promise<SearchPage<'domain'>> => {
    this.searches += 1;
    await this.hook(options?.signal);
    const offset = offsetOf(query);
    const hits = Array.from({ length: query.limit }, (_, index) => {
      const domain = `${1_000_000 + offset + index}.example`;
      return { domain, rank: 0, facts: documentOf(domain, '', { description: 'x'.repeat(4_000) }).facts };
    });
    const next = offset + query.limit;
    return {
      total: 1_000_000,
      offset,
      hits,
      next: { values: [0, `${1_000_000 + next - 1}.example`], offset: next },
    };
  };
}

function offsetOf({ from }: Query): number {
  return from.kind === 'offset' ? from.offset : from.cursor.offset;
}

describe('an export that is too long for any memory', () => {
  async function serveEndless(
    searchTimeoutMs = 30_000,
  ): Promise<{ api: Served; index: EndlessIndex; secret: string }> {
    const index = new EndlessIndex();
    // Only domains are searched for here.
    const search = index.search as DomainIndex['search'];
    const withIndex = (parts: ApiParts): ApiParts => ({
      ...parts,
      storage: { ...parts.storage, domains: { ...parts.storage.domains, search } },
    });
    const api = await serve({ parts: withIndex, settings: { searchTimeoutMs } });
    return { api, index, secret: await api.key(['search']) };
  }

  /** An answer that is read only when it is asked to. */
  async function open(api: Served, secret: string): Promise<readonly [ClientRequest, IncomingMessage]> {
    const headers = { 'content-type': 'application/json', 'x-api-key': secret };
    const client = request(api.url + PATH, { method: 'POST', headers });
    client.end(JSON.stringify(TERMS));
    const [answer] = (await once(client, 'response')) as [IncomingMessage];
    return [client, answer];
  }

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await setTimeout(10);
  }

  test('takes no more memory the more of it is read', async () => {
    const { api, secret } = await serveEndless();
    /** The most memory until so much of an export was read, in MB as `megabytes` is. */
    async function most(megabytes: number): Promise<number> {
      const answer = await ask(api, secret, TERMS);
      let [resident, bytes] = [0, 0];
      for await (const part of answer.body ?? []) {
        bytes += part.length;
        resident = Math.max(resident, process.memoryUsage.rss());
        if (bytes > megabytes * 1e6) break;
      }
      return resident / 1e6;
    }
    const before = await most(20);
    expect((await most(120)) - before).toBeLessThan(90);
    await api.close();
  });

  test('waits for a client that does not read, and ends its work when the client leaves', async () => {
    const { api, index, secret } = await serveEndless();
    const [client, answer] = await open(api, secret);
    // What does not move for half a second waits: each search takes some milliseconds.
    let last = -1;
    for (let still = 0; still < 10; still = index.searches === last ? still + 1 : 0) {
      last = index.searches;
      await setTimeout(50);
    }
    expect(index.searches).toBeLessThan(400);
    const searching = Promise.withResolvers<AbortSignal | undefined>();
    index.hook = (signal) => {
      searching.resolve(signal);
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    };
    answer.resume();
    const signal = await searching.promise;
    expect(signal?.aborted).toBe(false);
    const before = index.searches;
    client.on('error', () => undefined).destroy();
    await until(() => signal?.aborted === true);
    expect(index.searches).toBe(before);
    expect(api.log.filter((line) => line.includes('"level":50'))).toEqual([]);
    await api.close();
  });

  test('that fails on the way ends with a line that says so, and without the end of the answer', async () => {
    const { api, index, secret } = await serveEndless(1_200);
    index.hook = () =>
      index.searches > 8 ? Promise.reject(new StorageUnavailable('gone')) : Promise.resolve();
    const answer = await ask(api, secret, TERMS);
    expect(answer.status).toBe(200);
    let text = '';
    const reading = (async () => {
      for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
    })();
    await expect(reading).rejects.toThrow('terminated');
    const lines = text.split('\n').slice(0, -1);
    expect(lines).toHaveLength(2_001);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ success: false, error: 'Service unavailable' });
    expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({ domain: '1001999.example' });
    await api.close();
  });

  test('as CSV that fails on the way has no end either', async () => {
    const { api, index, secret } = await serveEndless();
    index.hook = () => (index.searches > 1 ? Promise.reject(new Error('broken')) : Promise.resolve());
    const answer = await ask(api, secret, { ...TERMS, format: 'csv' });
    await expect(answer.text()).rejects.toThrow('terminated');
    await api.close();
  });

  test('as Parquet that fails on the way has no footer, so no reader takes it for a table', async () => {
    const { api, index, secret } = await serveEndless();
    index.hook = () => (index.searches > 8 ? Promise.reject(new Error('broken')) : Promise.resolve());
    const answer = await ask(api, secret, { ...TERMS, format: 'parquet' });
    const parts: Uint8Array[] = [];
    const reading = (async () => {
      for await (const part of answer.body ?? []) parts.push(part);
    })();
    await expect(reading).rejects.toThrow('terminated');
    const begun = Buffer.concat(parts);
    expect(begun.toString('latin1', 0, 4)).toBe('PAR1');
    await expect(parquetRows(new Uint8Array(begun).buffer)).rejects.toThrow('parquet file invalid');
    await api.close();
  });

  test('as a workbook that fails on the way has no end, so no program takes it for one', async () => {
    const { api, index, secret } = await serveEndless();
    index.hook = () => (index.searches > 8 ? Promise.reject(new Error('broken')) : Promise.resolve());
    const answer = await ask(api, secret, { ...TERMS, format: 'xlsx' });
    const parts: Uint8Array[] = [];
    const reading = (async () => {
      for await (const part of answer.body ?? []) parts.push(part);
    })();
    await expect(reading).rejects.toThrow('terminated');
    const begun = Buffer.concat(parts);
    expect(begun.toString('latin1', 0, 2)).toBe('PK');
    await expect(readXlsx(begun)).rejects.toThrow('not a valid ZIP file');
    await api.close();
  });

  test('outlasts a storage that is away for a moment', async () => {
    const { api, index, secret } = await serveEndless();
    index.hook = () =>
      index.searches % 2 === 0 ? Promise.reject(new StorageUnavailable('gone')) : Promise.resolve();
    const answer = await ask(api, secret, { ...TERMS, limit: 2_500 });
    expect(linesOf(await answer.text())).toHaveLength(2_500);
    expect(index.searches).toBe(19);
    await api.close();
  });

  test('that fails at the start is an error answer', async () => {
    const { api, index, secret } = await serveEndless();
    index.hook = () => Promise.reject(new StorageUnavailable('gone'));
    const answer = await ask(api, secret, TERMS);
    const refusal = refusalOf({ status: answer.status, headers: answer.headers, body: await answer.json() });
    expect(refusal[0]).toBe(503);
    await api.close();
  });
});
