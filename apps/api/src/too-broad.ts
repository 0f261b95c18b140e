// What a client is told whose search would read more sources than it may: how much each part costs, and how to narrow it.
import { type IndexUnit, necessaryFor, partsForSources, type Query, treeOf } from '@sitegrep/search';
import { HitsTooMany, OutOfMemory, QueryTooBroad, type WorkPart, WorkTooLarge } from '@sitegrep/storage';
import { Failure } from './failure.ts';

/** Runs a search. @throws Failure too_broad, with what would help, if too many sources would have to be read */
export async function boundedSearch<Value>(
  query: Query,
  unit: IndexUnit,
  search: () => Promise<Value>,
): Promise<Value> {
  try {
    return await search();
  } catch (error) {
    const details = detailsOf({ query, blame: blameIn(query, unit) }, error);
    throw details === null ? error : new Failure('too_broad', details);
  }
}

/** A search that was given up. */
interface GivenUp {
  readonly query: Query;
  /** Words about the part of the query of which the index knows nothing; empty if there is none. */
  readonly blame: string;
}

function detailsOf(search: GivenUp, error: unknown): string | null {
  if (error instanceof WorkTooLarge) return detailsOfWork(search, error);
  if (error instanceof QueryTooBroad) return detailsOfCandidates(search, error);
  if (error instanceof HitsTooMany) return detailsOfHits(error);
  if (error instanceof OutOfMemory) return TOO_LARGE;
  return null;
}

const TOO_LARGE =
  'The search needs more memory than a search may have; give a smaller limit, or ask for fewer snippets, values or facets.';

const NARROW_QUERY =
  'add a text of three or more characters or a condition such as country:DE, or take an export';

function detailsOfCandidates({ blame }: GivenUp, { candidates, decided }: QueryTooBroad): string {
  return (
    `The sources of ${candidates} domains must be read${blame}, and ${decided} of them were within the time limit; ` +
    `${NARROW_QUERY}.`
  );
}

function blameIn({ where, level }: Query, unit: IndexUnit): string {
  const unknown = partsForSources(where, unit).find((part) => {
    const { candidates: necessary } = necessaryFor(part, level, unit);
    return necessary.kind === 'constant' && necessary.value;
  });
  return unknown === undefined ? '' : `, since the index knows nothing of ${JSON.stringify(treeOf(unknown))}`;
}

function detailsOfHits({ hits, read }: HitsTooMany): string {
  const fewer = read === 0 ? '' : `give a limit of at most ${read}, or `;
  return (
    `The sources of ${hits} items must be read for what is shown of them, and those of ${read} were within the time limit; ` +
    `${fewer}take an export.`
  );
}

function detailsOfWork(search: GivenUp, { parts, maxWork }: WorkTooLarge): string {
  const total = parts.reduce((sum, { work }) => sum + work, 0);
  const costs = parts.map((part) => {
    const share = parts.length === 1 ? '' : ` (${Math.round((100 * part.work) / total)} %)`;
    return `the sources of ${part.items} ${COSTS[part.part](part, search)}${share}`;
  });
  const [most] = parts.toSorted((a, b) => b.work - a.work);
  const times = Math.ceil((10 * total) / maxWork) / 10;
  const remedy = most === undefined ? NARROW_QUERY : remedyFor(most, maxWork / total);
  return `The search would take ${times} times the work that a search may take: it must read ${costs.join(', and ')}; ${remedy}.`;
}

/** The purpose for which sources are read, after their number. */
const COSTS: Readonly<Record<WorkPart['part'], (part: WorkPart, search: GivenUp) => string>> = {
  candidates: ({ sought }, { blame }) => `domains for ${counted(sought, 'text or pattern')}${blame}`,
  snippets: ({ sought }) => `items for the snippets of ${counted(sought, 'text or pattern')}`,
  values: ({ sought }) => `items for ${counted(sought, 'value')} in extract`,
  captures: ({ sought }) => `items for ${counted(sought, 'facet')} of captures`,
};

/** @param allowed part of all the work that a search may take */
function remedyFor({ part, items }: WorkPart, allowed: number): string {
  switch (part) {
    case 'candidates':
      return NARROW_QUERY;
    case 'snippets':
    case 'values':
      return `give a limit of at most ${Math.max(1, Math.floor(items * allowed))}, or take an export`;
    case 'captures':
      return 'leave these facets out, or add a text or a condition such as country:DE, so that fewer items match';
  }
}

function counted(count: number, what: string): string {
  if (count === 1) return `1 ${what}`;
  return `${count} ${what === 'text or pattern' ? 'texts and patterns' : `${what}s`}`;
}
