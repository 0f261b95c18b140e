// /searches: searches that are saved, and decided whenever a domain is put.
import { randomBytes } from 'node:crypto';
import {
  checker,
  ListOptions,
  NoParameters,
  parameterChecker,
  type PutSavedSearchRequest,
  PutSavedSearchRequest as PutRequest,
  SavedSearchParameters,
} from '@sitegrep/contract';
import { type ApiKey, type SavedSearch, SearchRefused } from '@sitegrep/storage';
import { definitionOf, type Destination, switchOn } from '@sitegrep/telling';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson, requireValid } from '../body.ts';
import { Failure } from '../failure.ts';
import { openLists } from '../lists.ts';
import { addOperation } from '../operation-route.ts';
import { readCriteria } from '../saved-searches/criteria.ts';
import { readDestinations } from '../saved-searches/destinations.ts';
import { savedSearchItem, savedSearchRecord } from '../saved-searches/items.ts';
import {
  isAdmin,
  keyOf,
  listSeen,
  mayChange,
  type OwnedSearch,
  ownerFor,
  requireOwn,
  requireSeen,
  tellsNobody,
} from '../saved-searches/owners.ts';
import type { Searches } from '../searches.ts';
import type { ApiParts } from '../settings.ts';

const LIST = '/searches';

/** Random bytes of the key of a feed. */
const FEED_KEY_BYTES = 24;

const checkNothing = parameterChecker(NoParameters);
const checkList = parameterChecker(ListOptions);
const checkParameters = parameterChecker(SavedSearchParameters);
const checkPut = checker(PutRequest);

export function addSavedSearchRoutes(
  app: FastifyInstance,
  { storage, onWork, telling }: ApiParts,
  { tokenKey }: Pick<Searches, 'tokenKey'>,
): void {
  const { searches } = storage.domains;
  const pages = openLists(storage.keys);

  addOperation(app, 'listSavedSearches', {}, async (request) => {
    const key = keyOf(request);
    const page = await pages.pageOf(LIST, requireValid(checkList(request.query)));
    const { items, next } = await listSeen(searches, key, page);
    const shown = await Promise.all(items.map((one) => savedSearchItem(searches, key, one)));
    return { success: true, data: { items: shown, next_token: await pages.tokenOf(LIST, next) } };
  });

  addOperation(app, 'getSavedSearch', {}, async (request) => {
    const { key, id } = namedIn(request);
    const data = await savedSearchRecord(searches, key, await requireSeen(searches, key, id));
    return { success: true, data };
  });

  addOperation(app, 'putSavedSearch', { preParsing: readJson }, async (request) => {
    const { key, id } = namedIn(request);
    const body = requireValid(checkPut(request.json));
    const criteria = readCriteria(body, await tokenKey());
    const stored = await searches.get(id);
    const before = stored === null ? null : owned(stored);
    const owner = ownerOf(key, body, id, before);
    const at = Date.now();
    const { destinations, madeSecret } = readDestinations(
      body.notify,
      before?.definition.destinations ?? [],
      at,
    );
    requireTold(destinations);
    const definition = {
      q: criteria.q,
      label: body.label ?? null,
      owner,
      feedKey: before?.definition.feedKey ?? newFeedKey(),
      destinations,
    };
    const search = await written({ id, level: criteria.level, where: criteria.where, definition, at });
    // A receiver that wanted no more is told again.
    for (const destination of destinations) await switchOn(storage.deliveries, id, destination);
    onWork?.();
    request.log.info({ keyId: key.id, search: id, level: search.level }, 'saved search written');
    const record = await savedSearchRecord(searches, key, owned(search));
    return { success: true, data: { ...record, secret: madeSecret } };
  });

  addOperation(app, 'deleteSavedSearch', {}, async (request) => {
    const { key, id } = namedIn(request);
    const found = await requireOwn(searches, key, id);
    const data = await savedSearchItem(searches, key, found);
    await searches.delete(id);
    await storage.deliveries.forget(id);
    request.log.info({ keyId: key.id, search: id }, 'saved search removed');
    return { success: true, data };
  });

  addOperation(app, 'renewSearchFeeds', {}, async (request) => {
    const { key, id } = namedIn(request);
    const { search, definition } = await requireOwn(searches, key, id);
    const { level, where } = search;
    const renewed = { ...definition, feedKey: newFeedKey() };
    const stored = await written({ id, level, where, definition: renewed, at: Date.now() });
    return { success: true, data: await savedSearchRecord(searches, key, owned(stored)) };
  });

  /** @throws Failure bad_request if a destination cannot be told anything */
  function requireTold(destinations: readonly Destination[]): void {
    for (const destination of destinations) {
      if (telling === undefined) throw tellsNobody();
      const refusal = telling.refusalOf(destination);
      if (refusal !== null) throw new Failure('bad_request', `notify.${destination.name}: ${refusal}.`);
    }
  }

  /** @throws Failure too_broad or conflict */
  async function written(search: Parameters<typeof searches.put>[0]): Promise<SavedSearch> {
    try {
      return await searches.put(search);
    } catch (error) {
      if (!(error instanceof SearchRefused)) throw error;
      throw new Failure('too_broad', `The saved search ${error.problem}; ${error.remedy}.`);
    }
  }
}

/** Owner of a search that is put. @throws Failure conflict if the name is another's; forbidden */
function ownerOf(
  key: ApiKey,
  { shared = false }: PutSavedSearchRequest,
  id: string,
  before: OwnedSearch | null,
): string | null {
  const had = before?.definition.owner;
  if (had === null && !isAdmin(key)) throw sharedBy(id);
  if (had !== undefined && had !== null && had !== key.id)
    throw new Failure(
      'conflict',
      `The name ${id} is taken by a saved search of another key; choose another name${isAdmin(key) ? `, or remove that one with DELETE /searches/${id}` : ''}.`,
    );
  if (!shared) return ownerFor(key);
  if (mayChange(key, null)) return null;
  throw new Failure(
    'forbidden',
    'To share a saved search needs a key with the scope "admin"; leave shared out, or use another key.',
  );
}

function sharedBy(id: string): Failure {
  return new Failure(
    'conflict',
    `The name ${id} is taken by a saved search that is shared, which only keys with the scope "admin" may replace; choose another name.`,
  );
}

function owned(search: SavedSearch): OwnedSearch {
  return { search, definition: definitionOf(search) };
}

function newFeedKey(): string {
  return randomBytes(FEED_KEY_BYTES).toString('base64url');
}

function namedIn(request: FastifyRequest): { readonly key: ApiKey; readonly id: string } {
  requireValid(checkNothing(request.query));
  return { key: keyOf(request), id: requireValid(checkParameters(request.params)).id };
}
