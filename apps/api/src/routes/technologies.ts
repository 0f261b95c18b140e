import {
  type CategoryListAnswer,
  parameterChecker,
  type TechnologyAnswer,
  type TechnologyItem,
  type TechnologyListAnswer,
  TechnologyListOptions,
  TechnologyOptions,
} from '@sitegrep/contract';
import {
  ALL_VALUES,
  ALL,
  and,
  domainsMatching,
  type Expression,
  type Facet,
  type FacetCounts,
  knownValues,
  nearestOf,
  versionsFacet,
} from '@sitegrep/search';
import { slug } from '@sitegrep/technologies/catalogue';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireValid } from '../body.ts';
import { badRequest, Failure } from '../failure.ts';
import { KNOWN_VALUES } from '../known-values.ts';
import { addOperation } from '../operation-route.ts';
import type { Searches } from '../searches.ts';
import { technologyChanges } from '../technology-changes.ts';
import { knownCategories, knownTechnologies, type KnownTechnology } from '../technology-catalogue.ts';

const checkList = parameterChecker(TechnologyListOptions);
const checkOptions = parameterChecker(TechnologyOptions);

const DEFAULT_LIMIT = 50;
/** Versions of each technology of a list, and of one alone. */
const LISTED_VERSIONS = 10;
const VERSIONS = 100;
/** Number of names that an error proposes. */
const PROPOSED = 3;

/** GET /technologies, /technologies/{slug} and /categories: what can be detected, and how many domains have it. */
export function addTechnologyRoutes(app: FastifyInstance, searches: Searches): void {
  const hooks = { onRequest: searches.hooks.onRequest };

  addOperation(app, 'listTechnologies', hooks, async (request, reply): Promise<TechnologyListAnswer> => {
    const {
      prefix = '',
      category,
      country,
      limit = DEFAULT_LIMIT,
      offset = 0,
    } = requireValid(checkList(request.query));
    const paths = category === undefined ? null : pathsOf(category);
    const begin = prefix.toLowerCase();
    const chosen = knownTechnologies().filter(
      ({ name, slug: short, categories }) =>
        (name.toLowerCase().startsWith(begin) || short.startsWith(begin)) &&
        (paths === null || categories.some((path) => paths.includes(path))),
    );
    const { facets } = await count(request, reply, inCountry(country), [
      all('tech'),
      all('tech_version'),
      all('tech_seen'),
    ]);
    const domains = byValue(facets[0]);
    const versions = byTechnology(facets[1]);
    const seen = byValue(facets[2]);
    const shown = chosen
      .map((technology) => ({ technology, domains: domains.get(technology.name) ?? 0 }))
      .sort((a, b) => b.domains - a.domains || compare(a.technology.name, b.technology.name))
      .slice(offset, offset + limit)
      .map((one): TechnologyItem => {
        const { name } = one.technology;
        const own = versions.get(name) ?? [];
        const counted = { all: one.domains, seen: seen.get(name) ?? 0 };
        return itemOf(one.technology, counted, own.slice(0, LISTED_VERSIONS), own.length);
      });
    return {
      success: true,
      data: { total_count: chosen.length, items_count: shown.length, offset, items: shown },
    };
  });

  addOperation(app, 'getTechnology', hooks, async (request, reply): Promise<TechnologyAnswer> => {
    const { country } = requireValid(checkOptions(request.query));
    const technology = named(request.params.slug);
    const has: Expression = {
      kind: 'condition',
      condition: { kind: 'any_of', field: 'tech', values: [technology.name], negated: false },
    };
    const among = inCountry(country);
    const where = country === undefined ? has : and([has, among]);
    const versions = versionsFacet('tech_version', technology.name, { ...ALL_VALUES, limit: VERSIONS });
    const { total, facets } = await count(request, reply, where, [versions, all('tech_seen')]);
    const { values = [], distinct = 0 } = facets[0] ?? {};
    const counted = { all: total, seen: byValue(facets[1]).get(technology.name) ?? 0 };
    const spread = await searches.withinTime(reply, (signal) =>
      technologyChanges(searches, request, { technology, among, has }, Date.now(), signal),
    );
    return { success: true, data: { ...itemOf(technology, counted, values, distinct), ...spread } };
  });

  addOperation(app, 'listCategories', hooks, async (request, reply): Promise<CategoryListAnswer> => {
    const { country } = requireValid(checkOptions(request.query));
    const { facets } = await count(request, reply, inCountry(country), [
      all('category'),
      all('category_seen'),
    ]);
    const [domains, seen] = [byValue(facets[0]), byValue(facets[1])];
    const items = knownCategories()
      .map((category) => {
        const count = domains.get(category.path) ?? 0;
        return { ...category, domains: count, implied_domains: count - (seen.get(category.path) ?? 0) };
      })
      .sort((a, b) => b.domains - a.domains || compare(a.path, b.path));
    return { success: true, data: { total_count: items.length, items } };
  });

  /** Counts the domains that fulfil an expression, by facets. */
  async function count(
    request: FastifyRequest,
    reply: FastifyReply,
    where: Expression,
    facets: readonly Facet[],
  ): Promise<{ readonly total: number; readonly facets: readonly FacetCounts[] }> {
    const from = { kind: 'offset', offset: 0 } as const;
    const query = { ...domainsMatching(where), limit: 1, from, facets };
    const { total, facets: counted = [] } = await searches.withinTime(reply, (signal) =>
      searches.search(request, query, { signal }),
    );
    return { total, facets: counted };
  }
}

