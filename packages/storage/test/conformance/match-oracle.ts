import type { MatchField } from '@sitegrep/search';
import type { DomainDocument } from '@sitegrep/site';

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
} as const satisfies Readonly<Record<MatchField, string>>;

/** Tells whether a document fulfils a condition that chooses among labels, by a plain look at the facts of its pages. */
export function fulfilsMatch({ pages }: DomainDocument, field: MatchField, value: string): boolean {
  const letters = Array.from(LETTERS[field]);
  return pages.some(({ facts }) =>
    facts.hosts.some(
      ({ host, kinds }) =>
        (value.startsWith('*.') ? host.endsWith(value.slice(1)) : host === value) &&
        letters.some((letter) => kinds.includes(letter)),
    ),
  );
}
