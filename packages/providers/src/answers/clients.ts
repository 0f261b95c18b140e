import type { AutocompleteRequest } from '../ports.ts';

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
