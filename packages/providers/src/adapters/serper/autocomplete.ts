import { completesTheWeb } from '../../answers/clients.ts';
import { unsupportedLocale } from '../../answers/locale.ts';
import { listSuggestions } from '../../answers/suggestions.ts';
import type { AutocompleteProvider } from '../../ports.ts';
import { askSerper, listIn, NAME, type SerperOptions } from './request.ts';

export function openAutocomplete(options: SerperOptions): AutocompleteProvider {
  return {
    name: NAME,
    unsupported: (request) =>
      completesTheWeb(request.client) ? unsupportedLocale('google', request) : 'client',
    async ask(request, signal) {
      const answer = await askSerper(options, 'autocomplete', request, {}, signal);
      return {
        engine: 'google',
        engineDomain: null,
        checkUrl: null,
        suggestions: listSuggestions(
          listIn(answer, 'suggestions').map((one) => ({ text: one.at('value').text() })),
        ),
      };
    },
  };
}
