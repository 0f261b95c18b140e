// Conditions on the certificates of hosts: on their issuers, their names, and the day on which they end.
import { reversedHost } from '@sitegrep/site';
import { readSpan } from './days.ts';
import { type MatchRule, passing, readHost } from './match-rule.ts';

/** Rule of a text that the issuer contains, case ignored. */
export const issuerRule: MatchRule = {
  takes: 'a part of the name of an issuer, for instance Let’s Encrypt',
  read: (value) => value.trim().toLowerCase() || null,
  choose: (value) => ({
    kind: 'cert_issuer',
    prefix: '',
    among: passing((issuer) => issuer.toLowerCase().includes(value)),
  }),
};

/** Rule of a name that a certificate is for, as it states it, or of all names below one. */
export const nameRule: MatchRule = {
  takes: 'a name that a certificate is for, such as example.com, or *.example.com for all below it',
  read: readHost,
  choose: (value) => {
    const isBelow = value.startsWith('*.');
    const reversed = reversedHost(isBelow ? value.slice(2) : value);
    const prefix = isBelow ? `${reversed}.` : reversed;
    return { kind: 'cert_name', prefix, among: passing((label) => isBelow || label === reversed) };
  },
};

/** Rule of the last day of a certificate. Its canonical form is the first and the last day: `2026-12-01..2026-12-31`. */
export const expiryRule: MatchRule = {
  takes:
    'a day or a number of days from today, for instance <30d, 0d..30d, <2027-01-01, 2026-12 or 2026-12-01..2026-12-15',
  read: readDays,
  choose: (value) => {
    const [from = '', to = ''] = value.split('..');
    const last = to === '' ? MAX_DAY : to;
    return {
      kind: 'cert_expires',
      prefix: commonStart(from, last),
      among: passing((day) => from <= day && day <= last),
    };
  },
};

const MAX_DAY = '9999-12-31';

/** Days in canonical form; null if the text names none. */
function readDays(written: string): string | null {
  const span = readSpan(written, 'ahead');
  if (span === null) return null;
  const [first, last] = [span.from, span.until === null ? null : span.until - 1].map((time) =>
    time === null ? '' : new Date(time).toISOString().slice(0, 10),
  );
  return `${first}..${last}`;
}

function commonStart(left: string, right: string): string {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return left.slice(0, length);
}
