import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Kind } from './setting.ts';
import { loadConfig } from './load.ts';
import { effectiveSettings, environmentOf, SETTING_NAMES, SETTINGS } from './settings.ts';

const DIGITS = fc.nat({ max: 2 ** 31 }).map(String);
const ADDRESS = fc.oneof(fc.ipV4(), fc.ipV6());

/** Texts of every syntax there is; each setting takes those that it allows. */
const TEXTS: fc.Arbitrary<string> = fc.oneof(
  fc.constant(''),
  fc.string({ maxLength: 40 }),
  fc.string({ minLength: 32, maxLength: 200, unit: 'grapheme-ascii' }),
  DIGITS,
  fc
    .tuple(fc.nat({ max: 4_000 }), fc.constantFrom('', 'KiB', 'MiB', 'GiB', 'ms', 's', 'm', 'h'))
    .map((parts) => parts.join('')),
  fc.constantFrom(
    'none',
    'local',
    'google-suggest',
    'google-suggest:60',
    'youtube-data-api:7,yt-dlp:8',
    ' yt-dlp  --proxy\thttp://a ',
    'google-suggest:1,google-suggest:2',
    'nobody:1',
  ),
  fc.constantFrom('obey', 'ignore', 'sqlite', 'redis', 'info', 'silent'),
  ADDRESS,
  fc
    .array(
      fc.tuple(ADDRESS, fc.nat({ max: 128 })).map((parts) => parts.join('/')),
      { maxLength: 4 },
    )
    .map((list) => list.join(',')),
  fc.webUrl(),
  fc.emailAddress(),
  fc.domain().map((domain) => `http://user:word@${domain}:3128`),
  fc.domain().map((domain) => `rediss://user:word@${domain}:6379/3`),
  fc.tuple(fc.domain(), fc.ipV6()).map(([domain, address]) => `${domain}:1,[${address}]:65535`),
);

function readsBack(kind: Kind<unknown>, text: string): 'refused' | 'same' | 'different' {
  const parsed = kind.parse(text);
  if (parsed === null) return 'refused';
  return isDeepStrictEqual(kind.parse(kind.print(parsed.value)), parsed) ? 'same' : 'different';
}

