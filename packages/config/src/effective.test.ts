import { describe, expect, test } from 'vitest';
import { effectiveSettings } from './effective.ts';
import { loadConfig } from './load.ts';

function row(env: Record<string, string>, variable: string): unknown {
  return effectiveSettings(loadConfig(env)).find((setting) => setting.variable === variable);
}

describe('effectiveSettings', () => {
  test('values are printed as they would be written', () => {
    expect(row({ SITEGREP_MAX_PAGE_BYTES: '2097152' }, 'SITEGREP_MAX_PAGE_BYTES')).toEqual({
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
    expect(short).toEqual({ variable: 'SITEGREP_ADMIN_KEY', value: '********', isDefault: false });
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
