import { SitegrepError } from '@sitegrep/client';
import { CommandFailed } from './failure.ts';

/**
 * Names what was looked for, and the command that lists what there is, where the server knows nothing of this id.
 *
 * @param kind what the id is of, such as `crawl`
 * @param lister command that lists the ids, such as `crawls list`
 */
export async function ofKnown<T>(kind: string, id: string, lister: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof SitegrepError) || error.code !== 'not_found') throw error;
    throw new CommandFailed(`there is no ${kind} ${id}; "sitegrep ${lister}" lists them.`);
  }
}

/** Words for the name of a saved search as an argument of commands. */
export const SEARCH_NAME = 'name of the saved search, as saved: in a query has it';

/** Names the command that lists saved searches, if a name is unknown. */
export function knownSearch<T>(name: string, answer: Promise<T>): Promise<T> {
  return ofKnown('saved search', name, 'searches', answer);
}
