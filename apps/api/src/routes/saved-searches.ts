// /searches: searches that are saved, and decided whenever a domain is put.
import { randomBytes } from 'node:crypto';
import { currentFactsVersion } from '@sitegrep/analysis/facts-version';
import {
  checker,
  ListOptions,
  NoParameters,
  parameterChecker,
  type PutSavedSearchRequest,
  PutSavedSearchRequest as PutRequest,
  SavedSearchParameters,
} from '@sitegrep/contract';
import { type ApiKey, type NewSearch, type SavedSearch, SearchRefused } from '@sitegrep/storage';
import { definitionOf, type Destination, switchOn } from '@sitegrep/telling';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson, requireValid } from '../body.ts';
import { COMMAND_LINE_KEY } from '../command-line-key.ts';
import { Failure } from '../failure.ts';
import { openLists } from '../lists.ts';
import { addOperation } from '../operation-route.ts';
import { readCriteria } from '../saved-searches/criteria.ts';
import { readDestinations } from '../saved-searches/destinations.ts';
import { readReport } from '../saved-searches/reports.ts';
import { savedSearchItem, savedSearchItems, savedSearchRecord } from '../saved-searches/items.ts';
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
import { pastMonth } from '../saved-searches/past-month.ts';
import { shownTechnologies, technologyOf, writeTechnology } from '../saved-searches/technologies.ts';
import type { Searches } from '../searches.ts';
import type { ApiParts } from '../settings.ts';

const LIST = '/searches';

/** How often in succession other requests may change a search while it is put. */
const MAX_ATTEMPTS = 5;

/** Random bytes of the key of a feed. */
const FEED_KEY_BYTES = 24;

const checkNothing = parameterChecker(NoParameters);
const checkList = parameterChecker(ListOptions);
const checkParameters = parameterChecker(SavedSearchParameters);
const checkPut = checker(PutRequest);

export function addSavedSearchRoutes(
  app: FastifyInstance,
  { storage, onWork, telling, renewFingerprints = () => Promise.resolve() }: ApiParts,
  queued: Pick<Searches, 'tokenKey' | 'search' | 'trend'>,
): void {
  const { searches } = storage.domains;
  const pages = openLists(storage.keys);
  const shown = async () => ({
    storage,
    technologies: await shownTechnologies(storage, currentFactsVersion),
  });

  addOperation(app, 'listSavedSearches', {}, async (request) => {
    const key = keyOf(request);
    const page = await pages.pageOf(LIST, requireValid(checkList(request.query)));
    const { items, next } = await listSeen(searches, key, page);
    const some = await savedSearchItems(await shown(), key, items);
    return { success: true, data: { items: some, next_token: await pages.tokenOf(LIST, next) } };
  });

  addOperation(app, 'getSavedSearch', {}, async (request) => {
    const { key, id } = namedIn(request);
    const found = await requireSeen(searches, key, id);
    const data = await savedSearchRecord(await shown(), key, found);
    return { success: true, data };
  });

  addOperation(app, 'putSavedSearch', { preParsing: readJson }, async (request) => {
    const { key, id } = namedIn(request);
    const body = requireValid(checkPut(request.json));
    const criteria = readCriteria(body, await queued.tokenKey());
    const at = Date.now();
    let madeSecret: string | null = null;
    const search = await written(id, async () => {
      const stored = await searches.get(id);
      const before = stored === null ? null : owned(stored);
      const owner = ownerOf(key, body, id, before);
      const report = readReport(body.report, criteria, before?.definition.report ?? null, at);
      const hadDestinations = before?.definition.destinations ?? [];
      const read = readDestinations(body.notify, hadDestinations, at, report !== null);
      const { destinations } = read;
      requireTold(destinations);
      ({ madeSecret } = read);
      const feedKey = before?.definition.feedKey ?? newFeedKey();
      const definition = {
        q: criteria.q,
        label: body.label ?? null,
        owner,
        feedKey,
        destinations,
        report,
        technology: technologyOf(id, body, criteria, await storage.fingerprints.get()),
        origin:
          key === COMMAND_LINE_KEY
            ? (before?.definition.origin ?? null)
            : `${request.protocol}://${request.host}`,
      };
      return [{ id, level: criteria.level, where: criteria.where, definition, at }, stored];
    });
    const isRenewed = await writeTechnology(storage, id, () => searches.get(id));
    // A receiver that wanted no more is told again.
    for (const destination of definitionOf(search).destinations)
      await switchOn(storage.deliveries, id, destination);
    onWork?.();
    if (isRenewed) await renewFingerprints();
    request.log.info({ keyId: key.id, search: id, level: search.level }, 'saved search written');
    const record = await savedSearchRecord(await shown(), key, owned(search));
    const past = await pastMonth(queued, request, search, at);
    return { success: true, data: { ...record, secret: madeSecret, past_month: past } };
  });

  addOperation(app, 'deleteSavedSearch', {}, async (request) => {
    const { key, id } = namedIn(request);
    const found = await requireOwn(searches, key, id);
    const data = await savedSearchItem(await shown(), key, found);
    // Before the search: a technology whose search is gone would stay.
    let isRenewed = await writeTechnology(storage, id, async () => null);
    await searches.delete(id);
    // A request that put it meanwhile may have given it one again.
    if (await writeTechnology(storage, id, () => searches.get(id))) isRenewed = true;
    await storage.deliveries.forget(id);
    await storage.reports.forget(id);
    if (isRenewed) await renewFingerprints();
    request.log.info({ keyId: key.id, search: id }, 'saved search removed');
    return { success: true, data };
  });

  addOperation(app, 'renewSearchFeeds', {}, async (request) => {
    const { key, id } = namedIn(request);
    const stored = await written(id, async () => {
      const { search, definition } = await requireOwn(searches, key, id);
      const { level, where } = search;
      const renewed = { ...definition, feedKey: newFeedKey() };
      return [{ id, level, where, definition: renewed, at: Date.now() }, search];
    });
    return { success: true, data: await savedSearchRecord(await shown(), key, owned(stored)) };
  });

  /** @throws Failure bad_request if a destination cannot be told anything */
  function requireTold(destinations: readonly Destination[]): void {
    for (const destination of destinations) {
      if (telling === undefined) throw tellsNobody();
      const refusal = telling.refusalOf(destination);
      if (refusal !== null) throw new Failure('bad_request', `notify.${destination.name}: ${refusal}.`);
    }
  }

  /**
   * Puts a search over the one that is there.
   *
   * @param make gives both, by what is stored; it is called again if another request came first
   * @throws Failure too_broad or conflict
   */
  async function written(
    id: string,
    make: () => Promise<readonly [search: NewSearch, over: SavedSearch | null]>,
  ): Promise<SavedSearch> {
    for (let attempt = 1; ; attempt++) {
      const [search, over] = await make();
      try {
        return await searches.put(search, over);
      } catch (error) {
        if (!(error instanceof SearchRefused)) throw error;
        const { reason, problem, remedy } = error;
        if (reason === 'changed' && attempt < MAX_ATTEMPTS) continue;
        const code = reason === 'too broad' ? 'too_broad' : 'conflict';
        throw new Failure(code, `The saved search ${id} ${problem}; ${remedy}.`);
      }
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
