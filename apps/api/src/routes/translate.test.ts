import { checker, TranslateAnswer } from '@sitegrep/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask, documentOf, refusalOf, serve, type Served } from '../../test/served-api.ts';
import { wholeSite } from '@sitegrep/storage';

const checkAnswer = checker(TranslateAnswer);

let api: Served;
let secret: string;
beforeAll(async () => {
  api = await serve();
  secret = await api.key(['search']);
  await api.storage.domains.put([
    wholeSite(documentOf('shop.example', '<title>Teas &amp; more</title><script>gtag("js")</script>')),
    wholeSite(documentOf('tea.example', '<title>Teas</title>')),
  ]);
});
afterAll(() => api.close());

function post(path: string, body: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-api-key': secret };
  return ask(api.url + path, { method: 'POST', body, headers });
}

async function translated(engine: string, query: string) {
  const { status, body } = await post('/search/translate', JSON.stringify({ engine, query }));
  const checked = checkAnswer(body);
  if (!checked.ok) throw new Error(`${status} ${JSON.stringify(body)}: ${JSON.stringify(checked.problem)}`);
  return checked.value.data;
}

/** Number of domains that a translation finds. */
async function totalOf(q: string): Promise<unknown> {
  const { body } = await post('/search', JSON.stringify({ q, count_only: true }));
  return (body as { readonly data: { readonly total_count: unknown } }).data.total_count;
}

describe('a query of another engine', () => {
  test.each([
    ['fofa', 'body="gtag" && title="Teas"', 'same:page("gtag" title:"Teas")', 1],
    ['fofa', 'body="gtag"\r\n&& title="Teas"\n', 'same:page("gtag" title:"Teas")', 1],
    ['fofa', 'body="Teas</title>\n"', String.raw`"Teas</title>\n"`, 0],
    ['publicwww', '"a\u200b\u202eb"', '"a\u200b\u202eb"', 0],
    ['publicwww', '"<title>teas"', '"<title>teas"', 2],
    ['publicwww', '"<title>" -"gtag("', 'same:page("<title>" -"gtag(")', 1],
  ])('of %s, %j, is asked as %s', async (engine, original, query, total) => {
    expect(await translated(engine, original)).toMatchObject({ query, left_out: [], problem: null });
    expect(await totalOf(query)).toBe(total);
  });

  test.each([
    ['fofa', 'body="gtag" && title="teas"', 'exact', []],
    ['fofa', 'body="gtag" && port="80"', 'at_most', ['port="80"']],
    ['fofa', 'body="gtag" || port="80"', 'at_least', ['port="80"']],
  ])('of %s, %s, is %s', async (engine, original, bound, parts) => {
    const { bound: found, left_out } = await translated(engine, original);
    expect([found, left_out.map(({ part }) => part)]).toEqual([bound, parts]);
  });

  test.each([
    ['fofa', 'port="80"', /^ports, protocols and banners of services are not stored$/, 1],
    ['fofa', ' \n ', /^it can't be read: at column 4, a part is missing$/, 0],
    ['fofa', '(', /^it can't be read: at column 2, a part is missing$/, 0],
    ['fofa', '('.repeat(9_999), /^it can't be read: at column 52, this is inside of 50 groups /, 0],
    ['shodan', '-'.repeat(9_999), /^it can't be read: at column 52, this is inside of 50 groups /, 0],
    [
      'shodan',
      'http.component:Wordpres',
      /^tech: is "Wordpres", which is not a known value; the nearest are WordPress, .*[^.]$/,
      1,
    ],
    ['publicwww', 'a '.repeat(4_999), /^it has too many parts; a query has at most 500$/, 0],
    ['publicwww', 'a '.repeat(600), /^there are 60\d texts, patterns and conditions; give at most 500$/, 0],
    ['publicwww', '"a\u0000b"', /^the text has a NUL character; leave it out, no page has one$/, 1],
    ['fofa', `body="${'a'.repeat(1_001)}"`, /^the text has 1001 characters; give at most 1000$/, 1],
  ])(
    'of %s that cannot be asked, %#, is answered with the reason',
    async (engine, original, problem, parts) => {
      const answer = await translated(engine, original);
      expect(answer).toMatchObject({ query: null, bound: null, problem: expect.stringMatching(problem) });
      expect(answer.left_out).toHaveLength(parts);
    },
  );

  test('with names that are not known, by the hundreds, is given up', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `q${index}`);
    expect(await translated('shodan', `http.component:${names.join(',')}`)).toEqual({
      query: null,
      bound: null,
      left_out: [],
      problem: expect.stringMatching(
        /^more than 50 parts of it can't be asked; for one of them, tech: is "q\d+", which is not a known value; /,
      ),
    });
  });
});

test.each([
  [{}, /^engine is missing; it is required\.$/],
  [{ engine: 'fofa' }, /^query is missing; it is required\.$/],
  [{ engine: 'fofa', query: '' }, /^query is ""; give at least 1 character\.$/],
  [{ engine: 'fofa', query: null }, /^query is null; give a string or leave the field out\.$/],
  [{ engine: 'fofa', query: ['a'] }, /^query is an array; give a string\.$/],
  [{ engine: 'fofa', query: 'a'.repeat(100_000) }, /^query has 100000 characters; give at most 10000 /],
  [{ engine: 'FOFA', query: 'a' }, /^engine is "FOFA"; the nearest known one is "fofa"\.$/],
  [{ engine: 7, query: 'a' }, /^engine is 7; the known ones are .*\bfofa\b/],
  [{ engine: 'altavista', query: 'a' }, /^engine is "altavista"; the known ones are .*\bfofa\b/],
  [{ engine: '__proto__', query: 'a' }, /^engine is "__proto__"; the known ones are .*\bfofa\b/],
  [{ engine: 'fofa', q: 'a' }, /^Field "q" is unknown; /],
  [[], /^The body is an array; give an object\.$/],
])('a request that is wrong, %#, is refused with the remedy', async (body, details) => {
  expect(refusalOf(await post('/search/translate', JSON.stringify(body)))).toEqual([
    400,
    expect.stringMatching(details),
  ]);
});
