import { hosts, proxyUrl } from '../../addresses.ts';
import { optional } from '../../kind.ts';
import { providerList, providerNumbers } from '../../providers.ts';
import { duration, HOUR, integer, KIB, MIB, MINUTE, size } from '../../quantities.ts';

const group = 'Providers';
const ttl = duration({ minimum: 0, maximum: 30 * 24 * HOUR });

/** What the four provider operations have in common. What one provider needs is in a file of its name beside this one. */
export const PROVIDER_OPERATIONS = {
  webSerpProviders: {
    variable: 'SITEGREP_WEB_SERP_PROVIDERS',
    group,
    kind: providerList('web-serp'),
    default: 'local',
    doc: 'Who answers `/web-serp`, in the order in which they are asked.',
  },
  webAutocompleteProviders: {
    variable: 'SITEGREP_WEB_AUTOCOMPLETE_PROVIDERS',
    group,
    kind: providerList('web-autocomplete'),
    default: 'local',
    doc: 'Who answers `/web-autocomplete`, in the order in which they are asked.',
  },
  videoInfoProviders: {
    variable: 'SITEGREP_VIDEO_INFO_PROVIDERS',
    group,
    kind: providerList('video-info'),
    default: 'none',
    doc: 'Who answers `/videosite-video-info`, in the order in which they are asked.',
  },
  videoSerpProviders: {
    variable: 'SITEGREP_VIDEO_SERP_PROVIDERS',
    group,
    kind: providerList('video-serp'),
    default: 'none',
    doc: 'Who answers `/videosite-serp`, in the order in which they are asked.',
  },
  providerDeadline: {
    variable: 'SITEGREP_PROVIDER_DEADLINE',
    group,
    kind: duration({ minimum: 100, maximum: 10 * MINUTE }),
    default: '40s',
    doc: 'An answer takes no longer than this, however many providers are asked for it.',
  },
  providerTimeout: {
    variable: 'SITEGREP_PROVIDER_TIMEOUT',
    group,
    kind: duration({ minimum: 100, maximum: 5 * MINUTE }),
    default: '15s',
    doc: 'A provider that takes longer is given up and the next one asked.',
  },
  providerConcurrency: {
    variable: 'SITEGREP_PROVIDER_CONCURRENCY',
    group,
    kind: integer({ minimum: 1, maximum: 1_000 }),
    default: '16',
    doc: 'Calls of this process to one provider at the same time.',
  },
  providerRates: {
    variable: 'SITEGREP_PROVIDER_RATES',
    group,
    kind: providerNumbers({ minimum: 1, maximum: 100_000 }),
    default: '',
    doc: 'Calls a minute of this process to a provider, spread evenly; more wait. Those not named have no limit.',
  },
  providerBudgets: {
    variable: 'SITEGREP_PROVIDER_BUDGETS',
    group,
    kind: providerNumbers({ minimum: 0, maximum: 100_000_000 }),
    default: '',
    doc: 'Calls a day (UTC) to a provider, counted by all processes together on Redis. Those not named have no limit.',
  },
  providerProxy: {
    variable: 'SITEGREP_PROVIDER_PROXY',
    group,
    kind: optional(proxyUrl()),
    default: '',
    doc: 'Proxy through which providers are asked, with user and password in it if it wants them; `yt-dlp` has its own.',
  },
  providerProxyExcept: {
    variable: 'SITEGREP_PROVIDER_PROXY_EXCEPT',
    group,
    kind: hosts(),
    default: '',
    doc: 'Hosts of providers that are asked directly all the same, and all names below them.',
  },
  providerMaxBytes: {
    variable: 'SITEGREP_PROVIDER_MAX_BYTES',
    group,
    kind: size({ minimum: 64 * KIB, maximum: 256 * MIB }),
    default: '8MiB',
    doc: 'Longest answer of a provider; a longer one counts as a failure.',
  },
  providerCacheBytes: {
    variable: 'SITEGREP_PROVIDER_CACHE_BYTES',
    group,
    kind: size({ minimum: 0, maximum: 16_384 * MIB }),
    default: '64MiB',
    doc: 'Memory for answers that are kept, where Redis does not keep them.',
  },
  webSerpTtl: {
    variable: 'SITEGREP_WEB_SERP_TTL',
    group,
    kind: ttl,
    default: '1h',
    doc: 'How long an answer of `/web-serp` is kept and given again; `0s`: not at all.',
  },
  webAutocompleteTtl: {
    variable: 'SITEGREP_WEB_AUTOCOMPLETE_TTL',
    group,
    kind: ttl,
    default: '24h',
    doc: 'The same for `/web-autocomplete`.',
  },
  videoInfoTtl: {
    variable: 'SITEGREP_VIDEO_INFO_TTL',
    group,
    kind: ttl,
    default: '1h',
    doc: 'The same for `/videosite-video-info`.',
  },
  videoSerpTtl: {
    variable: 'SITEGREP_VIDEO_SERP_TTL',
    group,
    kind: ttl,
    default: '1h',
    doc: 'The same for `/videosite-serp`.',
  },
} as const;
