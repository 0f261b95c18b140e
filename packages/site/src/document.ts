import type { SiteFacts } from './facts.ts';
import type { PageRecord } from './page.ts';
import type { Source } from './source.ts';

/** Everything known of one domain; the unit that is put, replaced and deleted. */
export interface DomainDocument<S extends Source = string> {
  /** Canonical domain, as `canonicalDomain` gives it. */
  readonly domain: string;
  /** One record a URL, in code point order of their URLs, at least one. */
  readonly pages: readonly PageRecord<S>[];
  /** Folded from `pages`; the same whatever order the pages came in. */
  readonly facts: SiteFacts;
}
