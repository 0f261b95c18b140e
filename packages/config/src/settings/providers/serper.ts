import { optional } from '../../kind.ts';
import { upstreamUrl } from '../../upstream-url.ts';
import { apiKey } from '../../words.ts';

export const SERPER = {
  serperUrl: {
    variable: 'SITEGREP_SERPER_URL',
    group: 'Providers',
    kind: upstreamUrl(),
    default: 'https://google.serper.dev',
    doc: 'Where the provider `serper` asks.',
  },
  serperKey: {
    variable: 'SITEGREP_SERPER_KEY',
    group: 'Providers',
    kind: optional(apiKey()),
    default: '',
    doc: 'Key for Serper; `serper` needs it.',
  },
} as const;
