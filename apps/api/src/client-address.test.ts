import { expect, test } from 'vitest';
import { clientAddress, withoutPorts } from './client-address.ts';

test('a client has the address that a proxy reports, or else that of its connection', () => {
  expect(clientAddress('::ffff:198.51.100.7', '127.0.0.1')).toBe('198.51.100.7');
  expect(clientAddress('unknown', '::ffff:127.0.0.1')).toBe('127.0.0.1');
  expect(clientAddress('unknown', undefined)).toBe('');
});

test('a list of proxies has each address in its one form, without ports', () => {
  const given = '203.0.113.9:51234, [2001:DB8::1]:443,::ffff:a00:1, [::ffff:10.0.0.2], unknown';
  expect(withoutPorts(given)).toBe('203.0.113.9, 2001:db8::1, 10.0.0.1, 10.0.0.2, unknown');
});
