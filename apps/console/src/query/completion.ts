// Completion of a query: names of fields, their values, and whole queries that were asked before.
import { CHANGED_FIELDS, FIELD_WORDS } from '@sitegrep/search/field-names';
import { number } from '../format.ts';
import { countryName, languageName } from '../names.ts';
import { TEXT } from '../text.ts';
import { type FacetName, facetOfField, valueIn } from './facet-values.ts';
import type { SavedQuery } from './kept-queries.ts';
import { FIELD_ROWS } from './language-rows.ts';

export interface Completion {
  /** Text that is put in place of what was typed. */
  readonly insert: string;
  /** Text that is shown; absent: what is inserted. */
  readonly shown?: string;
  /** Number of domains, or what the text means. */
  readonly detail: string;
  /** Whether it is in place of the whole query. */
  readonly isWhole?: boolean;
}

/** The part of a query before the cursor that is completed: a value after a colon, or the name of a field. */
export interface Typed {
  /** Field whose value it is; null: it is a name. */
  readonly field: string | null;
  readonly text: string;
  /** Beginning of the text that is replaced. */
  readonly from: number;
}

const MAX_WHOLE = 5;
const MAX_NAMES = 80;

export function typedBefore(query: string, cursor: number): Typed {
  const before = query.slice(0, cursor);
  const [, field, values = ''] =
    /(?:^|[\s(-])(?:(?:added|removed):)?([a-z_]+):("[^"]*|[^\s()"]*)$/.exec(before) ?? [];
  if (field !== undefined) {
    const written = values.startsWith('"') ? values : (values.split(',').at(-1) ?? '');
    return { field, text: written.replace(/^"/, ''), from: cursor - written.length };
  }
  const [text = ''] = /[^\s()-]*$/.exec(before) ?? [];
  return { field: null, text, from: cursor - text.length };
}

/** Fields with what they mean. */
const NAMES: readonly Completion[] = FIELD_ROWS.map(({ insert, meaning: detail }) => ({ insert, detail }));

/** Characters of a word from which on the fields that begin with it are offered by themselves. */
const MIN_TYPED = 2;

/** Names of fields that begin with the word that is being typed. */
export function namesWhileTyping(typed: string): readonly Completion[] {
  if (typed.length < MIN_TYPED) return [];
  return NAMES.filter(({ insert }) => insert.startsWith(typed));
}

/** Queries that the user had before and that have the query in them, and names of fields that begin with what was typed. */
export function namesFor(
  query: string,
  typed: string,
  kept: { readonly saved: readonly SavedQuery[]; readonly recent: readonly string[] },
): readonly Completion[] {
  const whole = [
    ...kept.saved.map(({ query: insert, name }) => ({
      insert,
      detail: name === insert ? TEXT.search.savedQueries : name,
      isWhole: true,
    })),
    ...kept.recent.map((insert) => ({ insert, detail: TEXT.search.recent, isWhole: true })),
  ].filter(({ insert }) => insert !== query && insert.includes(query.trim()));
  const names = NAMES.filter(({ insert }) => insert.startsWith(typed.toLowerCase()));
  return [...whole.slice(0, MAX_WHOLE), ...names].slice(0, MAX_NAMES);
}

/** Fields of conditions on what users keep under a name. */
type KeptField = 'list' | 'saved';

/** Values with how many domains have each, as the API counts them. */
export interface CountedValues {
  /** Technologies that begin with a text. */
  technologies(prefix: string): Promise<readonly { readonly name: string; readonly domains: number }[]>;
  categories(): Promise<
    readonly { readonly path: string; readonly name: string; readonly domains: number }[]
  >;
  /** Lists of domains, or saved searches, that users keep under a name. */
  kept(field: KeptField): Promise<readonly { readonly name: string; readonly domains: number }[]>;
  facet(name: FacetName): Promise<readonly { readonly value: string; readonly domains: number }[]>;
}

/** Values of a field that begin with what was typed; of categories, those that have it. */
export async function valuesFor(
  field: string,
  text: string,
  counted: CountedValues,
): Promise<readonly Completion[]> {
  const folded = text.toLowerCase();
  if (field === 'added' || field === 'removed')
    return Object.entries(CHANGED_FIELDS)
      .filter(([name]) => name.startsWith(folded))
      .map(([insert, detail]) => ({ insert, detail }));
  const words = Object.entries(FIELD_WORDS).find(([name]) => name === field)?.[1];
  if (words !== undefined)
    return words
      .filter((word) => word.toLowerCase().startsWith(folded))
      .map((insert) => ({ insert, detail: '' }));
  if (field === 'list' || field === 'saved')
    return (await counted.kept(field))
      .filter(({ name }) => name.startsWith(folded))
      .map(({ name, domains }) => ({ insert: name, detail: number(domains) }));
  const facet = facetOfField(field);
  if (facet === undefined) return [];
  const option = (value: string, domains: number): Completion => ({
    insert: valueIn(facet, value),
    shown: nameIn(facet, value),
    detail: number(domains),
  });
  const name = facet === 'tech' || facet === 'category' ? /^(.*)@(.*)$/.exec(text) : null;
  if (name !== null)
    return 'seen'.startsWith(name[2]?.toLowerCase() ?? '')
      ? [{ insert: `${valueIn(facet, name[1] ?? '')}@seen`, detail: TEXT.search.seen }]
      : [];
  if (facet === 'tech')
    return (await counted.technologies(text)).map(({ name, domains }) => option(name, domains));
  if (facet === 'category')
    return (await counted.categories())
      .filter(({ path, name }) => path.includes(folded) || name.toLowerCase().includes(folded))
      .map(({ path, domains }) => option(path, domains));
  return (await counted.facet(facet))
    .filter(({ value }) => isTyped(facet, value, folded))
    .map(({ value, domains }) => option(value, domains));
}

/** A value with its name, where it is a code. */
function nameIn(facet: FacetName, value: string): string {
  if (facet === 'country') return countryName(value);
  return facet === 'lang' ? languageName(value) : value;
}

/** Tells whether a value, or a word of its name, begins with what is typed. */
function isTyped(facet: FacetName, value: string, folded: string): boolean {
  if (value.toLowerCase().startsWith(folded)) return true;
  const name = nameIn(facet, value);
  return name !== value && ` ${name.toLowerCase()}`.includes(` ${folded}`);
}
