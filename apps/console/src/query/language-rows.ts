// All that a query can have, with what it means, as the panel of the language shows it.
import {
  CHANGE_CONDITIONS,
  CONDITION_FIELDS,
  READING_FIELDS,
  SCOPE_FIELDS,
} from '@sitegrep/search/field-names';
import { SCOPES } from '@sitegrep/search/scopes';
import { LANGUAGE_TEXT as WORDS } from '../text/language.ts';

export interface LanguageRow {
  /** Its spelling: `tech:`, `-`. */
  readonly sign: string;
  readonly meaning: string;
  /** Text that is put into the query. */
  readonly insert: string;
}

export interface LanguageGroup {
  readonly title: string;
  readonly rows: readonly LanguageRow[];
}

/** Beginnings of the fields that a group follows. */
const GROUPS: Readonly<Record<string, string>> = { same: 'same:page(', change: 'change:(' };

function fieldRow([name, meaning]: readonly [string, string]): LanguageRow {
  const sign = GROUPS[name] ?? `${name}:`;
  return { sign, meaning, insert: sign };
}

const FIELD_GROUPS: readonly LanguageGroup[] = [
  { title: WORDS.conditions, rows: Object.entries(CONDITION_FIELDS).map(fieldRow) },
  { title: WORDS.changes, rows: Object.entries(CHANGE_CONDITIONS).map(fieldRow) },
  { title: WORDS.scopes, rows: SCOPE_FIELDS.map((name) => fieldRow([name, SCOPES[name].about])) },
  { title: WORDS.reading, rows: Object.entries(READING_FIELDS).map(fieldRow) },
];

const GROUPS_OF_LANGUAGE: readonly LanguageGroup[] = [
  {
    title: WORDS.texts,
    rows: WORDS.operators.map(([sign, meaning, insert]) => ({ sign, meaning, insert })),
  },
  ...FIELD_GROUPS,
];

/** All fields, in the order in which they are offered. */
export const FIELD_ROWS: readonly LanguageRow[] = FIELD_GROUPS.flatMap(({ rows }) => rows);

/** The parts of the language that have a word in their sign or meaning; all for an empty one. */
export function languageGroups(word: string): readonly LanguageGroup[] {
  const folded = word.trim().toLowerCase();
  return GROUPS_OF_LANGUAGE.map(({ title, rows }) => ({
    title,
    rows: rows.filter(({ sign, meaning }) => `${sign} ${meaning}`.toLowerCase().includes(folded)),
  })).filter(({ rows }) => rows.length > 0);
}
