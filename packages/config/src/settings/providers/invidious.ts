import { optional } from '../../kind.ts';
import { upstreamUrl } from '../../upstream-url.ts';

export const INVIDIOUS = {
  invidiousUrl: {
    variable: 'SITEGREP_INVIDIOUS_URL',
    group: 'Providers',
    kind: optional(upstreamUrl()),
    default: '',
    doc: 'The instance of Invidious that `invidious` asks, with user and password in it if it wants them; `invidious` needs it.',
  },
} as const;
