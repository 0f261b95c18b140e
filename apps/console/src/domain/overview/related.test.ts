import { compilePattern, parsePattern } from '@sitegrep/patterns';
import { describe, expect, test } from 'vitest';
import { EXTRACTIONS, relatedQuery, relatedSites, sharedIcon, sharedOf } from './related.ts';

const phone = (number: string, written: string) =>
  ({ number, written, kind: 'phone', source: 'text', url: 'https://a.example/' }) as const;
const NOTHING = { email: [], phone_numbers: [], registration_numbers: [] };

describe('what a domain shares', () => {
  test('are the accounts in its sources, each of its kind, but none that nobody filled in', () => {
    const accounts = [
      'G-7XK2P9QW4L',
      'UA-98765-1',
      'GTM-AB12CD',
      'AW-987654321',
      'ca-pub-9876543210987654',
      'G-XXXXXXXXXX',
      'UA-12345-1',
      'UA-00000-0',
    ];
    const shared = sharedOf(NOTHING, {
      accounts,
      pixels: ['987650001112223'],
      proofs: ['a'.repeat(40), 'short'],
    });
    expect(shared.map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      'analytics G-7XK2P9QW4L',
      'analytics UA-98765-1',
      'tagManager GTM-AB12CD',
      'ads AW-987654321',
      'adSense ca-pub-9876543210987654',
      'pixel 987650001112223',
      `proof ${'a'.repeat(40)}`,
    ]);
    expect(shared[0]?.query).toBe('"G-7XK2P9QW4L"');
  });

  test('are its numbers and addresses, at most three of a kind', () => {
    const shared = sharedOf(
      {
        email: Array.from({ length: 20 }, (_, at) => `m${at}@a.example`),
        phone_numbers: [phone('+49405550123', '040 555 0123'), phone('+49110', '110')],
        registration_numbers: [
          {
            kind: 'vat',
            number: 'DE123456789',
            country: 'DE',
            source: 'text',
            written: 'USt-IdNr. DE123456789',
          },
        ],
      },
      {},
    );
    expect(shared.map(({ kind }) => kind)).toEqual([
      'phone',
      'registration',
      ...Array.from({ length: 3 }, () => 'email'),
    ]);
    expect(shared[0]?.query).toBe('("+49405550123" OR "040 555 0123")');
    expect(shared.at(-1)?.query).toBe('email:"m2@a.example"');
    expect(relatedQuery(shared.slice(0, 2), 'a.example')).toBe(
      '(("+49405550123" OR "040 555 0123") OR "DE123456789") -site:a.example',
    );
  });

  test.each([
    ["gtag('config','G-7XK2P9QW4L')", 'G-7XK2P9QW4L'],
    ['id=GTM-AB12CD"', 'GTM-AB12CD'],
    ['IMG-20230101.jpg', null],
    ['big-ABCDEFGHIJ', null],
    ['g-abcdefghij', null],
  ])('%s has the account %s', (source, account) => {
    const pattern = parsePattern(EXTRACTIONS[0]?.pattern ?? '');
    if (!pattern.ok) throw new Error('not a pattern');
    const found = compilePattern(pattern.value, { caseSensitive: false, onWork: () => {} }).find(source, 0);
    expect(found === null ? null : source.slice(found.start, found.end)).toBe(account);
  });
});

test('related sites say what they share, those that share most first', () => {
  const shared = sharedOf(
    { ...NOTHING, email: ['info@a.example'], phone_numbers: [phone('+49405550123', '040 555 0123')] },
    { accounts: ['G-7XK2P9QW4L'] },
  );
  const icon = sharedIcon(-5);
  const match = (term: string) => ({ term }) as never;
  const sites = relatedSites(
    [
      { domain: 'b.example', email: ['info@b.example'], matches: [match('040 555 0123')] },
      { domain: 'c.example', email: ['info@a.example'], matches: [match('g-7xk2p9qw4l')] },
      { domain: 'd.example', email: [] },
    ],
    shared,
    [
      { domain: 'e.example', icon },
      { domain: 'c.example', icon },
    ],
  );
  expect(
    sites.map(({ domain, reasons }) => `${domain}: ${reasons.map(({ kind }) => kind).join(' ')}`),
  ).toEqual(['c.example: analytics email icon', 'b.example: phone', 'e.example: icon']);
  expect(icon.query).toBe('icon:-5');
});
