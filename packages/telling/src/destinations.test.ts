import { expect, it } from 'vitest';
import { type Destination, faultOf, type MailDestination, type WebhookDestination } from './destinations.ts';
import { newSecret } from './signing.ts';

const HOOK: WebhookDestination = {
  kind: 'webhook',
  name: 'ops',
  on: ['appeared'],
  count: null,
  since: 0,
  url: 'https://hooks.example/in',
  secrets: [newSecret()],
  template: 'standard',
};
const MAIL: MailDestination = {
  kind: 'mail',
  name: 'ops',
  on: ['appeared'],
  count: null,
  since: 0,
  to: ['ops@host.example'],
  every: 'day',
};

it('a destination that is right has no fault', () => {
  expect([HOOK, MAIL, { ...HOOK, on: [], count: 0 }].map((one) => faultOf(one))).toEqual([null, null, null]);
});

it.each<[Destination, string]>([
  [{ ...HOOK, name: 'A b' }, "'A b' is no name"],
  [{ ...HOOK, on: [] }, 'is told nothing'],
  [{ ...HOOK, count: 1.5 }, 'count is 1.5'],
  [{ ...HOOK, url: 'ftp://hooks.example/' }, "'ftp://hooks.example/' is no URL of a receiver"],
  [{ ...HOOK, url: `https://hooks.example/${'x'.repeat(2_000)}` }, 'of at most 2000 characters'],
  [{ ...HOOK, url: 'https://me:secret@hooks.example/' }, 'has a user or a password'],
  [{ ...HOOK, secrets: [] }, 'has 0 secrets'],
  [{ ...HOOK, secrets: ['whsec_short'] }, 'not of the form whsec_'],
  [{ ...MAIL, to: [] }, "'to' has 0 addresses"],
  [{ ...MAIL, to: ['ops@host.example\r\nBcc: all@host.example'] }, 'is no mail address'],
  [{ ...MAIL, to: ['ops@localhost'] }, "'ops@localhost' is no mail address"],
  [{ ...MAIL, to: ['ops@127.0.0.1'] }, 'is no mail address'],
])('the fault of one is named: %#', (destination, fault) => {
  expect(faultOf(destination)).toContain(fault);
});
