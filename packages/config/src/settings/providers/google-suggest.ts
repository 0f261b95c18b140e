import { upstreamUrl } from '../../upstream-url.ts';

export const GOOGLE_SUGGEST = {
  googleSuggestUrl: {
    variable: 'SITEGREP_GOOGLE_SUGGEST_URL',
    group: 'Providers',
    kind: upstreamUrl(),
    default: 'https://www.google.com/complete/search',
    doc: 'Where the provider `google-suggest` asks.',
  },
} as const;
