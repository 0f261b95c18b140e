// Google's results by way of Serper, which is paid for by the query.
import type { AutocompleteProvider, WebSerpProvider } from '../../ports.ts';
import { openAutocomplete } from './autocomplete.ts';
import type { SerperOptions } from './request.ts';
import { openWebSerp } from './web-serp.ts';

export type { SerperOptions } from './request.ts';

export function openSerper(options: SerperOptions): {
  readonly 'web-serp': WebSerpProvider;
  readonly 'web-autocomplete': AutocompleteProvider;
} {
  return { 'web-serp': openWebSerp(options), 'web-autocomplete': openAutocomplete(options) };
}
