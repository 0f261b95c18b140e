// Brave Search: an index of its own, by an official API that is paid for by the query.
import type { AutocompleteProvider, WebSerpProvider } from '../../ports.ts';
import { openAutocomplete } from './autocomplete.ts';
import type { BraveOptions } from './request.ts';
import { openWebSerp } from './web-serp.ts';

export type { BraveOptions } from './request.ts';

export function openBrave(options: BraveOptions): {
  readonly 'web-serp': WebSerpProvider;
  readonly 'web-autocomplete': AutocompleteProvider;
} {
  return { 'web-serp': openWebSerp(options), 'web-autocomplete': openAutocomplete(options) };
}
