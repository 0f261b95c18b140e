// Whose a saved search is: of a key, or shared. A key sees its own and those that are shared; with the scope `admin` all.
import { didYouMean } from '@sitegrep/search';
import {
  allSearches,
  type ApiKey,
  type Listed,
  type PageRequest,
  type SavedSearch,
  type SavedSearches,
} from '@sitegrep/storage';
import { definitionOf, type SavedDefinition } from '@sitegrep/telling';
import type { FastifyRequest } from 'fastify';
import { COMMAND_LINE_KEY } from '../command-line-key.ts';
import { Failure, unavailable } from '../failure.ts';

/** A saved search with its definition. */
export interface OwnedSearch {
  readonly search: SavedSearch;
  readonly definition: SavedDefinition;
}

/** Owner of what a key saves for itself; null: everybody has it, since the command line has no key that others could have. */
export function ownerFor(key: ApiKey): string | null {
  return key === COMMAND_LINE_KEY ? null : key.id;
}

export function isAdmin(key: ApiKey): boolean {
  return key.scopes.includes('admin');
}

export function maySee(key: ApiKey, owner: string | null): boolean {
  return owner === null || owner === key.id || isAdmin(key);
}

export function mayChange(key: ApiKey, owner: string | null): boolean {
  return owner === key.id || isAdmin(key);
}

/** @throws Failure not_found if there is none that the key may see */
export async function requireSeen(searches: SavedSearches, key: ApiKey, id: string): Promise<OwnedSearch> {
  const search = await searches.get(id);
  const definition = search === null ? null : definitionOf(search);
  if (search === null || definition === null || !maySee(key, definition.owner))
    throw await unknownSearch(searches, key, id);
  return { search, definition };
}

/** @throws Failure not_found, or forbidden if the key sees it, but may not change it */
export async function requireOwn(searches: SavedSearches, key: ApiKey, id: string): Promise<OwnedSearch> {
  const owned = await requireSeen(searches, key, id);
  if (mayChange(key, owned.definition.owner)) return owned;
  throw new Failure(
    'forbidden',
    `The saved search ${id} is shared, and a key with the scope "admin" is needed for this; use one, or save a search of your own under another name.`,
  );
}

/** The refusal of a process that only reads. */
export function tellsNobody(): Failure {
  return unavailable('This process only reads, and tells nobody; ask the one that writes.', null);
}

/** A page of the saved searches that a key may see: it is full, however many of others stand between them. */
export async function listSeen(
  searches: SavedSearches,
  key: ApiKey,
  { limit, after }: PageRequest,
): Promise<Listed<OwnedSearch>> {
  const items: OwnedSearch[] = [];
  for await (const search of allSearches(searches, after)) {
    const definition = definitionOf(search);
    if (!maySee(key, definition.owner)) continue;
    if (items.length === limit) return { items, next: items.at(-1)?.search.id ?? null };
    items.push({ search, definition });
  }
  return { items, next: null };
}

/** Names of the saved searches that a key may see. */
export async function namesSeenBy(searches: SavedSearches, key: ApiKey): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const one of allSearches(searches)) if (maySee(key, definitionOf(one).owner)) names.push(one.id);
  return names;
}

async function unknownSearch(searches: SavedSearches, key: ApiKey, id: string): Promise<Failure> {
  const meant = didYouMean(id, await namesSeenBy(searches, key));
  const remedy = `${meant}PUT /searches/${id} makes it, and GET /searches lists all`;
  return new Failure('not_found', `There is no saved search ${id}; ${remedy}.`);
}

/** The key of a request that needed one. */
export function keyOf({ apiKey }: FastifyRequest): ApiKey {
  if (apiKey === null) throw new TypeError('a request without a key came to a route that needs one');
  return apiKey;
}
