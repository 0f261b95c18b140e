// Queries of other search engines in our language, checked as a search checks its query.
import type { QueryTranslation } from '@sitegrep/contract';
import { SEARCH_BOUNDS } from '@sitegrep/search';
import { type Engine, translate } from '@sitegrep/translation';
import { faultOf } from './query-request.ts';

const { maxParts } = SEARCH_BOUNDS;

/** Maximum parts of a query that are checked, some of them more than once: with more, no search takes the translation. */
const MAX_CHECKED = 4 * maxParts;
/**
 * Maximum parts of a query that a search would refuse. Each of them is compared with the names of all technologies, so that the
 * reason can name the nearest: that takes a millisecond.
 */
const MAX_REFUSED = 50;

/** A query takes too long to check; the message says of what it has too much. */
class TooMuchToCheck extends Error {
  override readonly name = 'TooMuchToCheck';
}

/** Translates a query of another search engine. What a search would refuse of it is left out, with the reason. */
export function queryTranslation(engine: Engine, original: string): QueryTranslation {
  let checked = 0;
  let refused = 0;
  const reasonOf = (q: string): string | null => {
    if (++checked > MAX_CHECKED)
      throw new TooMuchToCheck(`it has too many parts; a query has at most ${maxParts}`);
    const fault = faultOf({ q });
    if (fault === null) return null;
    const reason = inOwnWords(fault);
    if (++refused > MAX_REFUSED)
      throw new TooMuchToCheck(
        `more than ${MAX_REFUSED} parts of it can't be asked; for one of them, ${reason}`,
      );
    return reason;
  };
  try {
    const translation = translate(engine, original, reasonOf);
    const { query, leftOut: left_out } = translation;
    return translation.query === null
      ? { query, bound: null, left_out, problem: translation.problem }
      : { query, bound: translation.bound, left_out, problem: null };
  } catch (error) {
    if (!(error instanceof TooMuchToCheck)) throw error;
    return { query: null, bound: null, left_out: [], problem: error.message };
  }
}

/** Reason for a part of a translation, of the sentence that refuses a search for it. */
function inOwnWords(fault: string): string {
  return fault
    .replace(/^q cannot be read: at column \d+, /, '')
    .replace(/^q /, 'the translation ')
    .replace(/\.$/, '');
}
