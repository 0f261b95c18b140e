import { optional } from '../../kind.ts';
import { upstreamUrl } from '../../upstream-url.ts';
import { apiKey } from '../../words.ts';

export const BRAVE = {
  braveUrl: {
    variable: 'SITEGREP_BRAVE_URL',
    group: 'Providers',
    kind: upstreamUrl(),
    default: 'https://api.search.brave.com/res/v1',
    doc: 'Where the provider `brave` asks.',
  },
  braveKey: {
    variable: 'SITEGREP_BRAVE_KEY',
    group: 'Providers',
    kind: optional(apiKey()),
    default: '',
    doc: 'Subscription token for Brave Search; `brave` needs it.',
  },
  braveSuggestKey: {
    variable: 'SITEGREP_BRAVE_SUGGEST_KEY',
    group: 'Providers',
    kind: optional(apiKey()),
    default: '',
    doc: 'Subscription token of the plan for suggestions, where it is not the one of `SITEGREP_BRAVE_KEY`.',
  },
} as const;
