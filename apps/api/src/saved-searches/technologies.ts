// Technologies of saved searches: each is found on the pages that fulfil its search. The state of fingerprints has them, which all
// processes read.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { PutSavedSearchRequest, SavedSearchItem } from '@sitegrep/contract';
import { didYouMean, treeOf } from '@sitegrep/search';
import {
  type FingerprintState,
  type FingerprintStore,
  MAX_SEARCH_TECHNOLOGIES,
  type ReanalysisStore,
  type SavedSearch,
  type SearchTechnology,
} from '@sitegrep/storage';
import {
  categoriesIn,
  isFoundByQuery,
  knownCategoryNames,
  technologyNamed,
} from '@sitegrep/technologies/known';
import { faultOfQuery, faultOfVersion } from '@sitegrep/technologies/queries';
import { definitionOf, type SavedDefinition } from '@sitegrep/telling';
import { badRequest, Failure } from '../failure.ts';
import type { SavedCriteria } from './criteria.ts';

/** Maximum times that the state is written anew because another request came first. */
const MAX_CONFLICTS = 20;

export interface TechnologyParts {
  readonly fingerprints: FingerprintStore;
  readonly reanalysis: Pick<ReanalysisStore, 'get'>;
}

/**
 * The technology that a request gives a saved search, checked; null: it gives none.
 *
 * @throws Failure bad_request, or conflict if another technology has the name, or there are too many
 */
export function technologyOf(
  id: string,
  body: PutSavedSearchRequest,
  criteria: SavedCriteria,
  { searches }: Pick<FingerprintState, 'searches'>,
): SavedDefinition['technology'] {
  const { technology, shared = false } = body;
  if (technology === undefined) return null;
  if (criteria.level !== 'page')
    throw badRequest({
      field: 'technology',
      problem: `is given with level ${criteria.level}, while pages have technologies`,
      remedy: 'give level page, or leave technology out',
    });
  if (!shared)
    throw badRequest({
      field: 'technology',
      problem: 'is given for a search that is not shared, while everybody sees technologies',
      remedy: 'give shared: true, with a key that has the scope admin, or leave technology out',
    });
  const { name, categories, website = null, version = null } = technology;
  const others = searches.filter(({ search }) => search !== id);
  checkFree(name, others, searches.find(({ search }) => search === id)?.name ?? null);
  if (website !== null && !isWebAddress(website))
    throw badRequest({
      field: 'technology.website',
      problem: `is ${JSON.stringify(website)}, which is not an address`,
      remedy: 'write one of http or https, as https://example.com',
    });
  const unknown = categories.find((one) => categoriesIn([one]) === null);
  if (unknown !== undefined)
    throw badRequest({
      field: 'technology.categories',
      problem: `names ${JSON.stringify(unknown)}, which is not a category`,
      remedy: `${didYouMean(unknown, knownCategoryNames())}GET /technologies lists them`,
    });
  const fault = version === null ? null : faultOfVersion(version);
  if (fault !== null) throw badRequest({ field: 'technology.version', ...fault });
  const byQuery = new Set(searches.map((one) => one.name));
  const { q, where } = criteria;
  const faulty = faultOfQuery(where, (other) => byQuery.has(other) || isFoundByQuery(other));
  if (faulty !== null) throw badRequest({ field: q === null ? 'query' : 'q', ...faulty });
  return { name, categories, website, version };
}

function isWebAddress(text: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '');
}

/** @param had name of the technology that the search has; null: it has none. @throws Failure conflict */
function checkFree(name: string, others: readonly SearchTechnology[], had: string | null): void {
  const small = name.toLowerCase();
  const known = had?.toLowerCase() === small ? null : technologyNamed(name);
  const saved = others.find((one) => one.name.toLowerCase() === small);
  const found =
    saved !== undefined
      ? `the saved search ${saved.search} has the technology ${JSON.stringify(saved.name)}`
      : known !== null
        ? `sitegrep finds a technology ${JSON.stringify(known)} already`
        : null;
  if (found !== null)
    throw new Failure(
      'conflict',
      `The technology ${JSON.stringify(name)} cannot be added: ${found}; choose another name.`,
    );
  if (others.length >= MAX_SEARCH_TECHNOLOGIES)
    throw new Failure(
      'conflict',
      `${MAX_SEARCH_TECHNOLOGIES} saved searches have a technology, and no more can; take one away, or write technologies into a file for SITEGREP_TECHNOLOGIES.`,
    );
}

/**
 * Gives a saved search the technology that it is stored with, or takes it away. Whoever writes last looks once more, so that of
 * requests at the same moment the one that put the search last decides.
 *
 * @param read reads the search; null: it is deleted, or is to be
 * @returns whether the state was changed
 * @throws Failure conflict if another technology has the name, or there are too many
 */
export async function writeTechnology(
  { fingerprints }: Pick<TechnologyParts, 'fingerprints'>,
  id: string,
  read: () => Promise<SavedSearch | null>,
): Promise<boolean> {
  let isChanged = false;
  for (let time = 0; time < MAX_CONFLICTS; time++) {
    const before = await fingerprints.get();
    const search = await read();
    const chosen = search === null ? null : technologyIn(search);
    const had = before.searches.find((one) => one.search === id) ?? null;
    if (isDeepStrictEqual(had, chosen)) return isChanged;
    const others = before.searches.filter((one) => one.search !== id);
    if (chosen !== null) checkFree(chosen.name, others, had?.name ?? null);
    const searches = chosen === null ? others : [...others, chosen];
    const state = { ...before, revision: randomUUID(), searches };
    if (await fingerprints.replace(before.revision, state)) isChanged = true;
  }
  throw new Failure(
    'conflict',
    'Other requests changed technologies each time that this one did; try again.',
  );
}

/** The technology that a stored search gives pages; null: none. */
function technologyIn(search: SavedSearch): SearchTechnology | null {
  const { id, where } = search;
  const { q, technology } = definitionOf(search);
  if (technology === null) return null;
  const { name, categories, website, version } = technology;
  return { search: id, name, categories, website, version, query: q ?? JSON.stringify(treeOf(where)), where };
}

type ShownTechnology = SavedSearchItem['technology'];

/** Gives the technologies of saved searches as answers show them, by the ids of the searches. */
export async function shownTechnologies(
  { fingerprints, reanalysis }: TechnologyParts,
  factsVersion: () => string,
): Promise<ReadonlyMap<string, NonNullable<ShownTechnology>>> {
  const { searches, version } = await fingerprints.get();
  if (searches.length === 0) return new Map();
  const run = await reanalysis.get();
  // A process that writes has not begun yet, or has a run that goes on.
  const judging =
    run?.state === 'running'
      ? { domains: run.domains, total: run.total }
      : version === null || version === factsVersion()
        ? null
        : { domains: 0, total: null };
  return new Map(
    searches.map(({ search, name, categories, website, version: pattern }) => [
      search,
      { name, categories: [...categories], website, version: pattern, judging },
    ]),
  );
}
