// Conditions on saved searches as a cluster evaluates them: histories have the tokens of the searches that their domains fulfil.
import type { Expression, Level } from '@sitegrep/search';
import { listsIn } from '../../../lists/domain-lists.ts';
import { type NamedSearch, withSearches } from '../../../searches/expanded-searches.ts';
import { UnknownSavedSearch } from '../../../searches/saved-searches.ts';
import { withListValues } from '../listed-names.ts';
import type { DefinitionStore } from './definition-store.ts';
import { tokenOf } from './definitions.ts';
import type { SavedNames } from './saved-counts.ts';

/** Names of saved searches that an error lists. */
const MAX_NAMED = 1_000;

/**
 * Runs a search whose conditions on saved searches name their tokens.
 *
 * @throws UnknownSavedSearch, UnfitSavedSearch
 */
export async function withSavedSearches<Answer>(
  store: Pick<DefinitionStore, 'read' | 'definitions'>,
  where: Expression,
  level: Level,
  run: (where: Expression) => Promise<Answer>,
): Promise<Answer> {
  const names = listsIn(where, 'saved');
  if (names.length === 0) return await run(where);
  const documents = await store.read(names);
  const missing = names.find((name) => !documents.has(name));
  if (missing !== undefined) {
    const known = Array.from((await store.definitions()).all, ({ id }) => id).toSorted();
    throw new UnknownSavedSearch(missing, known.slice(0, MAX_NAMED));
  }
  const expanded = withSearches(where, level, (id): NamedSearch => {
    const body = documents.get(id)?.search_body;
    if (body === undefined) throw new UnknownSavedSearch(id, []);
    return { id, level: body.level, where: body.where };
  });
  const placed = withListValues(expanded, 'saved', (id) => {
    const body = documents.get(id)?.search_body;
    return body === undefined ? [] : [tokenOf(body)];
  });
  return await run(placed);
}

/** Gives the names of saved searches by their tokens, those of changes left out: no domain fulfils these. */
export function savedNames(store: Pick<DefinitionStore, 'definitions'>): SavedNames {
  return async (names) => {
    const wanted = names === null ? null : new Set(names);
    const some = [...(await store.definitions()).all].filter(
      ({ id, level }) => level !== 'change' && (wanted === null || wanted.has(id)),
    );
    return new Map(some.map((one) => [tokenOf(one), one.id]));
  };
}
