import { gzipSync } from 'node:zlib';
import { checker, HtmlSearchAnswer } from '@sitegrep/contract';
import { SEARCH_RESULT_FIELDS, specifiedName } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask, detailsOf, documentOf, serve, type Served } from '../../test/served-api.ts';
import { linkedEmail, linkedProfile } from '@sitegrep/site/test/facts';

const PATH = '/html-source-code-search';
const checkAnswer = checker(HtmlSearchAnswer);

let api: Served;
let secret: string;

beforeAll(async () => {
  api = await serve();
  secret = await api.key(['search']);
  const domains = Array.from({ length: 25 }, (_, index) => `site-${String(index).padStart(2, '0')}.example`);
  await api.storage.domains.put(
    domains.map((domain) => wholeSite(documentOf(domain, `<script src=jquery.js></script>${domain}`))),
  );
  const facts = {
    title: 'Straße & Co',
    description: 'What we do',
    metaKeywords: ['one', 'Two'],
    countryIsoCode: 'DE',
    languageCode: 'de',
    contentLanguageCode: 'en',
    emails: [linkedEmail('info@full.example')],
    profiles: [linkedProfile('https://social.example/full')],
    technologies: { web_development: { javascript_libraries: ['jQuery'] } },
  };
  await api.storage.domains.put([wholeSite(documentOf('full.example', '<b>Only Here</b>', facts))]);
});

afterAll(() => api.close());

function post(body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}): Promise<Answer> {
  const standing = { 'content-type': 'application/json', 'x-api-key': secret };
  return ask(api.url + PATH, { method: 'POST', body, headers: { ...standing, ...headers } });
}

async function found(request: object) {
  const { status, body } = await post(JSON.stringify(request));
  const checked = checkAnswer(body);
  if (!checked.ok) throw new Error(`${status} ${JSON.stringify(body)}: ${JSON.stringify(checked.problem)}`);
  return checked.value.data;
}

