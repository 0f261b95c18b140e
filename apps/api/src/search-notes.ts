// Notes of a search: what its query is read as, where that may not be what was meant, and what its parts find where all of it
// finds nothing.
import type { SearchNote } from '@sitegrep/contract';
import {
  domainsMatching,
  isDecided,
  type Expression,
  type Note,
  placedIn,
  type Query,
  readQuery,
  simplify,
  topParts,
} from '@sitegrep/search';
import { Failure } from './failure.ts';
import { KNOWN_VALUES } from './known-values.ts';

/** Maximum parts of a query that are counted by themselves. */
const MAX_PARTS = 8;

/** Counts the domains that fulfil what the index decides. @throws Failure unavailable if too much is under way */
export type Count = (query: Query<'domain'>) => Promise<number>;

/** A note as answers have it. @param total domains that the query of the note finds; null: they are not counted */
export function shownNote(note: Note, total: number | null = null): SearchNote {
  return { ...note, total_count: total };
}

/**
 * The notes of a search for domains by a text, with what the query as it stands finds, and of one that finds nothing with what each
 * of its parts finds alone.
 */
export async function countedNotes(
  text: string,
  notes: readonly Note[],
  { total, count }: { readonly total: number; readonly count: Count },
): Promise<readonly SearchNote[]> {
  const shown: SearchNote[] = [];
  for (const note of notes) {
    const isCounted = note.code === 'as_it_stands' && note.query !== null;
    shown.push(shownNote(note, isCounted ? await countOf(note.query, count) : null));
  }
  return total > 0 ? shown : [...shown, ...(await partNotes(text, count))];
}

async function partNotes(text: string, count: Count): Promise<readonly SearchNote[]> {
  const notes: SearchNote[] = [];
  for (const { from, to } of topParts(text).slice(0, MAX_PARTS)) {
    const part = text.slice(from, to);
    const found = await countOf(part, count);
    if (found === null) continue;
    const message = `${part} alone: ${found === 1 ? '1 domain' : `${found} domains`}`;
    notes.push(shownNote(placedIn(text, { code: 'part_alone', from, to, message, query: null }), found));
  }
  return notes;
}

/** Domains that a query finds; null: the index does not decide it, or is too busy. A note never costs the answer it stands in. */
async function countOf(text: string, count: Count): Promise<number | null> {
  const read = readQuery(text, KNOWN_VALUES);
  const where: Expression | null = read.ok ? simplify(read.value, 'domain') : null;
  if (where === null || !isDecided(where, 'domain')) return null;
  try {
    return await count({ ...domainsMatching(where), limit: 1, from: { kind: 'offset', offset: 0 } });
  } catch (error) {
    if (error instanceof Failure && error.code === 'unavailable') return null;
    throw error;
  }
}
