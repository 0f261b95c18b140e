import { describe, expect, test } from 'vitest';
import { run, type Ended } from '../../test/command.ts';

const translated = (...args: readonly string[]): Promise<Ended> => run(['translate', ...args], {});

describe('sitegrep translate', () => {
  test.each([
    ['fofa', 'body="gtag(" && title="shop"', 'same:page("gtag(" title:"shop")'],
    ['fofa', 'body="a\n" \n&& title="b"', String.raw`same:page("a\n" title:"b")`],
    ['shodan', 'http.component:wordpress', 'tech:"wordpress"'],
    ['publicwww', '"\u001b[31m"', '"\u001b[31m"'],
  ])('prints for a query of %s, %j, that of sitegrep alone', async (engine, original, query) => {
    expect(await translated(engine, original)).toEqual({ code: 0, stdout: `${query}\n`, stderr: '' });
  });

  test('takes a query that begins with a minus after --', async () => {
    expect((await translated('publicwww', '--', '-gtag jquery')).stdout).toBe(
      'same:page(-"gtag" "jquery")\n',
    );
  });

  test.each([
    [
      'body="gtag" && port="80"',
      [
        'note: port="80" is left out: ports, protocols and banners of services are not stored',
        'note: the query may find too many domains: what is left out would narrow it',
      ],
    ],
    [
      'body="gtag" || port="80"',
      [
        'note: port="80" is left out: ports, protocols and banners of services are not stored',
        'note: the query may find too few domains: what is left out would widen it',
      ],
    ],
    [
      ['body="gtag"', ...Array.from({ length: 22 }, () => 'port="80"')].join(' && '),
      [
        ...Array.from(
          { length: 20 },
          () => 'note: port="80" is left out: ports, protocols and banners of services are not stored',
        ),
        'note: 2 further parts are left out',
        'note: the query may find too many domains: what is left out would narrow it',
      ],
    ],
  ])('says on standard error what is left out of %s', async (original, notes) => {
    expect(await translated('fofa', original)).toEqual({
      code: 0,
      stdout: '"gtag"\n',
      stderr: `${notes.join('\n')}\n`,
    });
  });

  test.each([
    [
      ['fofa', 'port="80"'],
      "error: the query can't be translated: ports, protocols and banners of services are not stored.\n",
    ],
    [
      ['fofa', 'port="80" || country="DE"'],
      'note: country="DE" is left out: it is the country in which a server stands; country: here is the country of a site\n' +
        "error: the query can't be translated: ports, protocols and banners of services are not stored.\n",
    ],
    [
      ['fofa', 'body="gtag'],
      "error: the query can't be translated: it can't be read: at column 6, a quote is not closed.\n",
    ],
    [
      ['fofa', ''],
      "error: the query can't be translated: it can't be read: at column 1, a part is missing.\n",
    ],
    [
      ['fofa', 'a'.repeat(100_000)],
      "error: the query can't be translated: it can't be read: it has 100000 characters; a query that is read has at most 10000.\n",
    ],
  ])('refuses a query with the reason, %#', async (args, stderr) => {
    expect(await translated(...args)).toEqual({ code: 2, stdout: '', stderr });
  });

  test.each([
    [
      ['altavista', 'gtag'],
      /'altavista' is invalid\s+for argument 'engine'\. Allowed choices\s+are .*\bfofa\b/s,
    ],
    [['fofa'], /missing required argument 'query'/],
    [['fofa', 'body="a"', '&&'], /too many arguments/],
    [['publicwww', '-gtag'], /unknown option '-gtag'/],
  ])('refuses the arguments %j', async (args, stderr) => {
    const ended = await translated(...args);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(stderr);
  });

  test('prints all of a translation as JSON', async () => {
    const { code, stdout, stderr } = await translated('fofa', 'body="a" && port="80"', '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      query: '"a"',
      bound: 'at_most',
      left_out: [{ part: 'port="80"', reason: 'ports, protocols and banners of services are not stored' }],
      problem: null,
    });
    const refused = await translated('fofa', 'port="80"', '--json');
    expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([
      2,
      { query: null, bound: null, problem: 'ports, protocols and banners of services are not stored' },
    ]);
  });
});
