import type { estypes } from '@elastic/elasticsearch';
import { WORD_FIELDS } from '@sitegrep/fulltext';

const SIMILARITY = 'occurrences';

/** Settings of full text: the score of a word by itself is how often a field has it, times its weight in the query. */
export const FULL_TEXT_SETTINGS = {
  similarity: { [SIMILARITY]: { type: 'scripted', script: { source: 'return query.boost * doc.freq;' } } },
} as const;

/**
 * Properties of full text that each page has: its words, as `siteWords` gives them, joined by blanks; and what pages are ordered
 * by. `key` is the address of the page as `addressKey` gives it, `length` the number of words of all its fields and of its forms.
 */
export function pageWordProperties(): Record<string, estypes.MappingProperty> {
  const words = { type: 'text', analyzer: 'whitespace', similarity: SIMILARITY, norms: false } as const;
  return {
    key: { type: 'keyword' },
    language: { type: 'keyword' },
    fetched_at: { type: 'long' },
    digest: { type: 'long' },
    weight: { type: 'double' },
    ...Object.fromEntries(WORD_FIELDS.map((field) => [field, words])),
    forms: { ...words, index_options: 'docs' as const },
    length: { type: 'integer', index: false },
  };
}

/**
 * Properties of full text that a domain has.
 *
 * - `pointers` has the texts by which the site recommends pages of others.
 * - `said_texts` has what is shown of the pages: JSON of a list of `SaidPage`, compressed. It is a stored field outside of `_source`.
 */
export function fullTextProperties() {
  return {
    pointers: {
      type: 'nested',
      properties: {
        target: { type: 'keyword' },
        words: { type: 'text', analyzer: 'whitespace', index_options: 'positions', norms: false },
      },
    },
    said_texts: { type: 'binary', store: true },
  } as const;
}
