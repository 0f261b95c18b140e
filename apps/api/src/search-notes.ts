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
import { readDomain } from '@sitegrep/site';
import { Failure } from './failure.ts';
import { KNOWN_VALUES } from './known-values.ts';

/** Maximum parts of a query that are counted by themselves. */
const MAX_PARTS = 8;

/** Notes that say how many domains their query finds. */
const COUNTED: ReadonlySet<Note['code']> = new Set<Note['code']>(['as_it_stands', 'perhaps_field']);

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
    // In `Rank: first` of a text no condition on ranks is meant.
    if (note.code === 'perhaps_field' && note.query !== null && !isQuery(note.query)) continue;
    const isCounted = COUNTED.has(note.code) && note.query !== null;
    shown.push(shownNote(note, isCounted ? await countOf(note.query, count) : null));
  }
  if (total > 0) return shown;
  return [...shown, ...(await domainNotes(text, count)), ...(await partNotes(text, count))];
}

async function partNotes(text: string, count: Count): Promise<readonly SearchNote[]> {
  const notes: SearchNote[] = [];
  for (const { from, to, query } of topParts(text).slice(0, MAX_PARTS)) {
    const found = await countOf(query, count);
    if (found === null) continue;
    const message = `${text.slice(from, to)} alone: ${found === 1 ? '1 domain' : `${found} domains`}`;
    notes.push(shownNote(placedIn(text, { code: 'part_alone', from, to, message, query: null }), found));
  }
  return notes;
}

/** The note on a query that is the name of a stored domain, which no source has; none if it is not. */
async function domainNotes(text: string, count: Count): Promise<readonly SearchNote[]> {
  const name = text.trim();
  if (!/^[^\s:/]+\.[^\s:/]+$/.test(name) || readDomain(name).kind !== 'domain') return [];
  const query = `site:${name}`;
  const found = await countOf(query, count);
  if (found === null || found === 0) return [];
  const message = `${name} is in no source, but it is a domain of the index`;
  const span = { from: text.indexOf(name), to: text.indexOf(name) + name.length };
  return [shownNote(placedIn(text, { code: 'perhaps_field', ...span, message, query }), found)];
}

function isQuery(text: string): boolean {
  return readQuery(text, KNOWN_VALUES).ok;
}

/** Domains that a query finds; null: the index does not decide it, or is too busy. A note never costs the answer it stands in. */
async function countOf(text: string, count: Count): Promise<number | null> {
  const read = readQuery(text, KNOWN_VALUES);
  const where: Expression | null = read.ok ? simplify(read.value, 'domain') : null;
  if (where === null || !isDecided(where, 'page')) return null;
  try {
    return await count({ ...domainsMatching(where), limit: 1, from: { kind: 'offset', offset: 0 } });
  } catch (error) {
    if (error instanceof Failure && error.code === 'unavailable') return null;
    throw error;
  }
}
