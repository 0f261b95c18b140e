import { comparisonOf, isTextField, ORDER_FIELDS } from '@sitegrep/site';
import { STORED_VERSIONS } from '../../stored-versions.ts';
import type { VersionedIndex } from '../versioned-index.ts';
import { FULL_TEXT_SETTINGS, fullTextProperties } from './full-text-mapping.ts';
import { GRAM_ANALYSIS, indexedText } from './gram-analysis.ts';
import { historyProperties } from './history-documents.ts';
import { labelProperties } from './label-counts.ts';
import { PAGE, pageProperty, PAST, pastProperty } from './page-mapping.ts';
import { PART } from './ranks.ts';
import { screenshotProperties } from './screenshots.ts';

export interface DomainIndexSettings {
  readonly indexPrefix: string;
  readonly shards: number;
  readonly replicas: number;
  readonly refreshInterval: string;
  /** Whether documents have full text; absent: they have. */
  readonly fullText?: boolean;
}

const VERSION = STORED_VERSIONS.elasticsearch.domains;

/** Whether documents of a mapping have full text; its version is then an even one. */
export function hasFullText(version: number): boolean {
  return version % 2 === 0;
}

const OFF = 'has full text, and SITEGREP_FULL_TEXT is off: leave it on, or set another index prefix';

/**
 * Maximum `offset + limit` of a search: each may be up to 10,000, and one more hit shows whether there is a next
 * page.
 */
const RESULT_WINDOW = 20_001;

/** Maximum pages, versions and pointers of a document; Elasticsearch allows 10,000 by itself. The size of a site bounds them before. */
const MAX_NESTED = 1_000_000;

/**
 * Index of domains: one document per domain, its `_id` is the domain, one for its rank, one for its history, and one for each
 * record of a change and each event of a saved search.
 *
 * - `page` has the texts of the pages, see page-mapping.ts. They are not part of `_source`.
 * - `past` has the texts of the versions of pages that are kept, in the same way, and `pasts`, a stored field outside of `_source`, their
 *   packed sources with what their pages' pasts say; `past_versions` is what answers say of each. Documents without versions lack them.
 * - `words` and `word_grams` hold the texts that keywords are searched in, as those of pages are held: title, description and
 *   each meta keyword.
 * - Each field that results can be ordered by has a property of its name. `labels` has one for each kind of labels; they
 *   are counted by it. `folded` holds the texts that conditions compare with regardless of case.
 * - `pages` holds the pages with their sources, compressed. It is a stored field outside of `_source`, so a search
 *   that reads `_source` does not load it. So are `screenshots`, which screenshots.ts describes.
 * - `facts` is JSON as text: it is never searched and comes back unchanged. So is `versions`, which has what answers say of
 *   each page besides its source.
 * - `links` holds the domains that the site links to, `registrable` its own registrable domain. So the index itself
 *   answers which domains link to another one, and the links disappear with the document.
 * - `part` joins a domain with the document of its rank (ranks.ts), which is in the same shard: `listed` is the rank that a
 *   list gives the domain, null if none does, `linked` the one by links, and `rank` the one that counts. It may be
 *   there without a document of the domain. It joins the records of changes, too.
 * - `saved` of a history has the tokens of the saved searches that the domain fulfils, see searches/current-decisions.ts. Histories and the
 *   events of these searches are joined, too.
 * - history-documents.ts describes the properties of histories and records, and `journal`. `first_visited` is the label of that
 *   kind once more, since labels are not read.
 * - full-text-mapping.ts describes the properties of full text.
 * - A deleted domain has a document without pages (`live` is false), so its revision survives. It contains no text, so no
 *   search for texts finds it, nor a rank; others ask for live ones.
 */
export function domainIndex(settings: DomainIndexSettings): VersionedIndex {
  const { fullText = true } = settings;
  const sortable = { type: 'keyword' } as const;
  const sortableNumber = { type: 'long' } as const;
  const orderProperty = { text: sortable, integer: sortableNumber, time: sortableNumber } as const;
  const summedUp = { type: 'long', index: false } as const;
  const storedLong = { type: 'long', index: false, doc_values: false } as const;
  const lookupOnly = { type: 'keyword', doc_values: false } as const;
  const storedText = { type: 'text', index: false, norms: false } as const;
  return {
    alias: `${settings.indexPrefix}-domains`,
    version: VERSION + (fullText ? 1 : 0),
    // Full text adds properties, and nothing else asks for them.
    ...(fullText ? { serves: [VERSION], readers: [VERSION] } : {}),
    mismatch: (existing) => (existing === VERSION + 1 ? OFF : null),
    mappings: {
      dynamic: 'strict',
      _source: {
        excludes: [
          PAGE,
          PAST,
          'words',
          'word_grams',
          'labels',
          'folded',
          'pages',
          'pasts',
          'screenshots',
          'links',
          'registrable',
          'pointers',
          'said_texts',
        ],
      },
      properties: {
        ...Object.fromEntries(ORDER_FIELDS.map((field) => [field, orderProperty[comparisonOf(field)]])),
        labels: { properties: labelProperties() },
        first_visited: { type: 'keyword', index: false, doc_values: false },
        live: { type: 'boolean' },
        revision: { type: 'long', index: false },
        part: PART,
        ...historyProperties(),
        listed: { type: 'integer' },
        linked: { type: 'integer', index: false },
        links: sortable,
        registrable: sortable,
        facts: storedText,
        versions: storedText,
        page_count: summedUp,
        source_bytes: summedUp,
        compressed_bytes: summedUp,
        past_versions: storedText,
        version_count: summedUp,
        version_bytes: summedUp,
        version_source_bytes: storedLong,
        [PAGE]: pageProperty(fullText),
        [PAST]: pastProperty(),
        ...indexedText('words', 'word_grams'),
        folded: {
          properties: Object.fromEntries(
            ORDER_FIELDS.filter(isTextField).map((field) => [field, lookupOnly]),
          ),
        },
        pages: { type: 'binary', store: true },
        pasts: { type: 'binary', store: true },
        screenshots: { properties: screenshotProperties() },
        ...(fullText ? fullTextProperties() : {}),
      },
    },
    settings: {
      number_of_shards: settings.shards,
      number_of_replicas: settings.replicas,
      refresh_interval: settings.refreshInterval,
      ...(fullText ? FULL_TEXT_SETTINGS : {}),
      max_result_window: RESULT_WINDOW,
      mapping: { nested_objects: { limit: MAX_NESTED } },
      analysis: GRAM_ANALYSIS,
    },
  };
}
