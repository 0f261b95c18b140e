import type { AutocompleteRequest, Suggestion } from '../ports.ts';
import { webUrlOrNull } from './web-results.ts';

/** A suggestion as an upstream gives it. */
export interface FoundSuggestion {
  readonly text: string | null;
  readonly searchUrl?: string | null;
  readonly thumbnailUrl?: string | null;
  readonly highlighted?: readonly string[];
}

/** In their order, each text once; those without a text are dropped, and so are addresses that don't lead to the web. */
export function listSuggestions(found: readonly FoundSuggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return found.flatMap(({ text, searchUrl = null, thumbnailUrl = null, highlighted = [] }) => {
    if (text === null || text === '' || seen.has(text)) return [];
    seen.add(text);
    return [
      { text, searchUrl: webUrlOrNull(searchUrl), thumbnailUrl: webUrlOrNull(thumbnailUrl), highlighted },
    ];
  });
}

type Client = AutocompleteRequest['client'];

/** Those that complete other searches than that of the web: of videos, places, images and goods. */
const OTHER_SEARCHES: ReadonlySet<Client> = new Set<Client>([
  'youtube',
  'gws-wiz-local',
  'img',
  'products-cc',
]);

/**
 * Whether a client's suggestions are those of the web. They differ in form only, so that an upstream which knows no
 * clients can answer for any of them.
 */
export function completesTheWeb(client: Client): boolean {
  return !OTHER_SEARCHES.has(client);
}
