import type { Suggestion } from '../ports.ts';
import { webUrlOrNull } from './web-results.ts';

/** A suggestion as an upstream gives it. */
export interface FoundSuggestion {
  readonly text: string | null;
  readonly searchUrl?: string | null;
  readonly thumbnailUrl?: string | null;
  readonly highlighted?: readonly string[];
}

/**
 * Lists suggestions in their order, each text once; drops those without a text, and addresses that don't lead to the
 * web.
 */
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

/** Clients for other searches than that of the web: for videos, locations, images and products. */
const OTHER_SEARCHES: ReadonlySet<string> = new Set(['youtube', 'gws-wiz-local', 'img', 'products-cc']);

/**
 * Whether a client's suggestions are those of the web. They differ in form only, so that an upstream which knows no
 * clients can answer for any of them.
 */
export function completesTheWeb(client: string): boolean {
  return !OTHER_SEARCHES.has(client);
}
