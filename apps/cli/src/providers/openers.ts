import type { Config, ProviderName } from '@sitegrep/config';
import {
  openGoogleSuggest,
  openLocalAutocomplete,
  openLocalWebSerp,
  type Clock,
  type HttpClient,
  type LocalIndex,
  type Offer,
} from '@sitegrep/providers';

/** What a provider is opened with, besides its settings. */
export interface OpenerParts {
  readonly http: HttpClient;
  readonly now: Clock;
  /** What was crawled. */
  readonly index: LocalIndex;
}

/**
 * How each provider is opened with its settings; those that it can't do without are there (provider-needs.ts of package
 * config). One a line, in alphabetical order.
 */
export const OPENERS: Readonly<Record<ProviderName, (config: Config, parts: OpenerParts) => Offer>> = {
  'google-suggest': (config, { http }) => ({
    'web-autocomplete': openGoogleSuggest({ http, url: config.googleSuggestUrl }),
  }),
  local: (_config, { index }) => ({
    'web-serp': openLocalWebSerp({ index }),
    'web-autocomplete': openLocalAutocomplete({ index }),
  }),
};

/** Those that answer from this machine: their answers are not kept. */
export const LOCAL: ReadonlySet<string> = new Set(['local']);
