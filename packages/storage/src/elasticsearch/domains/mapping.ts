import type { VersionedIndex } from '../versioned-index.ts';

export interface DomainIndexSettings {
  readonly indexPrefix: string;
  readonly shards: number;
  readonly replicas: number;
  readonly refreshInterval: string;
}

/** Raise it with any change to the mapping or to what is written into it. */
const VERSION = 1;

/** `offset + limit` of a search is 10,000 at most; one more tells whether there is a next page. Room for both at their most. */
const RESULT_WINDOW = 20_001;

const REMAINDERS = [0, 1, 2];

/**
 * The analyzer that makes a phrase of a term of so many characters, at least three: not of all its trigrams, but of the
 * first, and of every third one from there that ends with the last. Their positions are kept and no character of the term
 * is left out, so the phrase is as exact as that of all, with a third of them to look up.
 */
export function phraseAnalyzer(characters: number): string {
  return `every_third_trigram_${characters % 3}`;
}

/**
 * One document a domain, its `_id` the domain.
 *
 * - `text` holds the case-folded source of each page as one value, cut into trigrams of code points with their
 *   positions, and a gap between pages: a phrase of consecutive trigrams is found in exactly the pages that hold it.
 *   `grams` holds the set of all pages' one- and two-character grams, and of their runs of one character. Neither is
 *   kept in `_source`.
 * - `words` and `word_grams` hold in the same way what keywords are looked for in: title, description and each meta keyword.
 *   `technologies` holds all names and the `group.category` of each, `folded` what `like` is held against.
 * - `pages` holds the pages with their sources, compressed; stored, and not in `_source`, so that a search that reads
 *   `_source` does not carry it along.
 * - `facts` is JSON as text: nothing is looked up in it, and it comes back as it went in.
 * - `links` holds the domains that the site links to, `registrable` the registrable domain that it belongs to: so who
 *   links to a domain is a question to the index itself, and a document that goes takes its links with it. `listed` is the
 *   rank that a list gives the domain, null if none does; `rank` is what results are ordered by.
 * - A domain that was deleted, or that has a rank but no document, is a document without pages (`live` is false), so that
 *   rank and revision outlive it. It holds no text, so no search finds it.
 */
export function domainIndex(settings: DomainIndexSettings): VersionedIndex {
  const sortable = { type: 'keyword' } as const;
  const counted = { type: 'long', index: false } as const;
  const lookedUp = { type: 'keyword', doc_values: false } as const;
  const trigrams = {
    type: 'text',
    analyzer: 'trigrams',
    norms: false,
    index_options: 'positions',
    position_increment_gap: 100,
  } as const;
  const grams = { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'docs' } as const;
  const kept = { type: 'text', index: false, norms: false } as const;
  return {
    alias: `${settings.indexPrefix}-domains`,
    version: VERSION,
    mappings: {
      dynamic: 'strict',
      _source: {
        excludes: [
          'text',
          'grams',
          'words',
          'word_grams',
          'technologies',
          'folded',
          'pages',
          'links',
          'registrable',
        ],
      },
      properties: {
        domain: sortable,
        live: { type: 'boolean' },
        revision: { type: 'long', index: false, doc_values: false },
        rank: { type: 'integer' },
        listed: { type: 'integer' },
        visited: { type: 'long' },
        country: sortable,
        language: sortable,
        content_language: sortable,
        links: sortable,
        registrable: sortable,
        facts: kept,
        page_count: counted,
        source_bytes: counted,
        compressed_bytes: counted,
        text: trigrams,
        grams,
        words: trigrams,
        word_grams: grams,
        technologies: lookedUp,
        folded: {
          properties: {
            domain: lookedUp,
            country: lookedUp,
            language: lookedUp,
            content_language: lookedUp,
          },
        },
        pages: { type: 'binary', store: true },
      },
    },
    settings: {
      number_of_shards: settings.shards,
      number_of_replicas: settings.replicas,
      refresh_interval: settings.refreshInterval,
      max_result_window: RESULT_WINDOW,
      analysis: {
        tokenizer: { trigrams: { type: 'ngram', min_gram: 3, max_gram: 3 } },
        filter: Object.fromEntries(
          REMAINDERS.map((remainder) => [
            phraseAnalyzer(remainder),
            {
              type: 'predicate_token_filter',
              script: { source: `token.position == 0 || token.position % 3 == ${remainder}` },
            },
          ]),
        ),
        analyzer: {
          trigrams: { type: 'custom', tokenizer: 'trigrams' },
          ...Object.fromEntries(
            REMAINDERS.map((remainder) => [
              phraseAnalyzer(remainder),
              { type: 'custom', tokenizer: 'trigrams', filter: [phraseAnalyzer(remainder)] },
            ]),
          ),
        },
      },
    },
  };
}
