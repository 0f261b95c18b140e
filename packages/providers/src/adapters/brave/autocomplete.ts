import { completesTheWeb } from '../../answers/clients.ts';
import { listSuggestions } from '../../answers/suggestions.ts';
import { countryIn, languageIn } from '../../codes/upstreams.ts';
import type { AutocompleteProvider } from '../../ports.ts';
import { plainTextOrNull } from '../../text/plain-text.ts';
import { askBrave, ENGINE, NAME, unsupportedByBrave, type BraveOptions } from './request.ts';

/** As many as Google shows at most. */
const COUNT = 10;

export function openAutocomplete(options: BraveOptions): AutocompleteProvider {
  const key = options.suggestKey ?? options.key;
  return {
    name: NAME,
    unsupported: (request) => (completesTheWeb(request.client) ? unsupportedByBrave(request) : 'client'),
    async ask(request, signal) {
      const { keyword, language, location } = request;
      const query = {
        country: countryIn('brave', location.country ?? '') ?? '',
        lang: languageIn('brave', language) ?? '',
        count: COUNT,
        // With images of what is known by name.
        rich: 'true',
      };
      const answer = await askBrave(options, { key, path: 'suggest/search', query, request, signal });
      const found = answer.at('results').present().list();
      return {
        ...ENGINE,
        checkUrl: searchUrl(keyword),
        suggestions: listSuggestions(
          found.map((one) => {
            const text = plainTextOrNull(one.at('query').string());
            return {
              text,
              searchUrl: text === null ? null : searchUrl(text),
              thumbnailUrl: one.at('img').string(),
            };
          }),
        ),
      };
    },
  };
}

function searchUrl(query: string): string {
  const url = new URL(`https://${ENGINE.engineDomain}/search`);
  url.searchParams.set('q', query);
  return url.href;
}
