import type { NameInRail } from '../pages.ts';

/** Icons of the rail: lines on a ground of 16 by 16. */
const LINES = {
  search: 'M11 7A4 4 0 1 1 3 7a4 4 0 0 1 8 0ZM10 10l4 4',
  changes: 'M5 13V3M2 6l3-3 3 3M11 3v10M8 10l3 3 3-3',
  trends: 'M2 2v12h12M5 10l3-3 2 2 4-5',
  saved: 'M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5Z',
  technologies: 'M8 2l6 3-6 3-6-3ZM2 8l6 3 6-3M2 11l6 3 6-3',
  crawls: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2v4H9',
  schedules: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM8 4.5V8l2.5 1.5',
  import: 'M8 2v8M5 7l3 3 3-3M2 11v3h12v-3',
  blocked: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM3.8 3.8l8.4 8.4',
  providers: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM2 8h12M8 2c2.5 2.5 2.5 9.5 0 12M8 2c-2.5 2.5-2.5 9.5 0 12',
  keys: 'M8 11a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM7 9l7-7M11 5l2.5 2.5',
  audit: 'M4 2h6l3 3v9H4ZM6.5 7h4M6.5 10h4',
  index: 'M2.5 3h11v4h-11ZM2.5 9h11v4h-11ZM5 5h.01M5 11h.01',
  documentation: 'M3 2h10v12H3ZM6 2v12M8.5 5.5h2.5',
  palette: 'M3 4h10M3 8h6M3 12h8M12 8l2 2-2 2',
  account: 'M11 5.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM2.5 14c.5-3 2.5-4.5 5.5-4.5s5 1.5 5.5 4.5',
} as const satisfies Readonly<Record<NameInRail | 'documentation' | 'palette' | 'account', string>>;

export function RailIcon({ name }: { readonly name: keyof typeof LINES }) {
  return (
    <svg className="rail-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={LINES[name]} />
    </svg>
  );
}
