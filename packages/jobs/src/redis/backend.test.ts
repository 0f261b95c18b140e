import { describe, expect, test } from 'vitest';
import { redisSettings, type RedisBackend } from './backend.ts';

const settings = (rest: Partial<RedisBackend> & { readonly url: string }) =>
  redisSettings({ kind: 'redis', prefix: 'sitegrep', ...rest });

describe('settings of Redis', () => {
  test('a plain url: the usual port, database 0, no TLS', () => {
    expect(settings({ url: 'redis://queue.test' })).toEqual({
      addresses: [{ host: 'queue.test', port: 6379 }],
      topology: { kind: 'single' },
      username: null,
      password: null,
      database: 0,
      tls: null,
      prefix: 'sitegrep',
    });
  });

  test('credentials, escaped characters, an IPv6 address, a database, TLS with certificates', () => {
    expect(settings({ url: 'rediss://me:p%40ss%2F@[::1]:7000/3', ca: 'PEM' })).toMatchObject({
      addresses: [{ host: '::1', port: 7000 }],
      username: 'me',
      password: 'p@ss/',
      database: 3,
      tls: { ca: 'PEM', servername: null },
    });
    expect(settings({ url: 'rediss://queue.test' }).tls).toEqual({ ca: null, servername: 'queue.test' });
  });

  test('Sentinels: the url names the first, on their usual port', () => {
    const topology = {
      kind: 'sentinel',
      group: 'mymaster',
      further: [{ host: 'b.test', port: 5000 }],
      username: null,
      password: null,
    } as const;
    expect(settings({ url: 'redis://a.test', topology }).addresses).toEqual([
      { host: 'a.test', port: 26379 },
      { host: 'b.test', port: 5000 },
    ]);
  });

  test('a cluster: its keys have a hash tag, so that a script finds them in one slot', () => {
    const topology = { kind: 'cluster', further: [] } as const;
    expect(settings({ url: 'redis://a.test', topology }).prefix).toBe('{sitegrep}');
    expect(() => settings({ url: 'redis://a.test/2', topology })).toThrow('a cluster has database 0 only');
  });

  test.each([
    ['http://a.test', 'url is not a Redis url: give redis://host:port'],
    ['a.test:6379', 'url is not a Redis url'],
    ['redis://', 'url is not a Redis url'],
    ['redis://a.test/queue', 'ends in /queue, but must end in the number of a database'],
    ['redis://:secret%@a.test', "has a '%' in its user or password: write it as %25"],
  ])('%s is refused', (url, message) => {
    expect(() => settings({ url })).toThrow(message);
  });

  test('errors contain no password', () => {
    expect(() => settings({ url: 'redis://me:secret@a.test/x' })).toThrow(/^(?!.*secret)/);
  });

  test('a prefix out of bounds and certificates without TLS are refused', () => {
    for (const prefix of ['', 'a:b', '{a}', 'a'.repeat(65)]) {
      expect(() => settings({ url: 'redis://a.test', prefix })).toThrow('must be 1 to 64 letters');
    }
    expect(() => settings({ url: 'redis://a.test', ca: 'PEM' })).toThrow('start its url with rediss://');
  });
});
