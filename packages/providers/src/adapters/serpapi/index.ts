// SerpApi: pages of Google and YouTube, paid for by the search. request.ts asks and knows its errors.
import type { Offer } from '../../ports.ts';
import { openAutocomplete } from './autocomplete.ts';
import type { SerpApiOptions } from './request.ts';
import { openVideoInfo } from './video-info.ts';
import { openVideoSerp } from './video-serp.ts';
import { openWebSerp } from './web-serp.ts';

export type { SerpApiOptions } from './request.ts';

export function openSerpApi(options: SerpApiOptions): Required<Offer> {
  return {
    'web-serp': openWebSerp(options),
    'web-autocomplete': openAutocomplete(options),
    'video-info': openVideoInfo(options),
    'video-serp': openVideoSerp(options),
  };
}
