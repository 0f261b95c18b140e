import type { SearchEvent } from '@sitegrep/storage';

/** A time at which a minute, an hour and no day begins. */
export const AT = Date.UTC(2026, 10, 29, 22);

/** An event of the search `shops`. */
export function eventOf(number: number, changed: Partial<SearchEvent> = {}): SearchEvent {
  return {
    number,
    search: 'shops',
    domain: `d${number}.example`,
    revision: 100 + number,
    kind: 'appeared',
    at: AT + number,
    pages: [`https://d${number}.example/`],
    total: 1,
    by: 'visit',
    ...changed,
  };
}

/** Texts as a hostile page or user would choose them. */
export const HOSTILE =
  '<!channel> <script>alert(1)</script> & "q" \u0000\u001B[2J\r\nBcc: x@y.example *b* [l](http://x)';