describe('a search', () => {
  test('answers with every field, unknown ones null', async () => {
    const answer = await found({ search_terms: ['site-07'] });
    expect(answer.items.map((item) => Object.keys(item))).toEqual([
      ['type', ...SEARCH_RESULT_FIELDS.map(specifiedName)],
    ]);
    expect(answer).toMatchObject({
      total_count: 1,
      items_count: 1,
      offset: 0,
      offset_token: '',
      items: [
        {
          type: 'domain_technology_item',
          domain: 'site-07.example',
          title: null,
          description: null,
          meta_keywords: [],
          domain_rank: 0,
          last_visited: '2026-01-02 03:04:05 +00:00',
          country_iso_code: null,
          language_code: null,
          content_language_code: null,
          emails: [],
          social_graph_urls: [],
          technologies: {},
        },
      ],
    });
  });

  test('answers with all that is known', async () => {
    const { items } = await found({ search_terms: ['only here', '</B>'] });
    expect(items).toMatchObject([
      {
        type: 'domain_technology_item',
        domain: 'full.example',
        title: 'Straße & Co',
        description: 'What we do',
        meta_keywords: ['one', 'Two'],
        domain_rank: 0,
        last_visited: '2026-01-02 03:04:05 +00:00',
        country_iso_code: 'DE',
        language_code: 'de',
        content_language_code: 'en',
        emails: ['info@full.example'],
        social_graph_urls: ['https://social.example/full'],
        technologies: { web_development: { javascript_libraries: ['jQuery'] } },
      },
    ]);
  });

  test('has further fields only where they are asked for, in the order of the record', async () => {
    const request = {
      search_terms: ['only here'],
      fields: ['registration_numbers', 'phone_numbers', 'site_name'],
    };
    const [item] = (await found(request)).items;
    expect(Object.keys(item ?? {}).slice(-3)).toEqual(['phone_numbers', 'site_name', 'registration_numbers']);
    expect(item).toMatchObject({ site_name: null, registration_numbers: [] });
    const first = await found({ search_terms: ['jquery'], limit: 1 });
    const { offset_token } = first;
    const next = await found({ search_terms: ['jquery'], limit: 1, offset_token, fields: ['feeds'] });
    expect([first.items[0]?.feeds, next.items[0]?.feeds]).toEqual([undefined, []]);
  });

  test('that finds nothing is a success', async () => {
    const nothing = { total_count: 0, items_count: 0, offset: 0, offset_token: '', items: [] };
    expect(await found({ search_terms: ['found nowhere'] })).toEqual(nothing);
  });

  test('walks by token through all, each domain once, in the order of one large page', async () => {
    const whole = await found({ search_terms: ['jquery'], limit: 10_000 });
    expect(whole.total_count).toBe(25);
    const walked: string[] = [];
    let page = await found({ search_terms: ['jquery'], limit: 4 });
    for (;;) {
      expect(page.total_count).toBe(25);
      expect(page.offset).toBe(walked.length);
      walked.push(...page.items.map(({ domain }) => domain));
      if (page.offset_token === '') break;
      page = await found({ search_terms: ['JQUERY'], limit: 7, offset_token: page.offset_token });
    }
    expect(walked).toEqual(whole.items.map(({ domain }) => domain));
    expect(new Set(walked).size).toBe(25);
  });

  test('is narrowed by mode, terms to leave out, keywords and filters', async () => {
    const domains = async (request: object) => (await found(request)).items.map(({ domain }) => domain);
    const odd = Array.from(
      { length: 12 },
      (_, index) => `site-${String(2 * index + 1).padStart(2, '0')}.example`,
    );
    expect(
      await domains({
        search_terms: ['script'],
        filters: ['domain', 'in', [...odd, 'full.example']],
        exclude_terms: ['site-0'],
        order_by: ['domain,asc'],
        limit: 20,
      }),
    ).toEqual(odd.slice(5));
    expect(await domains({ search_terms: ['here only'] })).toEqual([]);
    expect(await domains({ search_terms: ['here/only'], mode: 'entry' })).toEqual(['full.example']);
    expect(await domains({ search_terms: ['only'], keywords: ['STRASSE'] })).toEqual([]);
    expect(await domains({ search_terms: ['only'], keywords: ['STRAẞE', 'tw'] })).toEqual(['full.example']);
    for (const filters of [
      ['technologies', '=', 'JQUERY'],
      ['domain', '=', 'WWW.Full.Example'],
    ])
      expect(await domains({ filters })).toEqual(['full.example']);
    const jquery = ['technologies', '=', 'web_development.javascript_libraries'];
    expect(await domains({ search_terms: ['o'], filters: [jquery, 'and', ['domain_rank', '<', 1]] })).toEqual(
      ['full.example'],
    );
  });

  test('shows where the terms are if snippets are requested, on any page of a walk', async () => {
    const request = { search_terms: ['JQUERY', 'site-0'], order_by: ['domain,asc'], limit: 3 };
    const plain = await found(request);
    const shown = await found({ ...request, snippets: true });
    expect(await found({ ...request, snippets: false })).toEqual(plain);
    expect({ ...shown, items: shown.items.map(({ matches: _matches, ...item }) => item) }).toEqual(plain);
    expect(shown.items[1]?.matches).toEqual([
      {
        term: 'JQUERY',
        url: 'https://site-01.example/',
        offset: 12,
        before: '<script src=',
        match: 'jquery',
        after: '.js></script>site-01.example',
      },
      {
        term: 'site-0',
        url: 'https://site-01.example/',
        offset: 31,
        before: '<script src=jquery.js></script>',
        match: 'site-0',
        after: '1.example',
      },
    ]);
    const { offset_token } = shown;
    const rest = await found({ ...request, offset_token });
    expect(rest.items.map((item) => [item.domain, item.matches])).toEqual(
      [3, 4, 5].map((number) => [`site-0${number}.example`, undefined]),
    );
    const more = await found({ ...request, offset_token, snippets: true });
    expect(more.items.map((item) => item.matches?.length)).toEqual([2, 2, 2]);
  });

  test('says how many items with snippets are too many', async () => {
    const search_terms = Array.from({ length: 10 }, (_, term) => String(term).padStart(1_000, 'x'));
    const request = { search_terms, snippets: true, limit: 10_000 };
    expect(detailsOf(await post(JSON.stringify(request)))).toBe(
      'limit is 10000, with snippets of so many or so long terms; give at most 2796, or take an export.',
    );
    expect((await found({ ...request, limit: 2_796 })).total_count).toBe(0);
  });

  test('skips by offset', async () => {
    const page = await found({ search_terms: ['jquery'], order_by: ['domain,asc'], limit: 2.0, offset: 23 });
    expect(page.items.map(({ domain }) => domain)).toEqual(['site-23.example', 'site-24.example']);
    expect(page.offset_token).toBe('');
  });

  test('takes a BOM, 10.0 for 10, and of duplicate keys the last', async () => {
    const { status, body } = await post(
      '\uFEFF{"search_terms":["x"],"limit":0,"search_terms":["jquery"],"limit":10.0}',
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { items_count: 10, total_count: 25 } });
  });

  test.each([
    'application/json; charset=UTF-8',
    'Application/JSON;charset="utf-8"',
    'application/json ; charset=utf8',
  ])('takes Content-Type %s', async (type) => {
    expect((await post('{"search_terms":["jquery"]}', { 'content-type': type })).status).toBe(200);
  });
});

