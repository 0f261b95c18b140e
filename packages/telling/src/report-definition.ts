// Reports of saved searches: what a definition says of them, and what is kept of one besides its file.
import type { FacetInput, Facet } from '@sitegrep/search';
import type { ReportFormat, ScheduleTiming } from '@sitegrep/storage';

/** The report that a saved search has, as JSON in its definition. */
export interface ReportDefinition {
  readonly timing: ScheduleTiming;
  /** When this timing was set, in milliseconds since the epoch: what was due before is not made up. */
  readonly since: number;
  readonly format: ReportFormat;
  /** Maximum number of rows of domains or pages that fulfil the search. */
  readonly limit: number;
  /** Facets as they were written. */
  readonly inputs: readonly FacetInput[];
  /** Facets as they are counted. */
  readonly facets: readonly Facet[];
}

/** The counts of a report; times in ISO 8601, in UTC. */
export interface ReportSummary {
  /** When it was made. */
  readonly at: string;
  readonly level: 'domain' | 'page';
  /** Number of the domains that fulfil the search. */
  readonly domains: number;
  /** Number of the pages that fulfil it; null: it is for domains. */
  readonly pages: number | null;
  /** When the report was made that this one is compared with; null: it is the first. */
  readonly since: string | null;
  /** Number of the domains that fulfil it and did not then; null: there is nothing to compare with. */
  readonly new: number | null;
  /** Number of those that did then and do not; null: the same. */
  readonly gone: number | null;
  /** Whether all that occurred since then is known: events are kept for 30 days, and a search may have been changed. */
  readonly complete: boolean;
  /** Number of the rows of the file, without that of the names. */
  readonly rows: number;
  /** Whether more fulfil the search, or are gone, than the file has rows. */
  readonly cut: boolean;
  readonly facets: readonly ReportFacet[];
}

export interface ReportFacet extends Omit<FacetInput, 'limit' | 'offset' | 'min'> {
  readonly values: readonly { readonly value: string; readonly domains: number }[];
  /** Number of different values. */
  readonly distinct: number;
  /** Number of those that have as many domains as the facet wants. */
  readonly listed: number;
  /** Number of domains without any. */
  readonly without: number;
}
