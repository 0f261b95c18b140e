// The newest day that a source names. A page is captured on that day or later, and the front of a news site on that very day.

/** Days that captures can be from. */
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2026, 10, 28);

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;

interface DateForm {
  readonly pattern: RegExp;
  /** Positions of year, month and day among the groups. */
  readonly groups: readonly [year: number, month: number, day: number];
}

/** Unambiguous forms of days. */
const FORMS: readonly DateForm[] = [
  { pattern: /(?<!\d)(20[0-2]\d)[-/.](0[1-9]|1[0-2])[-/.](0[1-9]|[12]\d|3[01])(?!\d)/g, groups: [1, 2, 3] },
  { pattern: /(?<!\d)(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])\.(20[0-2]\d)(?!\d)/g, groups: [3, 2, 1] },
  {
    pattern: new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (20[0-2]\\d)\\b`, 'gi'),
    groups: [3, 1, 2],
  },
  { pattern: new RegExp(`\\b(\\d{1,2}) ${MONTH},? (20[0-2]\\d)\\b`, 'gi'), groups: [3, 2, 1] },
];

/** @returns its beginning in UTC, in milliseconds since the epoch; null if there is none */
export function newestDate(url: string, source: string): number | null {
  let newest: number | null = null;
  const text = `${url}\n${source}`;
  for (const { pattern, groups } of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const [year = '', month = '', day = ''] = groups.map((group) => match[group] ?? '');
      const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
      const at = Date.UTC(Number(year), named === -1 ? Number(month) - 1 : named, Number(day));
      if (at >= EARLIEST && at <= LATEST && at > (newest ?? -Infinity)) newest = at;
    }
  }
  return newest;
}
