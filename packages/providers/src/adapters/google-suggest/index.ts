// The suggestions that Google's own pages ask for. Unofficial: it takes no key, and may refuse at any time.
import { listSuggestions } from '../../answers/suggestions.ts';
import { unsupportedLocale } from '../../answers/locale.ts';
import { googleDomain, languageIn, countryIn } from '../../codes/upstreams.ts';
import { googleSearchUrl } from '../../codes/google-urls.ts';
import type { HttpClient } from '../../http/client.ts';
import { requireSuccess } from '../../http/status.ts';
import type { AutocompleteProvider } from '../../ports.ts';
import { readSuggestions } from './answer.ts';

export interface GoogleSuggestOptions {
  readonly http: HttpClient;
  /** Where suggestions are asked for; https://www.google.com/complete/search but for tests. */
  readonly url: string;
}

const TYPES = ['application/json', 'text/javascript', 'application/javascript'];

/** What Google does with clients that ask too often: a page to prove that one is human, or a refusal. */
const REFUSALS = { 302: 'rate_limited', 403: 'rate_limited' } as const;

export function openGoogleSuggest({ http, url }: GoogleSuggestOptions): AutocompleteProvider {
  return {
    name: 'google-suggest',
    // `toolbar` is answered in XML.
    unsupported: (request) =>
      request.client === 'toolbar' ? 'client' : unsupportedLocale('google', request),
    async ask({ keyword, client, language, location }, signal) {
      const answer = await http.text(
        {
          url,
          query: {
            client,
            q: keyword,
            hl: languageIn('google', language) ?? language.base,
            gl: countryIn('google', location.country ?? '') ?? '',
            xssi: 't',
            ie: 'utf8',
            oe: 'utf8',
          },
          signal,
        },
        TYPES,
      );
      return {
        engine: 'google',
        engineDomain: googleDomain(location.country),
        checkUrl: googleSearchUrl(keyword, { language, location }),
        suggestions: listSuggestions(readSuggestions(requireSuccess(answer, REFUSALS).body)),
      };
    },
  };
}