/** The facet of all labels of a kind. */
function all(label: 'tech' | 'tech_seen' | 'category' | 'category_seen' | 'tech_version'): Facet {
  return { kind: 'label', label, ...ALL_VALUES };
}

type Counts = FacetCounts['values'];

function itemOf(
  { name, slug: short, categories }: KnownTechnology,
  domains: { readonly all: number; readonly seen: number },
  versions: Counts,
  versionsCount: number,
): TechnologyItem {
  return {
    name,
    slug: short,
    categories: [...categories],
    domains: domains.all,
    implied_domains: domains.all - domains.seen,
    versions: versions.map(({ value, domains: some }) => ({ version: value, domains: some })),
    versions_count: versionsCount,
  };
}

/** The versions of each technology, the most frequent first. */
function byTechnology(counts: FacetCounts | undefined): ReadonlyMap<string, Counts> {
  const versions = new Map<string, Counts[number][]>();
  for (const { value, domains } of counts?.values ?? []) {
    const [name = '', version = ''] = value.split('\0', 2);
    const known = versions.get(name);
    if (known === undefined) versions.set(name, [{ value: version, domains }]);
    else known.push({ value: version, domains });
  }
  return versions;
}

function byValue(counts: FacetCounts | undefined): ReadonlyMap<string, number> {
  return new Map(counts?.values.map(({ value, domains }) => [value, domains]));
}

/** @throws Failure bad_request that names the nearest countries */
function inCountry(country: string | undefined): Expression {
  if (country === undefined) return ALL;
  const values = knownValues('country', country, 'country', KNOWN_VALUES);
  if (!values.ok) throw badRequest(values.error);
  return {
    kind: 'condition',
    condition: { kind: 'any_of', field: 'country', values: values.value, negated: false },
  };
}

/** Paths that a category means. @throws Failure bad_request that names the nearest */
function pathsOf(category: string): readonly string[] {
  const values = knownValues('category', category, 'category', KNOWN_VALUES);
  if (!values.ok) throw badRequest(values.error);
  return values.value;
}

/** @throws Failure not_found that names the nearest technologies */
function named(written: string): KnownTechnology {
  const sought = written.toLowerCase();
  const all = knownTechnologies();
  const found =
    all.find(({ name }) => name === written) ??
    all.find(({ name }) => name.toLowerCase() === sought) ??
    all.find(({ slug: short }) => short === slug(written) && short !== '');
  if (found !== undefined) return found;
  const names = all.map(({ name }) => name);
  throw new Failure(
    'not_found',
    `There is no technology ${JSON.stringify(written.slice(0, 60))}; the nearest are ${nearestOf(written, names, PROPOSED).join(', ')}.`,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
