import { necessaryFor, partsForSources, type Query, treeOf } from '@sitegrep/search';
import { HitsTooMany, QueryTooBroad } from '@sitegrep/storage';
import { Failure } from './failure.ts';

/** Runs a search. @throws Failure too_broad, with what would help, if too many sources would have to be read */
export async function boundedSearch<Value>(query: Query, search: () => Promise<Value>): Promise<Value> {
  try {
    return await search();
  } catch (error) {
    if (error instanceof QueryTooBroad) throw new Failure('too_broad', detailsOf(query, error));
    if (error instanceof HitsTooMany) throw new Failure('too_broad', detailsOfHits(error));
    throw error;
  }
}

function detailsOf({ where, level }: Query, { candidates, decided }: QueryTooBroad): string {
  const unknown = partsForSources(where, level).find((part) => {
    const { candidates: necessary } = necessaryFor(part, level);
    return necessary.kind === 'constant' && necessary.value;
  });
  const blame =
    unknown === undefined ? '' : `, since the index knows nothing of ${JSON.stringify(treeOf(unknown))}`;
  return (
    `The sources of ${candidates} domains must be read${blame}, and ${decided} of them were within the time limit; ` +
    'add a text of three or more characters or a condition such as country:DE, or take an export.'
  );
}

function detailsOfHits({ hits, read }: HitsTooMany): string {
  const fewer = read === 0 ? '' : `give a limit of at most ${read}, or `;
  return (
    `The sources of ${hits} items must be read for what is shown of them, and those of ${read} were within the time limit; ` +
    `${fewer}take an export.`
  );
}
