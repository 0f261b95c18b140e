import { optional } from '../../kind.ts';
import { upstreamUrl } from '../../upstream-url.ts';
import { apiKey } from '../../words.ts';

export const SERPAPI = {
  serpapiUrl: {
    variable: 'SITEGREP_SERPAPI_URL',
    group: 'Providers',
    kind: upstreamUrl(),
    default: 'https://serpapi.com',
    doc: 'Where the provider `serpapi` asks.',
  },
  serpapiKey: {
    variable: 'SITEGREP_SERPAPI_KEY',
    group: 'Providers',
    kind: optional(apiKey()),
    default: '',
    doc: 'Key for SerpApi; `serpapi` needs it.',
  },
} as const;
