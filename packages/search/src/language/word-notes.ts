// Notes on words that may be meant as something else: operators in small letters, fields of other engines, names with a slip.
import { patternNeedle } from '../expression/needles.ts';
import { UNKNOWN_SCOPES } from '../expression/scopes.ts';
import { didYouMean, nearestOf } from '../nearest.ts';
import { CONDITION_FACETS, FIELD_NAMES } from './field-names.ts';
import { foreignField } from './foreign-fields.ts';
import type { PlacedNote } from './notes.ts';
import { quotedPattern } from './quoted.ts';

type WordNote = Pick<PlacedNote, 'code' | 'message'> & {
  /** Text that would stand in place of the word; null: nothing is known to be better. */
  readonly instead: string | null;
};

/** Whether a word has other parts on its left and on its right. */
export interface Neighbours {
  readonly afterOther: boolean;
  readonly beforeOther: boolean;
}

export function wordNote(word: string, stands: Neighbours): WordNote | null {
  const between = stands.afterOther && stands.beforeOther;
  switch (word) {
    case 'or':
    case 'and':
      return between ? smallOperator(word) : null;
    case 'not':
      return stands.beforeOther ? smallOperator(word) : null;
    case 'near':
    case 'NEAR':
      return between ? nearNote(word) : null;
  }
  if (/^near\/\S+$/i.test(word)) return between ? nearNote(word) : null;
  return fieldNote(word) ?? foreignNote(word);
}

function smallOperator(word: string): WordNote {
  const instead = word.toUpperCase();
  return {
    code: 'perhaps_operator',
    message: `${word} is read as a text; ${instead} in capitals is an operator`,
    instead,
  };
}

function nearNote(word: string): WordNote {
  const message = `${word} is read as a text; near/200 joins two that have at most 200 characters between them`;
  return { code: 'perhaps_operator', message, instead: 'near/200' };
}

/** Matches what regular expressions have, and source code rarely: classes, escaped signs, repeated classes, an anchor. */
const SURE_PATTERN = /\\[dDwWsSb.()[\]{}|*+?^$]|\.[*+]|\](?:[*+]|\{\d)|^\^./;

function patternNote(word: string): WordNote | null {
  const needle = patternNeedle(word, { caseSensitive: false, scope: 'body' });
  if (!('kind' in needle)) return null;
  const instead = `re:${quotedPattern(word)}`;
  const message = `${word} is read as a text; as a regular expression it is ${instead}`;
  return { code: 'read_as_text', message, instead };
}

/** The note on a word that is a condition or a pattern of another search engine. */
function foreignNote(word: string): WordNote | null {
  const foreign = foreignField(word);
  if (foreign === null) return SURE_PATTERN.test(word) ? patternNote(word) : null;
  const { name, instead } = foreign;
  const there =
    instead === null
      ? `${name} is a field of other search engines, whose queries can be translated`
      : `here it would be ${instead}`;
  return { code: 'perhaps_field', message: `${word} is read as a text; ${there}`, instead };
}

function fieldNote(word: string): WordNote | null {
  const [, name = '', value = ''] = /^([a-z_]{2,20}):([^/].*)$/i.exec(word) ?? [];
  if (name === '') return null;
  const missing = UNKNOWN_SCOPES.get(name);
  if (missing !== undefined) {
    const message = `${word} is read as a text; ${name}: is not a condition, since ${missing}`;
    return { code: 'perhaps_field', message, instead: null };
  }
  const nearest = OTHER_NAMES.get(name.toLowerCase()) ?? nearestField(name);
  if (nearest === null || !isPlain(value, name)) return null;
  const message = `${word} is read as a text, since ${name}: is not a field; ${nearest}: is one`;
  return { code: 'perhaps_field', message, instead: `${nearest}:${value}` };
}

/** Letters of the shortest name of a field that another name may be a slip of: `tel:` and `id:` are not. */
const MIN_SLIP = 4;
/** The fields that nothing but a group follows: `name:` is not a slip of one. */
const WITH_GROUPS: ReadonlySet<string> = new Set(['same', 'change']);
/** Names with a colon in sources that differ from the name of a field in a letter. */
const IN_SOURCES: ReadonlySet<string> = new Set(['xlink']);

/** The field whose name is nearly this one; null: there is none. */
function nearestField(name: string): string | null {
  if (IN_SOURCES.has(name) || didYouMean(name, FIELD_NAMES) === '') return null;
  const [nearest = ''] = nearestOf(name, FIELD_NAMES, 1);
  return WITH_GROUPS.has(nearest) || nearest.length < MIN_SLIP ? null : nearest;
}

/** Whether a value may be that of a field, also where source code has the name. */
function isPlain(value: string, name: string): boolean {
  return (
    !OTHER_NAMES.has(name.toLowerCase()) || /^(?:"[^"]+"|[^\s"'`(){}[\];]*[^\s"'`(){}[\];,])$/.test(value)
  );
}

/** Names of facets, of fields of answers and of other engines for what a field of the language is about. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...Object.fromEntries(CONDITION_FACETS.map((name) => [name, name])),
    technology: 'tech',
    technologies: 'tech',
    app: 'tech',
    cms: 'tech',
    language: 'lang',
    language_code: 'lang',
    content_language: 'lang',
    content_language_code: 'lang',
    domain: 'site',
    host: 'site',
    hostname: 'site',
    domain_rank: 'rank',
    last_visited: 'visited',
    emails: 'email',
    intitle: 'title',
    inurl: 'url',
    intext: 'text',
    html: 'body',
  }),
);
