import type { MatchField } from '@sitegrep/search';
import type { DomainDocument } from '@sitegrep/site';
import { fulfilsCertified, isCertifiedField } from './certified-sites.ts';

/** Letters by which facts name the kinds of hosts. */
const LETTERS = {
  host: 'sciofnlr',
  script_host: 's',
  style_host: 'c',
  image_host: 'i',
  frame_host: 'f',
  form_host: 'o',
  font_host: 'n',
  link_host: 'l',
  request_host: 'r',
} as const;

/** Conditions on the day of the first visit, each with the time at which its days begin and the time at which they are over. */
export const FIRST_VISITS: Readonly<Record<string, readonly [from: number, until: number]>> = {
  '1970-01-01': [0, Date.UTC(1970, 0, 2)],
  '1970': [0, Date.UTC(1971, 0, 1)],
  '<2001-09-09': [-Infinity, Date.UTC(2001, 8, 9)],
  '>2001-09': [Date.UTC(2001, 9, 1), Infinity],
  '2023-11-14..2026-03': [Date.UTC(2023, 10, 14), Date.UTC(2026, 3, 1)],
  '>=2026-03-01': [Date.UTC(2026, 2, 1), Infinity],
};

/** Tells whether a document fulfils a condition that chooses among labels, by a plain look at the facts of its pages. */
export function fulfilsMatch(document: DomainDocument, field: MatchField, value: string): boolean {
  if (isCertifiedField(field)) return fulfilsCertified(document, field, value);
  if (field === 'first_visited') {
    const days = FIRST_VISITS[value];
    if (days === undefined) throw new Error(`the days of ${value} are not known`);
    // Documents that are put without a visit count from their last one.
    const { lastVisited } = document.facts;
    return lastVisited !== null && days[0] <= lastVisited && lastVisited < days[1];
  }
  const { pages } = document;
  const letters = Array.from<string>(LETTERS[field]);
  return pages.some(({ facts }) =>
    facts.hosts.some(
      ({ host, kinds }) =>
        (value.startsWith('*.') ? host.endsWith(value.slice(1)) : host === value) &&
        letters.some((letter) => kinds.includes(letter)),
    ),
  );
}
