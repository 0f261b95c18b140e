// Our own index as a provider: answers from what was crawled, without any account. The `se` of its answers is `local`.
import { completesTheWeb } from '../../answers/clients.ts';
import type { Location } from '../../codes/locations.ts';
import type { AutocompleteProvider, WebSerpProvider } from '../../ports.ts';
import { suggestLocally } from './autocomplete.ts';
import type { LocalIndex } from './local-index.ts';
import { searchLocally } from './web-serp.ts';

export type { LocalIndex, LocalSite } from './local-index.ts';

export interface LocalOptions {
  readonly index: LocalIndex;
}

/** Of countries it makes no difference, of places within them it knows nothing. */
const unsupported = ({ location }: { readonly location: Location }): string | null =>
  location.country === null ? 'location_code' : null;

export function openLocalWebSerp({ index }: LocalOptions): WebSerpProvider {
  return {
    name: 'local',
    unsupported,
    ask: (request, signal) => searchLocally(index, request, signal),
  };
}

export function openLocalAutocomplete({ index }: LocalOptions): AutocompleteProvider {
  return {
    name: 'local',
    unsupported: (request) => (completesTheWeb(request.client) ? unsupported(request) : 'client'),
    ask: (request, signal) => suggestLocally(index, request, signal),
  };
}
