import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cloudflareLinkHex, decodeCloudflareEmail } from './cfemail.ts';

test('an address is XORed with its first byte', () => {
  // 0x5a ^ 'a' (0x61) = 0x3b, '@' (0x40) = 0x1a, 'b' = 0x38, '.' = 0x74, 'c' = 0x39, 'o' = 0x35
  expect(decodeCloudflareEmail('5a3b1a38743935')).toBe('a@b.co');
  expect(decodeCloudflareEmail('5A3B1A38743935')).toBe('a@b.co');
});

test('every key gives the address back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 255 }),
      fc.string({ minLength: 1, maxLength: 60 }),
      (key, address) => {
        const bytes = [key, ...Buffer.from(address).map((byte) => byte ^ key)];
        expect(decodeCloudflareEmail(Buffer.from(bytes).toString('hex'))).toBe(address);
      },
    ),
  );
});

test.each(['', '5a', '5a3', 'zz3b1a', '5a3b1', `5a${'3b'.repeat(400)}`])(
  '%s is not protected text',
  (hex) => {
    expect(decodeCloudflareEmail(hex)).toBeNull();
  },
);

test('the protected part of a link', () => {
  expect(cloudflareLinkHex('/cdn-cgi/l/email-protection#5a3b1a')).toBe('5a3b1a');
  expect(cloudflareLinkHex('https://firm.test/cdn-cgi/l/email-protection#5a3b1a')).toBe('5a3b1a');
  expect(cloudflareLinkHex('/cdn-cgi/l/email-protection')).toBeNull();
  expect(cloudflareLinkHex('/contact#5a3b1a')).toBeNull();
});
