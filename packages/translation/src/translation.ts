// Queries of other search engines in our query language. Parts that cannot be asked are named, and the answer says in which
// direction a count without them is wrong.
import { ALL, type Formula, NONE, partsOf, writtenQuery } from './formula.ts';
import { DIALECTS, type Engine } from './engines.ts';
import type { FaultOf, LeftOut, Meaning } from './meaning.ts';
import { UnreadableQuery } from './scanner.ts';

/** How the number of domains that a translation finds is to that of its original. */
export type Bound = 'exact' | 'at_most' | 'at_least';

export type Translation =
  | { readonly query: string; readonly bound: Bound; readonly leftOut: readonly LeftOut[] }
  | { readonly query: null; readonly problem: string; readonly leftOut: readonly LeftOut[] };

/** Translates a query. @param faultOf checks what is made of it */
export function translate(engine: Engine, original: string, faultOf: FaultOf): Translation {
  let meaning: Meaning;
  try {
    meaning = DIALECTS[engine](original, faultOf);
  } catch (error) {
    if (!(error instanceof UnreadableQuery)) throw error;
    return { query: null, problem: `it can't be read: ${error.message}`, leftOut: [] };
  }
  const { leftOut } = meaning;
  const chosen = chosenOf(meaning);
  if ('problem' in chosen) return { query: null, problem: chosen.problem, leftOut };
  const query = writtenQuery(chosen.formula);
  const fault = faultOf(query);
  if (fault !== null) return { query: null, problem: fault, leftOut };
  return { query, bound: chosen.bound, leftOut };
}

type Chosen = { readonly formula: Formula; readonly bound: Bound } | { readonly problem: string };

/** The formula that is asked: of two that bound the meaning, the one with more parts of the query. */
function chosenOf({ most, least, leftOut, isTranslated }: Meaning): Chosen {
  const hasMost = most.kind !== ALL.kind && most.kind !== NONE.kind;
  const hasLeast = least.kind !== ALL.kind && least.kind !== NONE.kind;
  const isExact = writtenQuery(most) === writtenQuery(least) && most.kind === least.kind;
  if (isExact && hasMost) return { formula: most, bound: 'exact' };
  if (isExact) return { problem: `every page ${most.kind === 'all' ? 'fulfils' : 'fails'} it` };
  if (hasMost && (!hasLeast || partsOf(most).length >= partsOf(least).length))
    return { formula: most, bound: 'at_most' };
  if (hasLeast) return { formula: least, bound: 'at_least' };
  const [first] = leftOut;
  return {
    problem: isTranslated
      ? 'without the parts that are left out, a count would say nothing'
      : (first?.reason ?? 'nothing of it can be asked'),
  };
}
