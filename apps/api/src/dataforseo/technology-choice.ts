// Domains by their groups, categories and names of technologies, as a requirement of a search.
import type { ChosenTechnologies } from '@sitegrep/contract';
import { and, type Expression, nearestOf, or } from '@sitegrep/search';
import { badRequest } from '../failure.ts';
import { lazy } from '../once.ts';
import { technologyGroups } from '../technology-catalogue.ts';

type Mode = NonNullable<ChosenTechnologies['mode']>;

/** Values that a condition on technologies has for each name, by the name in lower case. */
type Names = ReadonlyMap<string, readonly string[]>;

interface KnownNames {
  readonly groups: Names;
  readonly categories: Names;
  readonly paths: Names;
  readonly technologies: Names;
  /** Names in each path. */
  readonly inPath: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Number of names that an error proposes. */
const PROPOSED = 3;
/** Maximum names that a text of mode `entry` may stand for. */
const MAX_NAMES = 1_000;

const known = lazy((): KnownNames => {
  const groups = technologyGroups();
  const all = groups.flatMap(({ categories }) => categories);
  return {
    groups: new Map(groups.map(({ id, categories }) => [id, categories.map(({ path }) => path)])),
    categories: new Map(
      Array.from(
        Map.groupBy(all, ({ id }) => id),
        ([id, some]) => [id, some.map(({ path }) => path)],
      ),
    ),
    paths: new Map(all.map(({ path }) => [path, [path]])),
    technologies: Map.groupBy(new Set(all.flatMap(({ technologies }) => technologies)), (name) =>
      name.toLowerCase(),
    ),
    inPath: new Map(all.map(({ path, technologies }) => [path, new Set(technologies)])),
  };
});

/** A task that names technologies, or keywords: the requirement of a search, and the rest of the task. @throws Failure bad_request */
export function requireChoice<Task extends ChosenTechnologies>(
  task: Task,
): {
  readonly technologies: Expression | null;
  readonly input: Omit<Task, Exclude<keyof ChosenTechnologies, 'keywords'>>;
} {
  const { technology_paths: paths, groups, categories, technologies, mode = 'as_is', ...input } = task;
  const parts = Object.entries({ groups, categories, technologies }).flatMap(([list, given = []]) =>
    given.length === 0 || !isList(list) ? [] : [oneOf(list, (index) => `${list}[${index}]`, given, mode)],
  );
  if (paths !== undefined)
    parts.push(or(paths.map((one, index) => inPath(`technology_paths[${index}]`, one, known(), mode))));
  if (parts.length > 0 || task.keywords !== undefined)
    return { technologies: parts.length === 0 ? null : and(parts), input };
  throw badRequest({
    field: 'technologies',
    problem: 'is missing',
    remedy: 'give technologies, groups, categories, technology_paths or keywords',
  });
}

interface ChosenOne {
  readonly group?: string;
  readonly category?: string;
  readonly technology?: string;
  readonly keyword?: string;
  readonly mode?: Mode;
}

/**
 * The requirement of a task that names one of each kind.
 *
 * @returns null if it names a keyword only
 * @throws Failure bad_request
 */
export function requireOne({
  group,
  category,
  technology,
  keyword,
  mode = 'as_is',
}: ChosenOne): Expression | null {
  const given = [
    ['groups', 'group', group],
    ['categories', 'category', category],
    ['technologies', 'technology', technology],
  ] as const;
  const parts = given.flatMap(([list, field, name]) =>
    name === undefined ? [] : [oneOf(list, () => field, [name], mode)],
  );
  if (parts.length > 0) return and(parts);
  if (keyword !== undefined) return null;
  throw badRequest({
    field: 'technology',
    problem: 'is missing',
    remedy: 'give technology, category, group or keyword',
  });
}

/** The requirement of any of these categories, besides another one. */
export function inGroup(paths: readonly string[], besides: Expression | null): Expression {
  const one = anyOf('group', paths);
  return besides === null ? one : and([besides, one]);
}

const LISTS = ['groups', 'categories', 'technologies'] as const;
type List = (typeof LISTS)[number];

function isList(name: string): name is List {
  return LISTS.some((list) => list === name);
}

/** The requirement that a domain has one of the names of a list. @param fieldOf field of each name in the task */
function oneOf(
  list: List,
  fieldOf: (index: number) => string,
  names: readonly string[],
  mode: Mode,
): Expression {
  const values = names.flatMap((name, index) => valuesOf(fieldOf(index), name, known()[list], mode));
  return anyOf(fieldOf(0).replace('[0]', ''), values);
}

/** A technology in one of its categories. */
function inPath(
  field: string,
  { path, name }: { readonly path: string; readonly name: string },
  names: KnownNames,
  mode: Mode,
): Expression {
  const paths = valuesOf(`${field}.path`, path, names.paths, mode);
  const within = new Set(paths.flatMap((one) => [...(names.inPath.get(one) ?? [])]));
  const technologies = valuesOf(`${field}.name`, name, names.technologies, mode).filter((one) =>
    within.has(one),
  );
  if (technologies.length === 0) {
    const remedy = 'GET /v3/domain_analytics/technologies/technologies lists what is in which';
    throw badRequest({
      field: `${field}.name`,
      problem: `is ${shown(name)}, which is not in ${paths.join(', ')}`,
      remedy,
    });
  }
  return and([anyOf(`${field}.name`, technologies), anyOf(`${field}.path`, paths)]);
}

/** Values that a name stands for, whatever its case. @throws Failure bad_request */
function valuesOf(field: string, given: string, names: Names, mode: Mode): readonly string[] {
  const sought = given.toLowerCase();
  const found =
    mode === 'as_is'
      ? (names.get(sought) ?? [])
      : [...names].flatMap(([name, values]) => (name.includes(sought) ? values : []));
  if (found.length > 0) return found;
  const nearest = nearestOf(given, names.keys(), PROPOSED).flatMap((name) => properNames(name, names));
  throw badRequest({
    field,
    problem: `is ${shown(given)}, which is ${mode === 'as_is' ? 'unknown' : 'not part of a known name'}`,
    remedy: `the nearest are ${nearest.slice(0, PROPOSED).join(', ')}`,
  });
}

/** A name as it is written: those of technologies have capitals. */
function properNames(name: string, names: Names): readonly string[] {
  const values = (names.get(name) ?? []).filter((value) => value.toLowerCase() === name);
  return values.length === 0 ? [name] : values;
}

function anyOf(field: string, values: readonly string[]): Expression {
  const unique = [...new Set(values)].sort();
  if (unique.length > MAX_NAMES) {
    throw badRequest({
      field,
      problem: `stands for ${unique.length} names`,
      remedy: `give longer parts, which stand for at most ${MAX_NAMES}`,
    });
  }
  return {
    kind: 'condition',
    condition: { kind: 'any_of', field: 'tech', values: unique, negated: false },
  };
}

function shown(text: string): string {
  const characters = Array.from(text);
  return JSON.stringify(characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text);
}
