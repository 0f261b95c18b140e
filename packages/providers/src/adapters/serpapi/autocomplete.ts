import { unsupportedLocale } from '../../answers/locale.ts';
import { listSuggestions } from '../../answers/suggestions.ts';
import type { AutocompleteProvider } from '../../ports.ts';
import { listIn, NAME, search, type SerpApiOptions } from './request.ts';

export function openAutocomplete(options: SerpApiOptions): AutocompleteProvider {
  return {
    name: NAME,
    unsupported: (request) => unsupportedLocale('serpapi', request),
    async ask({ keyword, client, language, location }, signal) {
      const answer = await search(options, {
        engine: 'google_autocomplete',
        parameters: { q: keyword, client },
        language,
        location,
        signal,
      });
      return {
        engine: 'google',
        engineDomain: null,
        checkUrl: null,
        // The addresses that it gives lead to SerpApi itself.
        suggestions: listSuggestions(
          listIn(answer, 'suggestions').map((one) => ({ text: one.at('value').text() })),
        ),
      };
    },
  };
}
