// The keys of the field with the query, and the text that a completion makes of it.
import type { Completion } from './completion.ts';

/** Effects of keys: completions are offered, gone through, taken and closed; the query is sent; the field is left. */
export type FieldAct = 'offer' | 'next' | 'previous' | 'take' | 'close' | 'submit' | 'leave';

interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
}

const WITH_OPTIONS: Readonly<Record<string, FieldAct>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Tab: 'take',
  Enter: 'take',
  Escape: 'close',
};

/** Reads a key. @returns null: the field itself takes it */
export function fieldAct(
  { key, ctrlKey, shiftKey }: PressedKey,
  hasOptions: boolean,
  isChosen = true,
): FieldAct | null {
  if (key === ' ' && ctrlKey) return 'offer';
  const act = hasOptions && Object.hasOwn(WITH_OPTIONS, key) ? WITH_OPTIONS[key] : undefined;
  if (act !== undefined && (act !== 'take' || isChosen)) return act;
  if (key === 'Enter' && !shiftKey) return 'submit';
  return key === 'Escape' ? 'leave' : null;
}

/** The query with a completion in place of what was typed, and the cursor behind it. */
export function withCompletion(
  query: string,
  { insert, isWhole = false }: Completion,
  typed: { readonly from: number; readonly cursor: number },
): { readonly query: string; readonly cursor: number } {
  const [from, to] = isWhole ? [0, query.length] : [typed.from, typed.cursor];
  return { query: query.slice(0, from) + insert + query.slice(to), cursor: from + insert.length };
}

/** Tells whether a query has a completion already. */
export function isWritten(...given: Parameters<typeof withCompletion>): boolean {
  return withCompletion(...given).query === given[0];
}