describe('the table of settings', () => {
  test.each(SETTING_NAMES)('%s: what is printed reads back as the same value', (name) => {
    const law = fc.property(TEXTS, (text) => readsBack(SETTINGS[name].kind, text) !== 'different');
    expect(() => fc.assert(law, { numRuns: 400 })).not.toThrow();
    expect(readsBack(SETTINGS[name].kind, SETTINGS[name].default)).toBe('same');
  });

  test('no two settings share a variable', () => {
    const variables = SETTING_NAMES.map((name) => SETTINGS[name].variable);
    expect(new Set(variables).size).toBe(variables.length);
  });

  test.each(SETTING_NAMES)("%s is its variable's name in camel case", (name) => {
    const words = SETTINGS[name].variable.replace('SITEGREP_', '').toLowerCase().split('_');
    expect(
      words.map((word, at) => (at === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join(''),
    ).toBe(name);
  });
});

function row(env: Record<string, string>, variable: string): unknown {
  return effectiveSettings(loadConfig(env)).find((setting) => setting.variable === variable);
}

describe('effectiveSettings', () => {
  test('values are printed as they would be written', () => {
    expect(row({ SITEGREP_MAX_PAGE_BYTES: '2097152' }, 'SITEGREP_MAX_PAGE_BYTES')).toMatchObject({
      variable: 'SITEGREP_MAX_PAGE_BYTES',
      value: '2MiB',
      isDefault: false,
    });
    expect(row({}, 'SITEGREP_MAX_RETRY_AFTER')).toMatchObject({ value: '1m', isDefault: true });
    expect(row({ SITEGREP_CRAWL_DELAY: '0ms' }, 'SITEGREP_CRAWL_DELAY')).toMatchObject({ value: '0ms' });
    expect(
      row({ SITEGREP_ALLOWED_ADDRESSES: '10.0.0.1, fd00::/8' }, 'SITEGREP_ALLOWED_ADDRESSES'),
    ).toMatchObject({
      value: '10.0.0.1/32,fd00::/8',
    });
  });

  test('a default that is said is still the default', () => {
    expect(row({ SITEGREP_PORT: '8080' }, 'SITEGREP_PORT')).toMatchObject({ value: '8080', isDefault: true });
  });

  test('secrets are hidden, whatever their length; an absent one is empty', () => {
    const short = row({ SITEGREP_ADMIN_KEY: 'a'.repeat(32) }, 'SITEGREP_ADMIN_KEY');
    const long = row({ SITEGREP_ADMIN_KEY: 'b'.repeat(99) }, 'SITEGREP_ADMIN_KEY');
    expect(short).toMatchObject({ group: 'HTTP API', value: '********', isDefault: false });
    expect(long).toEqual(short);
    expect(row({}, 'SITEGREP_ADMIN_KEY')).toMatchObject({ value: '', isDefault: true });
  });

  test('of the address of Redis only the credentials are hidden', () => {
    expect(
      row({ SITEGREP_REDIS_URL: 'redis://me:hunter2@redis.internal/1' }, 'SITEGREP_REDIS_URL'),
    ).toMatchObject({
      value: 'redis://********@redis.internal/1',
    });
  });

  test("of a provider's address and command all is shown but what may be a credential", () => {
    const url = 'https://me:hunter2@search.internal:8443/searx';
    expect(row({ SITEGREP_SEARXNG_URL: url }, 'SITEGREP_SEARXNG_URL')).toMatchObject({
      value: 'https://********@search.internal:8443/searx',
    });
    const command = (text: string): unknown =>
      row({ SITEGREP_YT_DLP_COMMAND: text }, 'SITEGREP_YT_DLP_COMMAND');
    expect(command('/opt/yt-dlp --proxy http://me:hunter2@a')).toMatchObject({
      value: '/opt/yt-dlp ********',
    });
    expect(command('yt-dlp')).toMatchObject({ value: 'yt-dlp', isDefault: true });
    expect(row({ SITEGREP_DATAFORSEO_LOGIN: 'me' }, 'SITEGREP_DATAFORSEO_LOGIN')).toMatchObject({
      value: '********',
    });
  });

  test("only a proxy's credentials are hidden, not where it is", () => {
    const proxy = (url: string): unknown => row({ SITEGREP_HTTP_PROXY: url }, 'SITEGREP_HTTP_PROXY');
    expect(proxy('http://me:hunter2@proxy.internal:3128')).toMatchObject({
      value: 'http://********@proxy.internal:3128',
    });
    expect(proxy('http://token@proxy.internal')).toMatchObject({ value: 'http://********@proxy.internal' });
    expect(proxy('http://proxy.internal:3128')).toMatchObject({ value: 'http://proxy.internal:3128' });
  });
});

test('the environment of settings gives the same settings again, and names those alone that differ', () => {
  const env = {
    SITEGREP_PORT: '9090',
    SITEGREP_ADMIN_KEY: 'a'.repeat(32),
    SITEGREP_SEARXNG_URL: 'http://me:hunter2@127.0.0.1:9',
    SITEGREP_WEB_SERP_PROVIDERS: 'searxng,local',
    SITEGREP_CRAWL_DELAY: '20ms',
    SITEGREP_DATA_DIR: './data',
  };
  const again = environmentOf(loadConfig(env));
  expect(loadConfig(again)).toEqual(loadConfig(env));
  expect(Object.keys(again).toSorted()).toEqual(
    Object.keys(env)
      .filter((name) => name !== 'SITEGREP_DATA_DIR')
      .toSorted(),
  );
});
