// Technologies by query as somebody wrote them: what is taken of them, and what is not.
import { type ClosedSet, type Expression, type KnownValues, readEither, simplify } from '@sitegrep/search';
import { categoryPaths, slug } from '../taxonomy.ts';
import type { Category } from '../fingerprints.ts';
import { faultOfQuery, faultOfVersion } from '../queries/query-fault.ts';
import { MAX_QUERY_TECHNOLOGIES, type QueryTechnology } from '../queries/query-technology.ts';
import { DESCRIPTIVE, isRecord, nameProblem, type Referable } from './checked-fingerprint.ts';
import type { SetProblem } from './problems.ts';

/** A technology by query in a file. */
export interface WrittenQuery {
  readonly file: string;
  readonly name: string;
  readonly written: Readonly<Record<string, unknown>>;
}

/** Names that queries and their technologies may refer to, or not. */
interface KnownNames {
  readonly category: Referable['category'];
  readonly values: KnownValues;
  /** Why a name is taken; null: it is not. */
  readonly clash: (name: string) => string | null;
}

/** Tells whether a technology of a file is by query. */
export function isByQuery(written: unknown): written is Readonly<Record<string, unknown>> {
  return isRecord(written) && 'query' in written;
}

/** Checks technologies by query. One with a broken part is left out and named. */
export function checkedQueries(
  all: readonly WrittenQuery[],
  { category, values, clash }: KnownNames,
  problems: SetProblem[],
): readonly QueryTechnology[] {
  const names = new Map<string, string>();
  const taken: QueryTechnology[] = [];
  const byQuery = new Set(all.map(({ name }) => name));
  for (const { file, name, written } of all) {
    const count = problems.length;
    const refuse = (key: string | null, reason: string): void =>
      void problems.push({ file, technology: name, key, reason });
    const other = names.get(name.toLowerCase());
    const taking = nameProblem(name) ?? clash(name);
    if (taking !== null) refuse(null, taking);
    else if (other !== undefined) refuse(null, `is left out: ${other} has it already`);
    else if (taken.length >= MAX_QUERY_TECHNOLOGIES)
      refuse(null, `is left out: at most ${MAX_QUERY_TECHNOLOGIES} technologies by query are taken`);
    names.set(name.toLowerCase(), file);
    for (const key of Object.keys(written))
      if (!KEYS.has(key) && !DESCRIPTIVE.has(key))
        refuse(
          key,
          'stands beside query, which says all by itself; write it into the query, or leave it out',
        );
    const categories = categoriesOf(written['cats'], category, refuse);
    const where = readQuery(written['query'], values, (other) => byQuery.has(other), refuse);
    const version = versionOf(written['version'], refuse);
    if (where !== null && problems.length === count)
      taken.push({ name, categories, query: String(written['query']), where, version });
  }
  return taken;
}

const KEYS: ReadonlySet<string> = new Set(['cats', 'query', 'version']);

type Refuse = (key: string | null, reason: string) => void;

function categoriesOf(written: unknown, category: Referable['category'], refuse: Refuse): readonly number[] {
  const some: readonly unknown[] = written === undefined ? [] : [written].flat();
  const numbers = some.flatMap((one) => {
    const number = typeof one === 'string' || typeof one === 'number' ? category(String(one)) : undefined;
    if (number === undefined) refuse('cats', `there is no category ${JSON.stringify(one)}`);
    return number === undefined ? [] : [number];
  });
  if (some.length === 0) refuse('cats', 'is missing; give a category by its number or name');
  return [...new Set(numbers)];
}

function readQuery(
  written: unknown,
  values: KnownValues,
  isOther: (name: string) => boolean,
  refuse: Refuse,
): Expression | null {
  if (typeof written !== 'string') {
    refuse('query', 'is not a text; write a query in quotes');
    return null;
  }
  const read = readEither({ q: written }, values);
  if (!read.ok) {
    refuse('query', `${read.error.problem}; ${read.error.remedy}`);
    return null;
  }
  const where = simplify(read.value, 'page');
  const fault = faultOfQuery(where, isOther);
  if (fault === null) return where;
  refuse('query', `${fault.problem}; ${fault.remedy}`);
  return null;
}

function versionOf(written: unknown, refuse: Refuse): string | null {
  if (written === undefined) return null;
  if (typeof written !== 'string') {
    refuse('version', 'is not a text; write a pattern with one group in quotes');
    return null;
  }
  const fault = faultOfVersion(written);
  if (fault !== null) refuse('version', `${fault.problem}; ${fault.remedy}`);
  return written;
}

/** The values that queries of a file can name: technologies by their names, and categories. */
export function valuesOf(
  technologies: Iterable<string>,
  categories: Readonly<Record<string, Category>>,
): KnownValues {
  const byId = categoryPaths(categories);
  const paths = new Map<string, Set<string>>();
  for (const [id, some] of byId) {
    const { name = '' } = categories[id] ?? {};
    for (const path of some)
      for (const word of [slug(name), name.toLowerCase(), path])
        paths.set(word, (paths.get(word) ?? new Set<string>()).add(path));
  }
  const names = [...technologies, ...Array.from(byId.values()).flat()];
  const tech: ClosedSet = { values: Map.groupBy(names, (name) => name.toLowerCase()) };
  return { tech, category: { values: new Map(Array.from(paths, ([word, some]) => [word, [...some]])) } };
}
