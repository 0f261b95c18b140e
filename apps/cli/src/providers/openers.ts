import type { Config, ProviderName } from '@sitegrep/config';
import {
  openBrave,
  openDataForSeo,
  openGoogleSuggest,
  openInvidious,
  openLocalAutocomplete,
  openLocalWebSerp,
  openSearxng,
  openSerpApi,
  openSerper,
  openYoutubeDataApi,
  openYtDlp,
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
  /** Of this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How each provider is opened with its settings. In alphabetical order. */
export const OPENERS: Readonly<Record<ProviderName, (config: Config, parts: OpenerParts) => Offer>> = {
  brave: (config, { http }) =>
    openBrave({
      http,
      url: config.braveUrl,
      key: needed(config, 'braveKey'),
      suggestKey: config.braveSuggestKey,
    }),
  dataforseo: (config, { http, now }) =>
    openDataForSeo({
      http,
      url: config.dataforseoUrl,
      login: needed(config, 'dataforseoLogin'),
      password: needed(config, 'dataforseoPassword'),
      now,
    }),
  'google-suggest': (config, { http }) => ({
    'web-autocomplete': openGoogleSuggest({ http, url: config.googleSuggestUrl }),
  }),
  invidious: (config, { http, now }) => openInvidious({ http, url: needed(config, 'invidiousUrl'), now }),
  local: (_config, { index }) => ({
    'web-serp': openLocalWebSerp({ index }),
    'web-autocomplete': openLocalAutocomplete({ index }),
  }),
  searxng: (config, { http }) =>
    openSearxng({
      http,
      url: needed(config, 'searxngUrl'),
      suggestionsFrom: config.searxngSuggestionsFrom,
    }),
  serpapi: (config, { http, now }) =>
    openSerpApi({ http, url: config.serpapiUrl, key: needed(config, 'serpapiKey'), now }),
  serper: (config, { http }) => openSerper({ http, url: config.serperUrl, key: needed(config, 'serperKey') }),
  'youtube-data-api': (config, { http, now }) =>
    openYoutubeDataApi({
      http,
      url: config.youtubeDataApiUrl,
      key: needed(config, 'youtubeDataApiKey'),
      now,
    }),
  'yt-dlp': (config, { env }) =>
    openYtDlp({
      command: config.ytDlpCommand,
      env,
      timeoutMs: config.providerTimeout,
      maxBytes: config.providerMaxBytes,
    }),
};

/** Settings that are a text or nothing. */
type TextSetting = {
  [Name in keyof Config]: Config[Name] extends string | null ? Name : never;
}[keyof Config];

/** A configuration that names a provider without what it needs is refused (provider-needs.ts of package config). */
function needed(config: Config, name: TextSetting): string {
  const value = config[name];
  if (value === null) throw new TypeError(`${name} is not set, though a provider needs it`);
  return value;
}

/** Those that answer from this machine: their answers are not kept. */
export const LOCAL: ReadonlySet<string> = new Set(['local']);
