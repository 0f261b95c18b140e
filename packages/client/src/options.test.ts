import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { addressOf } from './request.ts';
import { SitegrepClient } from './client.ts';
import { settled } from './options.ts';

const baseUrl = 'https://search.example';

test.each([
  ['https://search.example', 'https://search.example/healthz'],
  ['https://search.example/', 'https://search.example/healthz'],
  ['https://search.example/api?x=1#y', 'https://search.example/api/healthz'],
  ['http://127.0.0.1:8080/a/b/', 'http://127.0.0.1:8080/a/b/healthz'],
])('operations of %s are below it', (url, health) => {
  expect(addressOf(settled({ baseUrl: url }).baseUrl, 'getHealth', {}).href).toBe(health);
});

test('a path of the base URL is kept', () => {
  const base = new URL('https://search.example/');
  const address = (id: string): string => addressOf(base, 'getCrawl', { path: { id } }).href;
  expect(address('a/../b?c#d')).toBe('https://search.example/admin/crawls/a%2F..%2Fb%3Fc%23d');
  for (const id of ['', '.', '..']) expect(() => address(id)).toThrow(`getCrawl: id is "${id}"`);
});

test.each([
  [{ baseUrl: 'search.example' }, 'baseUrl is not an http or https URL'],
  [{ baseUrl: 'ftp://search.example' }, 'baseUrl is not an http or https URL'],
  [{ baseUrl, timeout: -1 }, 'timeout is -1; give an integer from 0'],
  [{ baseUrl, timeout: Number.NaN }, 'timeout is NaN'],
  [{ baseUrl, retries: 1.5 }, 'retries is 1.5'],
  [{ baseUrl, maxRetryDelay: Number.POSITIVE_INFINITY }, 'maxRetryDelay is Infinity'],
])('%o is refused', (options, message) => {
  expect(() => new SitegrepClient(options)).toThrow(new RegExp(`^${message}`));
});

test.each(['', 'sg_secret\n', 'sg secret', 'sg_sécret', 's'.repeat(201)])(
  'a key that is none is refused without being repeated: %j',
  (key) => {
    const refused = (): unknown => new SitegrepClient({ baseUrl, key });
    expect(refused).toThrow(/^key is not an API key: give 1 to 200 visible characters/);
    expect(refused).not.toThrow(/secret|sss/);
  },
);

test('a password in the address is refused without being repeated', () => {
  const refused = (): unknown => new SitegrepClient({ baseUrl: 'https://me:hidden@search.example' });
  expect(refused).toThrow(/user name or a password/);
  expect(refused).not.toThrow(/hidden/);
});

test('a client that is printed does not show its key', () => {
  const client = new SitegrepClient({ baseUrl, key: 'sg_hidden' });
  expect(inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client)).not.toContain('hidden');
});
