// Conditions on labels that are days. Ages become days when a query is read, so that it means the same until it ends.
import type { Label } from '@sitegrep/site';
import { type Counting, readSpan } from './days.ts';
import { type MatchRule, passing } from './match-rule.ts';

/** Rule of the last day of a certificate. */
export const expiryRule = dayRule(
  'cert_expires',
  'ahead',
  'a day or a number of days from today, for instance <30d, 0d..30d, <2027-01-01, 2026-12 or 2026-12-01..2026-12-15',
);

/** Rule of the day of the first visit. */
export const firstVisitRule = dayRule(
  'first_visited',
  'ago',
  'a day or an age in days, for instance <30d, >=365d, >2026-10-01, 2026-10 or 2026-10-01..2026-10-15',
);

/** Rule of days. Its canonical form is the first and the last day: `2026-12-01..2026-12-31`. */
function dayRule(kind: Label, counting: Counting, takes: string): MatchRule {
  return {
    takes,
    read: (value) => readDays(value, counting),
    choose: (value) => {
      const [from = '', to = ''] = value.split('..');
      const last = to === '' ? MAX_DAY : to;
      return {
        kind,
        prefix: commonStart(from, last),
        among: passing((day) => from <= day && day <= last),
      };
    },
  };
}

const MAX_DAY = '9999-12-31';

/** Days in canonical form; null if the text names none. */
function readDays(written: string, counting: Counting): string | null {
  const span = readSpan(written, counting);
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
