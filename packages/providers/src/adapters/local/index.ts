// Our own index as a provider: answers from the text of crawled pages, without any account. The `se` of its answers is `local`.
import { completesTheWeb } from '../../answers/suggestions.ts';
import type { Location } from '../../codes/locales.ts';
import type { OfferOf, OptionsOf } from '../../ports.ts';
import { describeLocally, searchVideosLocally } from './video.ts';
import { searchLocally, suggestLocally } from './web.ts';

/** The index knows countries, and no locations within them. */
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
    'video-info': {
      name: 'local',
      unsupported: () => null,
      call: (request, signal) => describeLocally(index, request, signal),
    },
    'video-serp': {
      name: 'local',
      unsupported,
      call: (request, signal) => searchVideosLocally(index, request, signal),
    },
  };
}
