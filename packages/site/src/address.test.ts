import { describe, expect, test } from 'vitest';
import { networkSet, plainAddress, readAddress, readNetwork } from './address.ts';

describe('an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['::ffff:a00:1', '10.0.0.1'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:0:0', '0.0.0.0'],
    // IPv4-compatible and translated addresses are others.
    ['::192.0.2.7', '::c000:207'],
    ['::ffff:0:192.0.2.7', '::ffff:0:c000:207'],
    ['2001:DB8::0:1', '2001:db8::1'],
    ['::1', '::1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['::ffff:192.0.2.7%eth0', '::ffff:c000:207%eth0'],
  ])('%s is %s', (written, text) => {
    expect(readAddress(written)).toEqual({ text, family: text.includes(':') ? 6 : 4 });
    expect(plainAddress(written)).toBe(text);
  });

  test.each(['', 'unknown', '192.0.2', '192.0.2.256', '[::1]', '0x7f.1', '10.0.0.1/8', ' ::1'])(
    '%j is none',
    (text) => {
      expect(readAddress(text)).toBeNull();
      expect(plainAddress(text)).toBe(text);
    },
  );
});

test.each([
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['10.0.0.1', '10.0.0.1/32'],
  ['::ffff:a00:0/104', '10.0.0.0/8'],
  ['::ffff:a00:1', '10.0.0.1/32'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
  ['FD00::/8', 'fd00::/8'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['::/0', '::/0'],
  // Larger than all IPv4 addresses.
  ['::ffff:0:0/95', null],
  ['10.0.0.0/33', null],
  ['fd00::/129', null],
  ['fe80::1%eth0', null],
  ['10.0.0.0/', null],
  ['10.0.0.0/8/8', null],
  ['10.0.0.0/-1', null],
  ['localhost', null],
])('the network %s is %s', (text, plain) => {
  const network = readNetwork(text);
  expect(network === null ? null : `${network.address.text}/${network.bits}`).toBe(plain);
});

describe('a set of networks', () => {
  const has = networkSet(['10.0.0.0/8', '::ffff:c0a8:0/112', 'fd00::/8']);
  test.each([
    ['10.1.2.3', true],
    ['::ffff:a01:203', true],
    ['::ffff:10.1.2.3', true],
    ['192.168.1.1', true],
    ['192.169.1.1', false],
    ['fd12::1', true],
    ['fe80::1', false],
    ['11.0.0.1', false],
    ['10.1.2', false],
    ['', false],
  ])('has %s: %j', (address, expected) => {
    expect(has(address)).toBe(expected);
  });

  test('is refused with what is not one', () => {
    expect(() => networkSet(['10.0.0.0/8', '10.0.0.0/40'])).toThrow("'10.0.0.0/40' is not a network");
  });
});
