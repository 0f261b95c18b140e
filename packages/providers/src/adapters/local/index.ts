// Our own index as a provider: answers from what was crawled, without any account. The `se` of its answers is `local`.
import { completesTheWeb } from '../../answers/suggestions.ts';
import type { Location } from '../../codes/locales.ts';
import type { OfferOf, OptionsOf } from '../../ports.ts';
import { searchLocally, suggestLocally } from './search.ts';

/** Countries make no difference, and the index knows no locations within them. */
const unsupported = ({ location }: { readonly location: Location }): string | null =>
  location.country === null ? 'location_code' : null;

export function openLocal({ index }: OptionsOf<'local', 'index'>): OfferOf<'local'> {
  return {
    'web-serp': {
      name: 'local',
      unsupported,
      call: (request, signal) => searchLocally(index, request, signal),
    },
    'web-autocomplete': {
      name: 'local',
      unsupported: (request) => (completesTheWeb(request.client) ? unsupported(request) : 'client'),
      call: (request, signal) => suggestLocally(index, request, signal),
    },
  };
}
