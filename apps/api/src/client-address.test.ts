import { expect, test } from 'vitest';
import { clientAddress, plainAddress } from './client-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:0207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:DB8::0:1', '2001:db8::1'],
  ['::1', '::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['', ''],
])('%s is %s', (address, plain) => {
  expect(plainAddress(address)).toBe(plain);
});

test('a client has the address that a proxy reports, or else that of its connection', () => {
  expect(clientAddress('::ffff:198.51.100.7', '127.0.0.1')).toBe('198.51.100.7');
  expect(clientAddress('unknown', '::ffff:127.0.0.1')).toBe('127.0.0.1');
  expect(clientAddress('unknown', undefined)).toBe('');
});
