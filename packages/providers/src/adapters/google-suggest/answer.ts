import type { FoundSuggestion } from '../../answers/suggestions.ts';
import { badAnswer } from '../../failure.ts';
import { rootField, type Field } from '../../reading/field.ts';
import { markedParts, plainText } from '../../text/plain-text.ts';

/** Stands before the JSON so that no page can run it as a script; or the JSON is a call's argument. */
const GUARD = /^\s*\)\]\}'/;
const CALL = /^\s*[\w.]+\((.*)\)\s*;?\s*$/s;

/**
 * All clients answer with the same few shapes: `[rows, …]` or `["what was typed", rows, …]`, a row being a text or
 * `[html, type, subtypes, {zs: thumbnail}]`.
 *
 * @throws ProviderFailure bad_answer
 */
export function readSuggestions(body: string): readonly FoundSuggestion[] {
  const whole = rootField(parse(body.replace(GUARD, '').replace(CALL, '$1')));
  const rows = whole.at(0).form === 'list' ? whole.at(0) : whole.at(1);
  return rows.present().list().map(readRow);
}

function readRow(row: Field): FoundSuggestion {
  if (row.form === 'string') return { text: row.text() };
  const html = row.at(0).string() ?? '';
  return {
    text: plainText(html),
    thumbnailUrl: row.at(3, 'zs').string(),
    highlighted: markedParts(html),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer('the answer', 'is not the JSON that was asked for');
  }
}
