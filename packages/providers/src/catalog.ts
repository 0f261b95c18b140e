/*
 * Every provider before it is opened, as plain data: package config makes its settings of it, package metrics its
 * labels, docs/providers.md its tables. Neither this file nor what it imports does any I/O.
 */
import type { Operation } from './operations.ts';

export { FAILURE_KINDS } from './failure.ts';
export { byOperation, OPERATION_NAMES, OPERATIONS, providersVariable, type Operation } from './operations.ts';

/** Values of settings by their kind; package config knows how the environment writes each kind. */
export interface SettingValues {
  /** Address of an API or an instance, perhaps with user and password. */
  readonly url: string;
  readonly 'api-key': string;
  readonly login: string;
  readonly password: string;
  /** Up to 64 letters, digits, `-` and `_`. */
  readonly word: string;
  /** Program with arguments that it always gets. */
  readonly command: readonly [program: string, ...args: string[]];
}

/** One setting of a provider. */
export type ProviderSetting = {
  /** Starts with `SITEGREP_` and the provider's name; the rest is the setting's key in the descriptor. */
  readonly variable: `SITEGREP_${string}`;
  readonly kind: keyof SettingValues;
  /** One sentence for docs/configuration.md. */
  readonly doc: string;
} & (
  | { /** The default as the environment would state it. */ readonly default: string }
  | { /** Whether the provider can't be called without it. */ readonly required: boolean }
);

export interface Descriptor {
  readonly operations: readonly [Operation, ...Operation[]];
  /** Description and cost; one line of Markdown for docs/providers.md. */
  readonly summary: string;
  /** Source of its credential or program, in Markdown; empty if it needs nothing. */
  readonly source: string;
  readonly settings: Readonly<Record<string, ProviderSetting>>;
}

/**
 * Settings as an adapter is opened with them: a required one is there, an optional one without a default may be null.
 */
export type SettingsOf<D extends Descriptor> = {
  readonly [Key in keyof D['settings']]: D['settings'][Key] extends { readonly required: false }
    ? SettingValues[D['settings'][Key]['kind']] | null
    : SettingValues[D['settings'][Key]['kind']];
};

