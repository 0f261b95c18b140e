import { FIELD_WEIGHTS, WORD_FIELDS } from '@sitegrep/fulltext';

/** Fields of the words of a page, each with its weight, as queries name them. */
export const WEIGHTED_FIELDS = WORD_FIELDS.map((field) => `said.${field}^${FIELD_WEIGHTS[field]}`);

/**
 * Properties of full text.
 *
 * - `said` has the words of each page, as `siteWords` gives them, joined by blanks; and what pages are ordered by. `key` is the
 *   address of the page as `addressKey` gives it.
 * - `pointers` has the texts by which the site recommends pages of others.
 * - `said_texts` has what is shown of the pages: JSON of a list of `SaidPage`, compressed. It is a stored field outside of `_source`.
 */
export function fullTextProperties() {
  const words = { type: 'text', analyzer: 'whitespace' } as const;
  return {
    said: {
      type: 'nested',
      properties: {
        number: { type: 'integer' },
        key: { type: 'keyword' },
        language: { type: 'keyword' },
        fetched_at: { type: 'long' },
        digest: { type: 'long' },
        weight: { type: 'double' },
        ...Object.fromEntries(WORD_FIELDS.map((field) => [field, words])),
        forms: { type: 'text', analyzer: 'whitespace', index_options: 'docs', norms: false },
      },
    },
    pointers: {
      type: 'nested',
      properties: {
        target: { type: 'keyword' },
        words: { type: 'text', analyzer: 'whitespace', index_options: 'docs', norms: false },
      },
    },
    said_texts: { type: 'binary', store: true },
  } as const;
}