describe('a bad request', () => {
  const terms = '"search_terms":["jquery"]';
  test.each([
    ['not JSON', 'search for jquery', /not valid JSON/],
    ['nothing', '', /empty/],
    ['JSON that breaks off', `{${terms}`, /not valid JSON/],
    ['a list', '[]', /array; give an object/],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), /UTF-8/],
    ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), /nested too deep/],
    ['a key __proto__', `{${terms},"__proto__":{}}`, /__proto__/],
    ['a key constructor', `{${terms},"constructor":{}}`, /constructor/],
    ['no terms', '{}', /search_terms is missing/],
    ['an unknown field', `{${terms},"limits":1}`, /"limits" is unknown; the nearest known one is "limit"/],
    [
      'an unknown mode',
      `{${terms},"mode":"strict"}`,
      /mode is "strict"; the known ones are strict_entry, entry/,
    ],
    [
      'a field by a name that is not specified',
      `{${terms},"fields":["country_iso_code","country"]}`,
      /fields\[1\] is "country"; the known ones are domain, /,
    ],
    ['an empty term to leave out', `{${terms},"exclude_terms":[""]}`, /exclude_terms\[0\]/],
    [
      '11 keywords',
      JSON.stringify({ search_terms: ['a'], keywords: Array(11).fill('a') }),
      /keywords has 11/,
    ],
    ['filters that are text', `{${terms},"filters":"a"}`, /filters is "a"; give an array/],
    ['a filter by an unknown field', `{${terms},"filters":["rank","=",1]}`, /filters\[0\].*domain_rank/],
    [
      'a filter of the wrong type',
      `{${terms},"filters":[["domain","=",1]]}`,
      /filters\[0\]\[2\] is not text/,
    ],
    [
      'a technology that does not exist',
      `{${terms},"filters":["technologies","=","WordPres"]}`,
      /^filters\[2\] is "WordPres", which is not a known value; the nearest are WordPress, \S/,
    ],
    [
      'a category that does not exist',
      `{"filters":["technologies","=","content.cmss"]}`,
      /is "content.cmss", which is not a known value; the nearest are content\.cms, /,
    ],
    [
      'the misspelt name of a country',
      `{"filters":["country_iso_code","in",["DE","Austriaa"]]}`,
      /^filters\[2\]\[1\] is "Austriaa", which .* the nearest are AT \(Austria\), AU \(Australia\), /,
    ],
    [
      'a language that does not exist',
      `{"filters":["language_code","=","germn"]}`,
      /which is not a known value; the nearest are de \(German\), /,
    ],
    [
      'a mistyped field',
      `{"filters":["domian","=","a.test"]}`,
      /is "domian", which is not a field .*; did you mean domain\? If not, use one of domain, /,
    ],
    ['filters of 20 lists', `{${terms},"filters":${'['.repeat(20)}${']'.repeat(20)}}`, /nest less deeply/],
    ['a term that is a number', '{"search_terms":[1]}', /search_terms\[0\] is 1; give a string/],
    ['snippets that are text', `{${terms},"snippets":"true"}`, /snippets is "true"; give a boolean/],
    ['11 terms', JSON.stringify({ search_terms: Array(11).fill('a') }), /11 items; give at most 10/],
    ['an empty term', '{"search_terms":[""]}', /search_terms\[0\]/],
    ['a term of white space', String.raw`{"search_terms":[" \n"]}`, /white space/],
    ['a term with NUL', String.raw`{"search_terms":["a\u0000"]}`, /NUL/],
    ['a term with half a surrogate pair', String.raw`{"search_terms":["\ud83d"]}`, /surrogate/],
    ['a term of 1,001 characters', JSON.stringify({ search_terms: ['a'.repeat(1001)] }), /1001 characters/],
    ['limit 0', `{${terms},"limit":0}`, /limit is 0/],
    ['a limit that is null', `{${terms},"limit":null}`, /limit is null.* leave the field out/],
    ['a limit that is text', `{${terms},"limit":"10"}`, /limit is "10"; give an integer/],
    ['a limit out of bounds', `{${terms},"limit":10001}`, /limit is 10001/],
    ['a limit out of any bounds', `{${terms},"limit":1e400}`, /limit is Infinity/],
    ['an offset out of bounds', `{${terms},"offset":10000}`, /offset_token/],
    ['limit + offset past 10,000', `{${terms},"offset":9999,"limit":2}`, /offset_token/],
    ['an order by an unknown field', `{${terms},"order_by":["rank,desc"]}`, /order_by\[0\].*domain_rank/],
    ['an order with a space', `{${terms},"order_by":["domain, asc"]}`, /order_by\[0\].*"domain,asc"/],
    ['an order by a field twice', `{${terms},"order_by":["domain,asc","domain,desc"]}`, /second time/],
    ['an empty token', `{${terms},"offset_token":""}`, /offset_token/],
    ['a token that is null', `{${terms},"offset_token":null}`, /offset_token is null/],
    ['a token of nonsense', `{${terms},"offset_token":"abc"}`, /offset_token is not a token|cut off|version/],
  ])('with %s is a 400 that says so', async (_name, body, details) => {
    const answer = await post(body);
    expect(detailsOf(answer)).toMatch(details);
    expect(answer.status).toBe(400);
  });

  test('with a token that was tampered with is a 400', async () => {
    const { offset_token } = await found({ search_terms: ['jquery'], limit: 1 });
    const changed =
      offset_token.slice(0, -3) + (offset_token.at(-3) === 'A' ? 'B' : 'A') + offset_token.slice(-2);
    const answer = await post(JSON.stringify({ search_terms: ['jquery'], offset_token: changed }));
    expect(answer.status).toBe(400);
    expect(detailsOf(answer)).toContain('offset_token');
  });

  test("with another search's token, or with a token and an offset, is a 400", async () => {
    const { offset_token } = await found({ search_terms: ['jquery'], limit: 1 });
    const other = await post(JSON.stringify({ search_terms: ['script'], offset_token }));
    expect([other.status, detailsOf(other)]).toEqual([400, expect.stringContaining('another search')]);
    const filters = ['domain', '<>', 'full.example'];
    const filtered = await post(JSON.stringify({ search_terms: ['jquery'], filters, offset_token }));
    expect([filtered.status, detailsOf(filtered)]).toEqual([400, expect.stringContaining('another search')]);
    const both = await post(JSON.stringify({ search_terms: ['jquery'], offset: 1, offset_token }));
    expect([both.status, detailsOf(both)]).toEqual([400, expect.stringContaining('beside offset_token')]);
  });

  test('with fields in the query string is a 400', async () => {
    const headers = { 'content-type': 'application/json', 'x-api-key': secret };
    const answer = await ask(`${api.url}${PATH}?limit=5`, { method: 'POST', headers, body: `{${terms}}` });
    expect([answer.status, detailsOf(answer)]).toEqual([400, expect.stringContaining('"limit" is unknown')]);
  });
});

