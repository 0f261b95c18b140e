// Answers that a page gives in a list or a definition.
import { type TextPlan, wordMatcher } from './plan.ts';
import type { StoredText } from './stored-text.ts';
import { wordsOf } from './words.ts';

const MIN_ITEMS = 3;
const MAX_ITEMS = 8;
const MAX_ITEM = 160;
const MIN_DEFINITION = 40;
const MAX_DEFINITION = 320;
/** Blocks between a heading and the list that follows it. */
const MAX_BETWEEN = 2;
/** Words that a heading may have besides those of the keyword. */
const MAX_OTHERS = 4;

/**
 * The answer of a page to a keyword of two words or more: the list or the paragraph under a heading that has all the words and few
 * others, or the definition of such a term. Null if it gives none.
 */
export function featuredOf(plan: TextPlan, language: string, { blocks }: StoredText): string | null {
  if (plan.choices.length < 2) return null;
  const matcher = wordMatcher(plan, language);
  for (const [index, { kind, text }] of blocks.entries()) {
    if (kind !== 'heading' && kind !== 'term') continue;
    if (text.length > MAX_ITEM) continue;
    const words = wordsOf(text).map(matcher);
    const found = new Set(words.filter((choice) => choice !== -1));
    if (found.size < plan.choices.length || words.length - found.size > MAX_OTHERS) continue;
    const answer =
      kind === 'term'
        ? definitionAfter(blocks, index)
        : (listAfter(blocks, index) ?? paragraphAfter(blocks, index));
    if (answer !== null) return answer;
  }
  return null;
}

function listAfter(blocks: StoredText['blocks'], index: number): string | null {
  for (let at = index + 1; at <= index + 1 + MAX_BETWEEN; at++) {
    const kind = blocks[at]?.kind;
    if (kind === undefined || kind === 'heading') return null;
    if (kind !== 'item') continue;
    const items: string[] = [];
    for (let of = at; blocks[of]?.kind === 'item'; of++) items.push(blocks[of]?.text ?? '');
    if (items.length < MIN_ITEMS || items.some(({ length }) => length > MAX_ITEM)) return null;
    const shown = items.slice(0, MAX_ITEMS).map((item, number) => `${number + 1}. ${item}`);
    return shown.join('\n') + (items.length > MAX_ITEMS ? '\n…' : '');
  }
  return null;
}

function paragraphAfter(blocks: StoredText['blocks'], index: number): string | null {
  const next = blocks[index + 1];
  return next?.kind === 'paragraph' ? definition(next.text) : null;
}

function definitionAfter(blocks: StoredText['blocks'], index: number): string | null {
  const next = blocks[index + 1];
  return next?.kind === 'definition' ? definition(next.text) : null;
}

/** A text if it has the length of an answer, up to the end of a sentence. */
function definition(text: string): string | null {
  if (text.length < MIN_DEFINITION) return null;
  if (text.length <= MAX_DEFINITION) return text;
  const end = /^[^]{40,320}?[.!?。！？](?=\s|$)/u.exec(text)?.[0];
  return end ?? null;
}