/** All providers, in alphabetical order. */
export const PROVIDERS = {
  brave: {
    operations: ['web-serp', 'web-autocomplete'],
    summary:
      'Brave Search, an index of its own, by its official API. Paid for by the query: one for each 20 results of `depth`; suggestions are a separate plan. Only countries and languages that Brave lists, and keywords of up to 400 characters and 50 words.',
    source: "[Brave's dashboard](https://api-dashboard.search.brave.com), a subscription token",
    settings: {
      url: {
        variable: 'SITEGREP_BRAVE_URL',
        kind: 'url',
        default: 'https://api.search.brave.com/res/v1',
        doc: "Address of Brave's API.",
      },
      key: {
        variable: 'SITEGREP_BRAVE_KEY',
        kind: 'api-key',
        required: true,
        doc: 'Subscription token for Brave Search.',
      },
      suggestKey: {
        variable: 'SITEGREP_BRAVE_SUGGEST_KEY',
        kind: 'api-key',
        required: false,
        doc: 'Subscription token of the plan for suggestions, if it differs from `SITEGREP_BRAVE_KEY`.',
      },
    },
  },
  dataforseo: {
    operations: ['web-serp', 'web-autocomplete', 'video-info', 'video-serp'],
    summary:
      'DataForSEO: pages of Google and YouTube as they are seen from anywhere. Paid, by a login and a password; knows locations within countries for web SERP and autocomplete.',
    source:
      "[DataForSEO's dashboard](https://app.dataforseo.com/api-access); the password is that of the API, not of the account",
    settings: {
      url: {
        variable: 'SITEGREP_DATAFORSEO_URL',
        kind: 'url',
        default: 'https://api.dataforseo.com',
        doc: "Address of DataForSEO's API; `https://sandbox.dataforseo.com` answers free of charge, with made-up results.",
      },
      login: {
        variable: 'SITEGREP_DATAFORSEO_LOGIN',
        kind: 'login',
        required: true,
        doc: 'Login for the API of DataForSEO.',
      },
      password: {
        variable: 'SITEGREP_DATAFORSEO_PASSWORD',
        kind: 'password',
        required: true,
        doc: 'Password of the login: that of the API, not that of the account.',
      },
    },
  },
  'google-suggest': {
    operations: ['web-autocomplete'],
    summary:
      "The suggestions that Google's own pages request. Takes no key; unofficial, so Google may refuse at any time, or ask for a human.",
    source: '',
    settings: {
      url: {
        variable: 'SITEGREP_GOOGLE_SUGGEST_URL',
        kind: 'url',
        default: 'https://www.google.com/complete/search',
        doc: 'Address that suggestions of Google come from.',
      },
    },
  },
  invidious: {
    operations: ['video-info', 'video-serp'],
    summary:
      '[Invidious](https://invidious.io), a front end to YouTube that you host. It calls YouTube in English, whatever `language_code` says. Video info takes two requests, a page of 20 results one.',
    source: 'an instance of yours',
    settings: {
      url: {
        variable: 'SITEGREP_INVIDIOUS_URL',
        kind: 'url',
        required: true,
        doc: 'Address of your instance of Invidious; it contains user and password if the instance needs them.',
      },
    },
  },
  local: {
    operations: ['web-serp', 'web-autocomplete', 'video-info', 'video-serp'],
    summary:
      'Your own index: the text of crawled pages, and the videos that they have or describe. Needs no account, and full text (`SITEGREP_FULL_TEXT`). A country is a preference; locations within countries are left to other providers.',
    source: '',
    settings: {},
  },
  searxng: {
    operations: ['web-serp', 'web-autocomplete'],
    summary:
      '[SearXNG](https://docs.searxng.org), a metasearch engine that you host: results of the engines that it is configured with, up to five pages. Needs `json` among `search.formats` of its `settings.yml`, and its limiter off, or one that lets the address of sitegrep pass. A keyword with a word that it takes for a command (`!images`, `:de`, `<3`) is left to other providers.',
    source: 'an instance of yours',
    settings: {
      url: {
        variable: 'SITEGREP_SEARXNG_URL',
        kind: 'url',
        required: true,
        doc: 'Address of your instance of SearXNG; it contains user and password if the instance needs them.',
      },
      suggestionsFrom: {
        variable: 'SITEGREP_SEARXNG_SUGGESTIONS_FROM',
        kind: 'word',
        default: 'duckduckgo',
        doc: 'Engine that SearXNG takes suggestions from, by the name in its preferences; an unknown engine gives none.',
      },
    },
  },
  serpapi: {
    operations: ['web-serp', 'web-autocomplete', 'video-info', 'video-serp'],
    summary:
      'SerpApi: pages of Google and YouTube, paid for by the search: one for each 10 results of `depth` on the web, for each 20 among videos. Countries only.',
    source: "[SerpApi's dashboard](https://serpapi.com/manage-api-key)",
    settings: {
      url: {
        variable: 'SITEGREP_SERPAPI_URL',
        kind: 'url',
        default: 'https://serpapi.com',
        doc: "Address of SerpApi's API.",
      },
      key: {
        variable: 'SITEGREP_SERPAPI_KEY',
        kind: 'api-key',
        required: true,
        doc: 'Key for SerpApi.',
      },
    },
  },
  serper: {
    operations: ['web-serp', 'web-autocomplete'],
    summary: "Google's results by way of Serper, paid for by the query: one for each 10 results of `depth`.",
    source: "[Serper's dashboard](https://serper.dev/api-keys)",
    settings: {
      url: {
        variable: 'SITEGREP_SERPER_URL',
        kind: 'url',
        default: 'https://google.serper.dev',
        doc: "Address of Serper's API.",
      },
      key: {
        variable: 'SITEGREP_SERPER_KEY',
        kind: 'api-key',
        required: true,
        doc: 'Key for Serper.',
      },
    },
  },
  'youtube-data-api': {
    operations: ['video-info', 'video-serp'],
    summary:
      'The official [YouTube Data API](https://developers.google.com/youtube/v3), under a key of your Google Cloud project. Of its daily quotas (2026: 100 searches, 10,000 units for everything else) video info takes three units, video SERP one search and two units for each 50 results of `depth`.',
    source:
      "[Google Cloud's console](https://console.cloud.google.com/apis/credentials), in a project with YouTube Data API v3",
    settings: {
      url: {
        variable: 'SITEGREP_YOUTUBE_DATA_API_URL',
        kind: 'url',
        default: 'https://www.googleapis.com/youtube/v3',
        doc: "Address of YouTube's Data API.",
      },
      key: {
        variable: 'SITEGREP_YOUTUBE_DATA_API_KEY',
        kind: 'api-key',
        required: true,
        doc: 'API key of a Google Cloud project in which the YouTube Data API is enabled.',
      },
    },
  },
  'yt-dlp': {
    operations: ['video-info', 'video-serp'],
    summary:
      "[yt-dlp](https://github.com/yt-dlp/yt-dlp), a program that reads YouTube's pages; you install it (`pip install yt-dlp`), and it runs once for each request. It calls YouTube in English and from where it runs, whatever `language_code` and `location_code` say.",
    source: 'the program, in the `PATH`: `pip install yt-dlp`; neither the image nor npm brings it',
    settings: {
      command: {
        variable: 'SITEGREP_YT_DLP_COMMAND',
        kind: 'command',
        default: 'yt-dlp',
        doc: 'Program that `yt-dlp` runs, and arguments that it always gets, such as `--proxy`; its own configuration files are not read.',
      },
    },
  },
} as const satisfies Readonly<Record<string, Descriptor>>;

export type ProviderName = keyof typeof PROVIDERS;

/** Settings that a provider is opened with. */
export type ProviderSettings<Name extends ProviderName> = SettingsOf<(typeof PROVIDERS)[Name]>;

/** Operations that a provider serves. */
export type OperationsOf<Name extends ProviderName> = (typeof PROVIDERS)[Name]['operations'][number];

/** Names of all providers, in the order of the table. */
export const PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly ProviderName[];

/** Providers that serve an operation. */
export function providersOf(operation: Operation): readonly ProviderName[] {
  return PROVIDER_NAMES.filter((name) => PROVIDERS[name].operations.some((served) => served === operation));
}
