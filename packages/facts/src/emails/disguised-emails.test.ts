import { expect, test } from 'vitest';
import { collectEmails } from './emails.ts';

const emailsIn = (text: string): readonly string[] => {
  const collector = collectEmails();
  collector.addDisguised(text);
  return [...collector.sightings().keys()];
};

test.each([
  ['office [at] firm [dot] org', ['office@firm.org']],
  ['office(at)firm(dot)co(dot)uk', ['office@firm.co.uk']],
  ['max [dot] berg {at} firm.org', ['max.berg@firm.org']],
  ['office < at > firm < dot > org', ['office@firm.org']],
  ['office[ÄT]firm[PUNKT]de', ['office@firm.de']],
  ['office (@) firm.org', ['office@firm.org']],
  ['office【at】firm.cn', ['office@firm.cn']],
  ['office＠firm．jp まで', ['office@firm.jp']],
  ['Maria.Lind AT firm DOT org', ['maria.lind@firm.org']],
  ['E-Mail: anna.berg @ firm.org', ['anna.berg@firm.org']],
  ['call or mail: info @ firm.org', ['info@firm.org']],
  ['a(at)firm.org, b(at)firm.org', ['a@firm.org', 'b@firm.org']],
])('%s', (text, emails) => {
  expect(emailsIn(text)).toEqual(emails);
});

test.each([
  'We are at firm.org today',
  'We are AT firm.org today',
  'We met (at) noon. Then home.',
  'SALE AT STORE DOT',
  'follow us @ firm.org',
  'music @ firm.org',
  '(at)firm.org',
  'info(at)firm',
  'info(at)example.com',
  'info [at] 10.45',
  '(at)'.repeat(10_000),
  ' AT '.repeat(10_000),
  `${'a'.repeat(100_000)}(at)${'b.'.repeat(100_000)}`,
])('%.40s is none', (text) => {
  expect(emailsIn(text)).toEqual([]);
});
