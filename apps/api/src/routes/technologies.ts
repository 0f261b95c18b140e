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
  ALL,
  and,
  domainsMatching,
  type Expression,
  type FacetCounts,
  knownValues,
  nearestOf,
} from '@sitegrep/search';
import { versionLabel } from '@sitegrep/site';
import { slug } from '@sitegrep/technologies/catalogue';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireValid } from '../body.ts';
import { badRequest, Failure } from '../failure.ts';
import { KNOWN_VALUES } from '../known-values.ts';
import { addOperation } from '../operation-route.ts';
import type { Searches } from '../searches.ts';
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
    const counted = await count(request, reply, inCountry(country), ['technology', 'technology_version']);
    const itemOf = items(counted, LISTED_VERSIONS);
    const all = chosen.map(itemOf).sort((a, b) => b.domains - a.domains || compare(a.name, b.name));
    const shown = all.slice(offset, offset + limit);
    return {
      success: true,
      data: { total_count: all.length, items_count: shown.length, offset, items: shown },
    };
  });

  addOperation(app, 'getTechnology', hooks, async (request, reply): Promise<TechnologyAnswer> => {
    const { country } = requireValid(checkOptions(request.query));
    const technology = named(request.params.slug);
    const has: Expression = {
      kind: 'condition',
      condition: { kind: 'any_of', field: 'technologies', values: [technology.name], negated: false },
    };
    const where = country === undefined ? has : and([has, inCountry(country)]);
    const counted = await count(request, reply, where, ['technology', 'technology_version']);
    return { success: true, data: items(counted, VERSIONS)(technology) };
  });

  addOperation(app, 'listCategories', hooks, async (request, reply): Promise<CategoryListAnswer> => {
    const { country } = requireValid(checkOptions(request.query));
    const [counts] = await count(request, reply, inCountry(country), ['category']);
    const domains = byValue(counts);
    const all = knownCategories()
      .map((category) => ({ ...category, domains: domains.get(category.path) ?? 0 }))
      .sort((a, b) => b.domains - a.domains || compare(a.path, b.path));
    return { success: true, data: { total_count: all.length, items: all } };
  });

  /** Counts all labels of some kinds on the domains that fulfil an expression. */
  async function count(
    request: FastifyRequest,
    reply: FastifyReply,
    where: Expression,
    kinds: readonly ('technology' | 'category' | 'technology_version')[],
  ): Promise<readonly FacetCounts[]> {
    const facets = kinds.map((label) => ({ kind: 'label', label, limit: Infinity }) as const);
    const from = { kind: 'offset', offset: 0 } as const;
    const query = { ...domainsMatching(where), limit: 1, from, facets };
    const { facets: counted = [] } = await searches.withinTime(reply, (signal) =>
      searches.domains(request, query, { signal }),
    );
    return counted;
  }
}

/** Makes items of technologies. @param counts of technologies, and of their versions */
function items(
  [technologies, versions]: readonly FacetCounts[],
  maxVersions: number,
): (technology: KnownTechnology) => TechnologyItem {
  const domains = byValue(technologies);
  const byTechnology = Map.groupBy(versions?.values ?? [], ({ value }) =>
    value.slice(0, value.indexOf('\0')),
  );
  return ({ name, slug: short, categories }) => {
    const own = byTechnology.get(name) ?? [];
    return {
      name,
      slug: short,
      categories: [...categories],
      domains: domains.get(name) ?? 0,
      versions: own.slice(0, maxVersions).map(({ value, domains: some }) => ({
        version: value.slice(versionLabel(name, '').length),
        domains: some,
      })),
      versions_count: own.length,
    };
  };
}

function byValue(counts: FacetCounts | undefined): ReadonlyMap<string, number> {
  return new Map(counts?.values.map(({ value, domains }) => [value, domains]));
}

/** @throws Failure bad_request that names the nearest countries */
function inCountry(country: string | undefined): Expression {
  if (country === undefined) return ALL;
  const values = knownValues('country_iso_code', country, 'country', KNOWN_VALUES);
  if (!values.ok) throw badRequest(values.error);
  return {
    kind: 'condition',
    condition: { kind: 'any_of', field: 'country_iso_code', values: values.value, negated: false },
  };
}

/** Paths that a category means: itself, or all whose last part it is. @throws Failure bad_request that names the nearest */
function pathsOf(category: string): readonly string[] {
  const written = category.toLowerCase();
  const paths = knownCategories().map(({ path }) => path);
  const found = paths.filter((path) => path === written || path.endsWith(`.${written}`));
  if (found.length > 0) return found;
  throw badRequest({
    field: 'category',
    problem: `is ${JSON.stringify(category.slice(0, 60))}, which is no category`,
    remedy: `the nearest are ${nearestOf(written, paths, PROPOSED).join(', ')}`,
  });
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
