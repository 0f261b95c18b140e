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

/** Tells whether a document fulfils a condition that chooses among labels, by a plain look at the facts of its pages. */
export function fulfilsMatch(document: DomainDocument, field: MatchField, value: string): boolean {
  if (isCertifiedField(field)) return fulfilsCertified(document, field, value);
  if (field === 'first_visited') throw new TypeError('a document does not tell when it was visited first');
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