describe('a body', () => {
  const padded = (size: number) => `{"search_terms":["jquery"]${' '.repeat(size - 27)}}`;

  test('of 1 MiB is taken, a byte more is a 413', async () => {
    expect((await post(padded(1_048_576))).status).toBe(200);
    const answer = await post(padded(1_048_577));
    expect([answer.status, detailsOf(answer)]).toEqual([413, expect.stringContaining('1048576 bytes')]);
  });

  test('of 2 MiB is a 413, in chunks of unknown number too', async () => {
    expect((await post(padded(2 * 1_048_576))).status).toBe(413);
    const stream = new Blob([padded(2 * 1_048_576)]).stream();
    const headers = { 'content-type': 'application/json', 'x-api-key': secret };
    const answer = await ask(api.url + PATH, { method: 'POST', headers, body: stream, duplex: 'half' });
    expect(answer.status).toBe(413);
  });

  test.each([
    ['of another type', { 'content-type': 'text/plain' }, /application\/json/],
    ['of a type that is none', { 'content-type': 'json' }, /application\/json/],
    ['in another charset', { 'content-type': 'application/json; charset=latin1' }, /charset/],
    ['compressed', { 'content-encoding': 'gzip' }, /Content-Encoding/],
  ])('%s is a 415', async (_name, headers, details) => {
    const answer = await post(gzipSync('{"search_terms":["jquery"]}'), headers);
    expect([answer.status, detailsOf(answer)]).toEqual([415, expect.stringMatching(details)]);
  });

  test('without a type is a 415', async () => {
    const bytes = new Blob(['{"search_terms":["jquery"]}']);
    const answer = await ask(api.url + PATH, {
      method: 'POST',
      headers: { 'x-api-key': secret },
      body: bytes,
    });
    expect(answer.status).toBe(415);
  });

  test('that is too large is a 413 before its type is looked at, its type before its content', async () => {
    expect((await post('x'.repeat(1_048_577), { 'content-type': 'json' })).status).toBe(413);
    expect((await post('not JSON', { 'content-type': 'text/html' })).status).toBe(415);
  });
});

