import { foldCase } from './fold.ts';
import { invalid, type Parsed } from './invalid-input.ts';

/**
 * How a term is looked for: `strict_entry` as it is, `entry` by its runs of letters and digits, each of which has to
 * stand somewhere in the sources of the domain.
 */
export const MODES = ['strict_entry', 'entry'] as const;

export type Mode = (typeof MODES)[number];

/** Different parts of all terms of a search; with it, a search stays below what an Elasticsearch takes as one query. */
const MAX_PARTS = 1_000;

const RUNS = /[\p{L}\p{Nd}]+/gu;

export function parseMode(mode: string): Parsed<Mode> {
  const known = MODES.find((one) => one === mode);
  return known === undefined
    ? invalid('mode', 'is unknown', `use one of ${MODES.join(', ')}`)
    : { ok: true, value: known };
}

/** The texts, each once, that a domain has to hold to match a term. @param term folded */
export function partsOf(term: string, mode: Mode): readonly string[] {
  return mode === 'strict_entry' ? [term] : [...new Set(term.match(RUNS))];
}

/** Checks that each term has parts, and that all together they are not too many. @param lists by name, as they were asked */
export function checkParts(lists: Readonly<Record<string, readonly string[]>>, mode: Mode): Parsed<null> {
  const parts = new Set<string>();
  for (const [name, terms] of Object.entries(lists)) {
    for (const [index, term] of terms.entries()) {
      const own = partsOf(foldCase(term), mode);
      if (own.length === 0) {
        const remedy = 'add one, or search in mode strict_entry';
        return invalid(`${name}[${index}]`, 'has no letter and no digit', remedy);
      }
      for (const part of own) parts.add(part);
    }
  }
  if (parts.size <= MAX_PARTS) return { ok: true, value: null };
  const problem = `has, with exclude_terms, ${parts.size} different runs of letters and digits`;
  return invalid('search_terms', problem, `give at most ${MAX_PARTS}, or search in mode strict_entry`);
}
