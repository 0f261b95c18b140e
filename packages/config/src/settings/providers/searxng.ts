import { optional } from '../../kind.ts';
import { upstreamUrl } from '../../upstream-url.ts';
import { word } from '../../words.ts';

export const SEARXNG = {
  searxngUrl: {
    variable: 'SITEGREP_SEARXNG_URL',
    group: 'Providers',
    kind: optional(upstreamUrl()),
    default: '',
    doc: 'The instance of SearXNG that `searxng` asks, with user and password in it if it wants them; `searxng` needs it.',
  },
  searxngSuggestionsFrom: {
    variable: 'SITEGREP_SEARXNG_SUGGESTIONS_FROM',
    group: 'Providers',
    kind: word(64),
    default: 'duckduckgo',
    doc: 'Whom SearXNG asks for suggestions, by the name that its preferences give it; of one that it does not know there are none.',
  },
} as const;