describe('the order of checks', () => {
  const headers = (key: string) => ({ 'x-api-key': key, 'content-type': 'text/html' });

  test('is path, method, key, scope, body', async () => {
    const admin = await api.key(['admin']);
    const large = 'x'.repeat(2 * 1_048_576);
    const requested = (path: string, method: string, key: string) =>
      ask(api.url + path, { method, headers: headers(key), body: large }).then(({ status }) => status);
    expect(await requested('/nowhere', 'POST', 'wrong')).toBe(404);
    expect(await requested(PATH, 'PUT', 'wrong')).toBe(405);
    expect(await requested(PATH, 'POST', 'wrong')).toBe(401);
    expect(await requested(PATH, 'POST', admin)).toBe(403);
    expect(await requested(PATH, 'POST', secret)).toBe(413);
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])(
    '%s is a 405 with Allow',
    async (method) => {
      const answer = await ask(api.url + PATH, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
      expect(detailsOf(answer)).toBe('This path allows POST only.');
    },
  );

  test('HEAD is a 405 with Allow and without a body', async () => {
    const answer = await ask(api.url + PATH, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('allow'), answer.body]).toEqual([405, 'POST', null]);
  });

  test.each([PATH.toUpperCase(), `${PATH}%2F`, `/%zz`, `/${'a'.repeat(5_000)}`, `/admin/crawls/%zz`])(
    '%s is a 404',
    async (path) => {
      const answer = await ask(api.url + path, {
        method: 'POST',
        headers: { 'content-type': 'junk' },
        body: 'x',
      });
      expect(answer.status).toBe(404);
      detailsOf(answer);
    },
  );
});
