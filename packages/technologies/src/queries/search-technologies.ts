// Technologies of saved searches, as a set of fingerprints takes them.
import type { Expression } from '@sitegrep/search';
import { categoryNumbers } from '../taxonomy.ts';
import { readKnownSet } from '../own/known-set.ts';
import type { QueryTechnology } from './query-technology.ts';

/** A technology as a saved search has it. */
interface WrittenTechnology {
  readonly search: string;
  readonly name: string;
  readonly categories: readonly string[];
  readonly query: string;
  readonly where: Expression;
  readonly version: string | null;
}

/** Technologies that a set takes, and why it does not take the others. */
interface TakenTechnologies {
  readonly taken: readonly QueryTechnology[];
  readonly problems: readonly { readonly search: string; readonly name: string; readonly reason: string }[];
}

/**
 * The technologies of saved searches that a compiled set takes: it has none of the name, and knows the categories.
 *
 * @param beside technologies by query that are there already
 */
export function takenTechnologies(
  written: readonly WrittenTechnology[],
  compiled: ArrayBufferLike,
  beside: readonly QueryTechnology[],
): TakenTechnologies {
  if (written.length === 0) return { taken: [], problems: [] };
  const { technologies, categories } = readKnownSet(compiled);
  const names = [...Object.keys(technologies), ...beside.map(({ name }) => name)];
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const numberOf = categoryNumbers(categories);
  const taken: QueryTechnology[] = [];
  const problems: { search: string; name: string; reason: string }[] = [];
  for (const { search, name, categories: words, query, where, version } of written) {
    const other = known.get(name.toLowerCase());
    const numbers = words.map(numberOf).filter((number) => number !== undefined);
    if (other !== undefined)
      problems.push({ search, name, reason: `fingerprints or your file have the technology ${other}` });
    else if (numbers.length === 0)
      problems.push({ search, name, reason: `the fingerprints have no category ${words.join(', ')}` });
    else taken.push({ name, categories: [...new Set(numbers)], query, where, version });
  }
  return { taken, problems };
}
