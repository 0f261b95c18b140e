/**
 * How texts are indexed and looked for; the index that is loaded was made with the same.
 *
 * @type {import('minisearch').Options<{ id: number; page: string; heading: string; text: string }>}
 */
export const SEARCH_OPTIONS = {
  fields: ['heading', 'page', 'text'],
  searchOptions: {
    boost: { heading: 4, page: 2 },
    prefix: true,
    combineWith: 'AND',
  },
};
