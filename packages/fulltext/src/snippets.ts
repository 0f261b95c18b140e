// The part of a page that shows why it is a result.
import type { TextPlan } from './plan.ts';
import { type Sighting, sightingFinder } from './sightings.ts';
import type { StoredText } from './stored-text.ts';

/** Length of a snippet, in characters, and of what may precede the first word. */
const LENGTH = 200;
const BEFORE = 40;
/** Length of a block with all words from which on none is looked for that is longer. */
const ENOUGH = 80;

interface Fragment {
  readonly text: string;
  readonly start: number;
  readonly choices: ReadonlySet<number>;
}

/** Makes snippets of pages. */
export type SnippetMaker = (description: string | null, text: Pick<StoredText, 'blocks'>) => string | null;

/**
 * Makes parts of pages that have as many words of a plan as one has: the description if it has all words, or if the text has none;
 * null if the page says nothing.
 */
export function snippetMaker(plan: TextPlan, language: string): SnippetMaker {
  const sightingsIn = sightingFinder(plan, language);
  return (description, { blocks }) => snippetOf(plan, sightingsIn, description, blocks);
}

function snippetOf(
  plan: TextPlan,
  sightingsIn: (text: string) => readonly Sighting[],
  description: string | null,
  blocks: StoredText['blocks'],
): string | null {
  if (
    description !== null &&
    new Set(sightingsIn(description).map(({ choice }) => choice)).size === plan.choices.length
  )
    return cut(description, 0);
  let best: Fragment | null = null;
  for (const { kind, text } of blocks) {
    const fragment = bestFragment(text, sightingsIn(text));
    if (fragment === null) continue;
    // Prose says more than a heading or an entry of a menu.
    const gain = fragment.choices.size - (best?.choices.size ?? 0);
    if (gain > 0 || (gain === 0 && best !== null && weight(text) > weight(best.text) && kind !== 'heading'))
      best = fragment;
    if (best?.choices.size === plan.choices.length && best.text.length >= ENOUGH) break;
  }
  if (best !== null) return cut(best.text, best.start);
  return description ?? firstProse(blocks);
}

/** Characters of a text that a snippet can show. */
function weight(text: string): number {
  return Math.min(text.length, LENGTH);
}

function firstProse(blocks: StoredText['blocks']): string | null {
  const prose = blocks.find(({ kind, text }) => kind === 'paragraph' && text.length > 80) ?? blocks[0];
  return prose === undefined ? null : cut(prose.text, 0);
}

/** The window of a text with most choices; of equal ones the first. */
function bestFragment(text: string, sightings: readonly Sighting[]): Fragment | null {
  let best: Fragment | null = null;
  for (const [index, { start }] of sightings.entries()) {
    const choices = new Set<number>();
    for (let at = index; at < sightings.length; at++) {
      const other = sightings[at];
      if (other === undefined || other.start - start > LENGTH - BEFORE) break;
      choices.add(other.choice);
    }
    if (best === null || choices.size > best.choices.size) best = { text, start, choices };
  }
  return best;
}

/** A part of a text around a position, cut at blanks, with marks where something is left out. */
/** Characters that say where a word may be parted, and nothing else. Joiners are not among them: they change how others look. */
const HINTS = /[\u00ad\u200b\u2060\ufeff]/g;

function cut(text: string, around: number): string {
  if (text.length <= LENGTH) return text.replaceAll(HINTS, '');
  let start = Math.max(0, Math.min(around - BEFORE, text.length - LENGTH));
  if (start > 0) {
    const blank = text.indexOf(' ', start);
    if (blank !== -1 && blank < around) start = blank + 1;
  }
  let end = Math.min(text.length, start + LENGTH);
  if (end < text.length) {
    const blank = text.lastIndexOf(' ', end);
    if (blank > start + LENGTH / 2) end = blank;
  }
  const shown = text.slice(start, end).replaceAll(HINTS, '').toWellFormed().trim();
  return `${start > 0 ? '… ' : ''}${shown}${end < text.length ? ' …' : ''}`;
}
