// The name of a saved search as an argument of commands.
import { ofKnown } from './known.ts';

export const SEARCH_NAME = 'name of the saved search, as saved: in a query has it';

/** Names the command that lists searches where there is none of a name. */
export function knownSearch<T>(name: string, answer: Promise<T>): Promise<T> {
  return ofKnown('saved search', name, 'searches', answer);
}
