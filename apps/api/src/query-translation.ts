// Queries of other search engines in our language, checked as a search checks its query.
import type { QueryTranslation } from '@sitegrep/contract';
import { type Engine, translate } from '@sitegrep/translation';
import { faultOf } from './query-request.ts';

/**
 * Maximum parts of a query that a search would refuse. Each of them is compared with the names of all technologies, so that the
 * reason can name the nearest: that takes a millisecond.
 */
const MAX_REFUSED = 50;

/** More parts are refused than are looked at; the message is the reason for the last one. */
class TooManyRefused extends Error {
  override readonly name = 'TooManyRefused';
}

/** Translates a query of another search engine. What a search would refuse of it is left out, with the reason. */
export function queryTranslation(engine: Engine, original: string): QueryTranslation {
  let refused = 0;
  const reasonOf = (q: string): string | null => {
    const fault = faultOf({ q });
    if (fault === null) return null;
    const reason = inOwnWords(fault);
    if (++refused > MAX_REFUSED) throw new TooManyRefused(reason);
    return reason;
  };
  try {
    const translation = translate(engine, original, reasonOf);
    const { query, leftOut: left_out } = translation;
    return translation.query === null
      ? { query, bound: null, left_out, problem: translation.problem }
      : { query, bound: translation.bound, left_out, problem: null };
  } catch (error) {
    if (!(error instanceof TooManyRefused)) throw error;
    const problem = `more than ${MAX_REFUSED} parts of it can't be asked; for one of them, ${error.message}`;
    return { query: null, bound: null, left_out: [], problem };
  }
}

/** Reason for a part of a translation, of the sentence that refuses a search for it. */
function inOwnWords(fault: string): string {
  return fault
    .replace(/^q is not a query: at column \d+, /, '')
    .replace(/^q /, 'the translation ')
    .replace(/\.$/, '');
}
