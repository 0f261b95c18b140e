import { expect, test } from 'vitest';
import { llmsOutline } from './sections.ts';
import { securityFields } from './security.ts';
import { sellersIn } from './sellers.ts';

test('security.txt has its fields by RFC 9116, whatever their case and order, and signed ones too', () => {
  const text = [
    '-----BEGIN PGP SIGNED MESSAGE-----',
    'Hash: SHA256',
    '',
    '# Canonical is below',
    'contact:mailto:security%2Buri@example.com',
    'Contact: tel:+1-201-555-0123',
    'Expires: 2021-12-31T18:37:07z',
    'Encryption: openpgp4fpr:5f2de5521c63a801ab59ccb603d49de44b29100f',
    'Preferred-Languages: en, es,  fr',
    'Acknowledgments: https://example.com/hall-of-fame.html',
    'Policy: https://example.com/disclosure-policy.html',
    'Hiring: https://example.com/jobs.html',
    'Canonical: https://www.example.com/.well-known/security.txt',
    'Csaf: https://example.com/x.json',
    'no field',
    '-----BEGIN PGP SIGNATURE-----',
  ].join('\r\n');
  expect(securityFields(text)).toEqual({
    contact: ['mailto:security%2Buri@example.com', 'tel:+1-201-555-0123'],
    encryption: ['openpgp4fpr:5f2de5521c63a801ab59ccb603d49de44b29100f'],
    acknowledgments: ['https://example.com/hall-of-fame.html'],
    policy: ['https://example.com/disclosure-policy.html'],
    hiring: ['https://example.com/jobs.html'],
    canonical: ['https://www.example.com/.well-known/security.txt'],
    preferredLanguages: ['en', 'es', 'fr'],
    expires: Date.UTC(2021, 11, 31, 18, 37, 7),
    isSigned: true,
  });
});

test.each([
  ['2026-11-29T00:00:00Z', Date.UTC(2026, 10, 29)],
  ['2026-11-29T01:00:00+01:00', Date.UTC(2026, 10, 29)],
  ['Thu, 31 Dec 2026 18:37:07 GMT', Date.UTC(2026, 11, 31, 18, 37, 7)],
  ['next year', null],
  ['2026', null],
])('a security.txt that expires %s', (expires, time) => {
  expect(securityFields(`Contact: https://a.test/\nExpires: ${expires}\n`).expires).toBe(time);
});

test('ads.txt has records and declarations by the specification of the IAB', () => {
  const text = [
    '# comment',
    'greenadexchange.com, 12345, DIRECT, d75815a79',
    'silverssp.com, 9675, RESELLER, f496211  # note',
    'blueadexchange.com,XF436,direct',
    'BlueAdExchange.com , XF437 , Reseller ; extension',
    'tab.example.com\t1\tDIRECT',
    'subdomain=divisionone.example.com',
    'OWNERDOMAIN = example.com',
    'greenadexchange.com, 12345',
    'greenadexchange.com, 12345, OTHER',
    ', 1, DIRECT',
    'nodomain, 1, DIRECT',
    '<p>a.com, 1, DIRECT',
  ].join('\n');
  expect(sellersIn(text)).toEqual({
    sellers: [
      { system: 'greenadexchange.com', account: '12345', relation: 'DIRECT', authority: 'd75815a79' },
      { system: 'silverssp.com', account: '9675', relation: 'RESELLER', authority: 'f496211' },
      { system: 'blueadexchange.com', account: 'XF436', relation: 'DIRECT', authority: null },
      { system: 'blueadexchange.com', account: 'XF437', relation: 'RESELLER', authority: null },
      { system: 'tab.example.com', account: '1', relation: 'DIRECT', authority: null },
    ],
    variables: [
      { name: 'subdomain', value: 'divisionone.example.com' },
      { name: 'ownerdomain', value: 'example.com' },
    ],
  });
});

test('llms.txt has a title, a summary, and sections with links', () => {
  const text =
    '# Title #\n\n> Summary of it \n> more\n\nText\n\n## Docs\n\n- [One](https://a.test/1.md): about\n* [Two](/2.md)\n### Deeper\n+ [Three](3)\n\n## Optional\n\n[not in a list](x)\n';
  expect(llmsOutline(text)).toEqual({
    title: 'Title',
    summary: 'Summary of it',
    sections: [
      {
        title: 'Docs',
        links: [
          { title: 'One', url: 'https://a.test/1.md' },
          { title: 'Two', url: '/2.md' },
          { title: 'Three', url: '3' },
        ],
      },
      { title: 'Optional', links: [] },
    ],
  });
});
