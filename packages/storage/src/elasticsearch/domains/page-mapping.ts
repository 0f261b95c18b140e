// The nested documents that each page, and each version of a page, has in the document of its domain.
import type { estypes } from '@elastic/elasticsearch';
import type { Level } from '@sitegrep/search';
import { pageWordProperties } from './full-text-mapping.ts';
import { indexedText } from './gram-analysis.ts';

/** Path of the nested documents of pages. */
export const PAGE = 'page';

/** Path of those of versions. */
export const PAST = 'past';

export type NestedPath = typeof PAGE | typeof PAST;

/** Paths of the nested documents that a search at a level looks at. */
export function nestedPaths(level: Level): readonly NestedPath[] {
  return level === 'version' ? [PAGE, PAST] : [PAGE];
}

/** Unit by which the index knows texts: on which pages one stands, and not in which scopes of their sources. */
export const UNIT = 'page';

/** Property of the mapping for versions: their texts and times. Their numbers follow those of the pages. */
export function pastProperty(): estypes.MappingProperty {
  return {
    type: 'nested',
    properties: {
      site: { type: 'keyword', index: false },
      number: { type: 'integer', index: false },
      first_seen: { type: 'long' },
      last_seen: { type: 'long' },
      ...indexedText('source', 'source_grams'),
      ...indexedText('rendered', 'rendered_grams'),
      ...indexedText('url', 'url_grams'),
    },
  };
}

/**
 * Property of the mapping for pages.
 *
 * - `site` is the domain and `number` the place of the page among those of the domain: aggregations name pages by them.
 * - `first_seen` is when what stands was first seen, in milliseconds since the epoch.
 * - `source` holds the case-folded source, split into 4-grams of code points with their positions. So a phrase of consecutive
 *   4-grams matches exactly the pages that contain it. The text ends with `TEXT_END`, so that any three characters of it begin a
 *   4-gram. `source_grams` holds the set of its one- and two-character grams, and of its runs of one character.
 * - `rendered` and `rendered_grams` hold in the same way what scripts wrote, and are absent if the page was not rendered;
 *   `dns` and `dns_grams` the DNS records that came with it, if there are any; so do `url`, `headers`, `cookies` and `file`.
 * - full-text-mapping.ts describes the properties of full text.
 */
export function pageProperty(fullText: boolean): estypes.MappingProperty {
  return {
    type: 'nested',
    properties: {
      site: { type: 'keyword', index: false },
      number: { type: 'integer', index: false },
      first_seen: { type: 'long' },
      ...indexedText('source', 'source_grams'),
      ...indexedText('rendered', 'rendered_grams'),
      ...indexedText('url', 'url_grams'),
      ...indexedText('dns', 'dns_grams'),
      ...indexedText('headers', 'headers_grams'),
      ...indexedText('cookies', 'cookies_grams'),
      ...indexedText('file', 'file_grams'),
      ...(fullText ? pageWordProperties() : {}),
    },
  };
}
