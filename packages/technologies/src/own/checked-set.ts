// Fingerprints that somebody wrote, in the form of the public set: what is taken of them, and what is not.
import type { Category, Fingerprint, Fingerprints } from '../fingerprints.ts';
import { categoryNumbers, GROUPS } from '../taxonomy.ts';
import type { QueryTechnology } from '../queries/query-technology.ts';
import { checkedFingerprint, type Referable } from './checked-fingerprint.ts';
import { checkedQueries, isByQuery, valuesOf } from './checked-query.ts';
import type { SetProblem } from './problems.ts';
import type { SetFile, SetFiles } from './set-files.ts';

/** Maximum technologies of all files together. */
const MAX_TECHNOLOGIES = 20_000;
/** Rounds in which technologies are left out because they require one that was; after these, any that requires one of its own set. */
const MAX_ROUNDS = 16;

/** Technologies of one's own. */
export interface OwnSet {
  readonly technologies: Readonly<Record<string, Fingerprint>>;
  /** Technologies by query. */
  readonly queries: readonly QueryTechnology[];
  readonly problems: readonly SetProblem[];
  /** Names of known technologies that own ones take the place of. */
  readonly replaced: readonly string[];
}

/** Checks technologies of one's own against a set of known ones. */
export function checkedOwnSet(
  files: SetFiles,
  known: Pick<Fingerprints, 'categories' | 'technologies'>,
): OwnSet {
  const problems: SetProblem[] = [...files.problems];
  for (const { file } of files.categories)
    problems.push({
      file,
      technology: null,
      key: 'categories',
      reason: 'are not read: technologies of your own are in categories of the set',
    });
  const inSmall = new Map(Object.keys(known.technologies).map((name) => [name.toLowerCase(), name]));
  const queries = files.technologies.flatMap(({ file, entries }) =>
    Object.entries(entries).flatMap(([name, written]) =>
      isByQuery(written) ? [{ file, name, written }] : [],
    ),
  );
  const technologies = checkedTechnologies(
    files.technologies.map(({ file, entries }) => ({
      file,
      entries: Object.fromEntries(Object.entries(entries).filter(([, written]) => !isByQuery(written))),
    })),
    known.categories,
    (name) => Object.hasOwn(known.technologies, name),
    (name) => {
      const other = inSmall.get(name.toLowerCase());
      return other === undefined || Object.hasOwn(known.technologies, name)
        ? null
        : `there is ${JSON.stringify(other)}; write it in the same letters to take its place, or choose another name`;
    },
    problems,
  );
  const replaced = Object.keys(technologies).filter((name) => Object.hasOwn(known.technologies, name));
  const names = [...Object.keys(known.technologies), ...Object.keys(technologies)];
  const taken = new Map(names.map((name) => [name.toLowerCase(), name]));
  const byQuery = checkedQueries(
    queries,
    {
      category: categoryNumbers(known.categories),
      values: valuesOf([...new Set([...names, ...queries.map(({ name }) => name)])], known.categories),
      clash: (name) => {
        const other = taken.get(name.toLowerCase());
        return other === undefined
          ? null
          : `is left out: there is ${JSON.stringify(other)}, whose place a query cannot take; choose another name`;
      },
    },
    problems,
  );
  return { technologies, queries: byQuery, problems, replaced };
}

/** A public set of technologies with its categories. */
export interface CheckedPublicSet {
  readonly categories: Readonly<Record<string, Category>>;
  readonly technologies: Readonly<Record<string, Fingerprint>>;
  readonly problems: readonly SetProblem[];
}

/** Checks a public set. @param categories those of the set in use, for files that have none */
export function checkedPublicSet(files: SetFiles, categories: Fingerprints['categories']): CheckedPublicSet {
  const problems: SetProblem[] = [...files.problems];
  const own = files.categories.length === 0 ? categories : checkedCategories(files.categories, problems);
  const technologies = checkedTechnologies(
    files.technologies,
    own,
    () => false,
    () => null,
    problems,
  );
  return { categories: own, technologies, problems };
}

function checkedCategories(files: readonly SetFile[], problems: SetProblem[]): Record<string, Category> {
  const groups = new Set(GROUPS.map(({ id }) => id));
  const taken: Record<string, Category> = {};
  for (const { file, entries } of files)
    for (const [id, written] of Object.entries(entries)) {
      const category = categoryOf(id, written, groups);
      if (typeof category === 'string')
        problems.push({ file, technology: null, key: `categories.${id}`, reason: category });
      else taken[id] = category;
    }
  return taken;
}

function categoryOf(id: string, written: unknown, known: ReadonlySet<number>): Category | string {
  if (!/^[1-9]\d{0,3}$/.test(id)) return 'its number is not a whole number from 1 to 9999';
  if (typeof written !== 'object' || written === null) return 'is not a map of name, priority and groups';
  const { name, priority = 9, groups = [] } = written as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name === '' || typeof priority !== 'number' || !Array.isArray(groups))
    return 'needs a name, a priority and groups';
  const some = groups.filter((group): group is number => typeof group === 'number' && known.has(group));
  return some.length === 0
    ? `is in no known group; groups are ${[...known].join(', ')}`
    : { name, priority, groups: some };
}

function checkedTechnologies(
  files: readonly SetFile[],
  categories: Readonly<Record<string, Category>>,
  isKnown: (name: string) => boolean,
  clash: (name: string) => string | null,
  problems: SetProblem[],
): Record<string, Fingerprint> {
  const written = new Map<string, readonly [file: string, fingerprint: unknown]>();
  for (const { file, entries } of files)
    for (const [name, fingerprint] of Object.entries(entries)) {
      const refuse = (reason: string): void =>
        void problems.push({ file, technology: name, key: null, reason });
      const inOther = written.get(name)?.[0];
      const reason = clash(name);
      if (inOther !== undefined) refuse(`is left out: ${inOther} has it already`);
      else if (reason !== null) refuse(`is left out: ${reason}`);
      else if (written.size >= MAX_TECHNOLOGIES)
        refuse(`is left out: at most ${MAX_TECHNOLOGIES} technologies are taken`);
      else written.set(name, [file, fingerprint]);
    }
  const category = categoryNumbers(categories);
  // What is left out may be what others refer to, which may leave these out as well.
  let names: ReadonlySet<string> = new Set(written.keys());
  for (let round = 1; ; round++) {
    const among: ReadonlySet<string> = round > MAX_ROUNDS ? new Set() : names;
    const known: Referable = { category, isTechnology: (name) => among.has(name) || isKnown(name) };
    const found: SetProblem[] = [];
    const taken: Record<string, Fingerprint> = {};
    for (const [name, [file, one]] of written) {
      const { fingerprint, problems: own } = checkedFingerprint(name, one, known);
      found.push(...own.map((problem) => ({ file, technology: name, ...problem })));
      if (fingerprint !== null) taken[name] = fingerprint;
    }
    const left = new Set(Object.keys(taken));
    if (left.size === among.size || round > MAX_ROUNDS) {
      problems.push(...found);
      return taken;
    }
    names = left;
  }
}
