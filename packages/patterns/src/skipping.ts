import { charSetOf, type Node } from './tree.ts';
import { rangesOf, sizeOf, union, type CharSet } from './char-set.ts';

/** Finds the first position, from a given one on, where a match may start; -1 if there is none. */
export type Skip = (text: string, from: number) => number;

/** Maximum number of characters that are looked for. */
const MAX_LEAD = 8;
/** Maximum size of a set that is worth looking for. */
const MAX_RARE = 8;
const MAX_RANGES = 64;
const MAX_UNIT = 0xffff;

/**
 * Finds starts of matches with a regular expression of V8: the sets of the first characters, one after the other, without
 * a choice or repetition, so that it takes time in proportion to the text. V8 looks at several characters at a time.
 *
 * @returns null if matches may begin with nearly everything
 */
export function skipOf(tree: Node, caseSensitive: boolean): Skip | null {
  const { sets } = leadOf(tree, caseSensitive);
  const end = sets.findIndex((set) => set.length > 2 * MAX_RANGES || hasSurrogates(set));
  const lead = end === -1 ? sets : sets.slice(0, end);
  if (!lead.some((set) => sizeOf(set) <= MAX_RARE)) return null;
  const regex = new RegExp(lead.map(classText).join(''), 'g');
  return (text, from) => {
    regex.lastIndex = from;
    return regex.test(text) ? regex.lastIndex - lead.length : -1;
  };
}

/** Characters that a match begins with: a set for each position. */
interface Lead {
  readonly sets: readonly CharSet[];
  /** Whether a match is nothing but these characters, so that what follows it continues them. */
  readonly isAll: boolean;
}

const UNKNOWN: Lead = { sets: [], isAll: false };

function leadOf(node: Node, caseSensitive: boolean): Lead {
  switch (node.kind) {
    case 'character':
      return { sets: [charSetOf(node.is, node.ignoreCase ?? !caseSensitive)], isAll: true };
    case 'assertion':
      return { sets: [], isAll: true };
    case 'group':
      return leadOf(node.of, caseSensitive);
    case 'sequence':
      return joined(node.of.values().map((part) => leadOf(part, caseSensitive)));
    case 'choice':
      return either(node.of.map((part) => leadOf(part, caseSensitive)));
    case 'repetition': {
      if (node.min === 0) return UNKNOWN;
      const once = leadOf(node.of, caseSensitive);
      const { sets, isAll } = joined(
        Array.from({ length: Math.min(node.min, MAX_LEAD) }, () => once).values(),
      );
      return { sets, isAll: isAll && node.min === node.max && node.min <= MAX_LEAD };
    }
  }
}

function joined(leads: Iterable<Lead>): Lead {
  const sets: CharSet[] = [];
  for (const lead of leads) {
    sets.push(...lead.sets);
    if (!lead.isAll || sets.length > MAX_LEAD) return { sets: sets.slice(0, MAX_LEAD), isAll: false };
  }
  return { sets, isAll: true };
}

function either(leads: readonly Lead[]): Lead {
  const length = Math.min(...leads.map(({ sets }) => sets.length));
  return {
    sets: Array.from({ length }, (_, index) => union(leads.map(({ sets }) => sets[index] ?? []))),
    isAll: leads.every(({ sets, isAll }) => isAll && sets.length === length),
  };
}

function hasSurrogates(set: CharSet): boolean {
  return [...rangesOf(set)].some(([first, last]) => last > MAX_UNIT || (first <= 0xdfff && last >= 0xd800));
}

function classText(set: CharSet): string {
  const ranges = Array.from(rangesOf(set), ([first, last]) => `${unitText(first)}-${unitText(last)}`);
  return `[${ranges.join('')}]`;
}

function unitText(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Calls after which it is judged whether skipping is worthwhile, and units that a call must skip for that. */
const MIN_CALLS = 64;
const MIN_SKIPPED = 16;

/** Skips within one text as long as that is faster than looking at each character. */
export class Skipping {
  readonly #skip: Skip;
  #calls = 0;
  #skipped = 0;

  constructor(skip: Skip) {
    this.#skip = skip;
  }

  get isWorthwhile(): boolean {
    return this.#calls < MIN_CALLS || this.#skipped >= MIN_SKIPPED * this.#calls;
  }

  next(text: string, from: number): number {
    const next = this.#skip(text, from);
    this.#calls++;
    this.#skipped += next - from;
    return next;
  }
}
