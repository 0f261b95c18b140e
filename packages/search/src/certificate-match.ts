// Conditions on the certificates of hosts: on their issuers, their names, and the day on which they end.
import { reversedHost } from '@sitegrep/site';
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
const DAY_MS = 86_400_000;

interface Days {
  readonly first: string;
  readonly last: string;
}

/** Days in canonical form; null if the text names none. */
function readDays(written: string): string | null {
  const between = /^(.*?)\.\.(.*)$/.exec(written);
  if (between !== null) {
    const [, from = '', to = ''] = between;
    const first = from === '' ? '' : daysOf(from)?.first;
    const last = to === '' ? '' : daysOf(to)?.last;
    return first === undefined || last === undefined || `${first}${last}` === '' ? null : `${first}..${last}`;
  }
  const [, operator = '=', value = ''] = /^(<=|>=|<|>|=)?(.*)$/.exec(written) ?? [];
  const days = daysOf(value);
  if (days === null) return null;
  switch (operator) {
    case '<':
      return `..${dayAfter(days.first, -1)}`;
    case '<=':
      return `..${days.last}`;
    case '>':
      return `${dayAfter(days.last, 1)}..`;
    case '>=':
      return `${days.first}..`;
    default:
      return `${days.first}..${days.last}`;
  }
}

/** The days that a day, a month, or a number of days from today is; null if it is none. */
function daysOf(value: string): Days | null {
  const [, count] = /^(\d{1,5})d$/.exec(value) ?? [];
  if (count !== undefined) {
    const day = dayAfter(new Date().toISOString().slice(0, 10), Number(count));
    return { first: day, last: day };
  }
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return isDay(value) ? { first: value, last: value } : null;
  if (!/^\d{4}-\d\d$/.test(value) || !isDay(`${value}-01`)) return null;
  const [year = 0, month = 0] = value.split('-').map(Number);
  // Day 0 of the next month.
  return { first: `${value}-01`, last: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function commonStart(left: string, right: string): string {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return left.slice(0, length);
}
