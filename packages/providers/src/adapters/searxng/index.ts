// SearXNG, a metasearch engine that one hosts oneself: results and suggestions of whichever engines it is set to ask.
import type { AutocompleteProvider, WebSerpProvider } from '../../ports.ts';
import { openAutocomplete } from './autocomplete.ts';
import type { SearxngOptions } from './request.ts';
import { openWebSerp } from './web-serp.ts';

export type { SearxngOptions } from './request.ts';

export function openSearxng(options: SearxngOptions): {
  readonly 'web-serp': WebSerpProvider;
  readonly 'web-autocomplete': AutocompleteProvider;
} {
  return { 'web-serp': openWebSerp(options), 'web-autocomplete': openAutocomplete(options) };
}
