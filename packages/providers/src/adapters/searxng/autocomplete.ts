import { completesTheWeb } from '../../answers/clients.ts';
import { listSuggestions } from '../../answers/suggestions.ts';
import type { AutocompleteProvider } from '../../ports.ts';
import { askSearxng, NAME, unsupportedBySearxng, type SearxngOptions } from './request.ts';

export function openAutocomplete(options: SearxngOptions): AutocompleteProvider {
  return {
    name: NAME,
    unsupported: (request) => (completesTheWeb(request.client) ? unsupportedBySearxng(request) : 'client'),
    async ask(request, signal) {
      const answer = await askSearxng(options, {
        path: 'autocompleter',
        query: { autocomplete: options.suggestionsFrom },
        // Asked for as by its own page, it gives the texts alone.
        headers: { 'x-requested-with': 'XMLHttpRequest' },
        request,
        signal,
      });
      return {
        engine: NAME,
        engineDomain: null,
        checkUrl: null,
        suggestions: listSuggestions(answer.list().map((one) => ({ text: one.text() }))),
      };
    },
  };
}
