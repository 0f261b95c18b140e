import { listSuggestions, type FoundSuggestion } from '../../answers/suggestions.ts';
import { webUrlOrNull } from '../../answers/web-results.ts';
import type { AutocompleteAnswer, AutocompleteRequest } from '../../ports.ts';
import type { Field } from '../../reading/field.ts';
import { keywordParameter, localeParameters, unsupportedByGoogle, type Endpoint } from './endpoint.ts';

/** Device and system are of no meaning to it: it would only repeat them. */
export const autocomplete: Endpoint<AutocompleteRequest, AutocompleteAnswer> = {
  path: 'google/autocomplete/live/advanced',
  unsupported: unsupportedByGoogle,
  task: ({ keyword, client, ...locale }) => ({
    ...keywordParameter(keyword),
    ...localeParameters(locale),
    client,
  }),
  read(task) {
    const result = task.at('result', 0);
    return {
      engine: 'google',
      engineDomain: result.at('se_domain').text(),
      checkUrl: webUrlOrNull(result.at('check_url').text()),
      suggestions: listSuggestions(result.at('items').list().map(readItem)),
    };
  },
};

function readItem(item: Field): FoundSuggestion {
  return {
    text: item.at('suggestion').text(),
    searchUrl: item.at('search_query_url').text(),
    thumbnailUrl: item.at('thumbnail_url').text(),
    highlighted: item
      .at('highlighted')
      .list()
      .flatMap((part) => part.text() ?? []),
  };
}
