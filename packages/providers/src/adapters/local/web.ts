import { listSuggestions } from '../../answers/suggestions.ts';
import { type FoundResult, rankResults } from '../../answers/web-results.ts';
import type { AutocompleteAnswer, AutocompleteRequest, WebSerpAnswer, WebSerpRequest } from '../../ports.ts';
import { answerOf, type LocalIndex } from './local-index.ts';

/** Pages of the index, the best first; before them the answer that the best one gives, if it gives one. */
export async function searchLocally(
  index: LocalIndex,
  { keyword, language, location, depth }: WebSerpRequest,
  signal: AbortSignal,
): Promise<WebSerpAnswer> {
  const wish = { keyword, language: language.base, country: location.country, limit: depth };
  const pages = await answerOf(signal, () => index.search(wish, signal));
  const results = pages.flatMap(({ url, title, snippet, featured }): FoundResult[] => {
    const organic = { type: 'organic' as const, url, title, description: snippet };
    return featured === null
      ? [organic]
      : [{ type: 'featured_snippet', url, title, description: featured }, organic];
  });
  return {
    engine: 'local',
    engineDomain: 'local',
    locationName: null,
    results: rankResults(results, depth),
  };
}

const MAX_SUGGESTIONS = 10;

/** Parts of titles, headings and texts of links that complete the typed text. */
export async function suggestLocally(
  index: LocalIndex,
  { keyword }: AutocompleteRequest,
  signal: AbortSignal,
): Promise<AutocompleteAnswer> {
  const found = await answerOf(signal, () => index.complete(keyword, MAX_SUGGESTIONS, signal));
  return {
    engine: 'local',
    engineDomain: 'local',
    checkUrl: null,
    suggestions: listSuggestions(found.map(({ text, added }) => ({ text, highlighted: added }))),
  };
}
