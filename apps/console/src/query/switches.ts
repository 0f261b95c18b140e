// The switches beside the field of a query: case, whole word, pattern, and all of it as one text. They are read from the draft and
// rewrite it, so that a query says by itself how it is read.
import { FIELD_ALIASES } from '@sitegrep/search/field-names';
import { quotedPattern, quotedText, readQuoted, readRaw } from '@sitegrep/search/quoted';
import { readSlashes } from '@sitegrep/search/slashes';
import { type FieldSyntax, type Syntax, tokensOf } from '@sitegrep/search/syntax';
import { isCondition, treeOf } from './language.ts';

export const SWITCH_NAMES = ['case', 'word', 'pattern', 'text'] as const;
export type SwitchName = (typeof SWITCH_NAMES)[number];

/** State of a switch: on, off, or null where it has nothing to act on. */
export type Switches = { readonly [Name in SwitchName]: boolean | null };

type Form = Exclude<SwitchName, 'case'>;

/** Part of a query that switches act on: all but its conditions and the modifiers before it. */
interface Target {
  readonly from: number;
  readonly to: number;
  /** Null: several parts, of which one text can be made, but not one pattern or word. */
  readonly form: Form | 'plain' | null;
  /** Text that is looked for, without quotes and the field. */
  readonly text: string;
}

const CASE_BEFORE = /^case:yes\s+(?=\S)/;
const CASE_BEHIND = /(?<=\S)\s+case:yes$/;

/** Matches a backslash at the end that escapes nothing yet, which would escape the closing quote. */
const HALF_ESCAPE = /(?<!\\)(?:\\\\)*\\$/;

/** The states of the switches for a draft. */
export function switchesIn(draft: string): Switches {
  const { query, isCase } = withoutCase(draft);
  const target = targetIn(query);
  if (target === null) return { case: null, word: null, pattern: null, text: null };
  const { form, text } = target;
  return {
    case: isCase,
    word: form === null ? null : form === 'word',
    pattern: form === null || HALF_ESCAPE.test(text) ? null : form === 'pattern',
    text: form === 'text',
  };
}

/** The draft after a press of a switch; it is unchanged if there is nothing to act on. */
export function switched(draft: string, name: SwitchName): string {
  const { query, isCase } = withoutCase(draft);
  const target = targetIn(query);
  if (target === null) return draft;
  const { from, to, form, text } = target;
  if (name === 'case') {
    if (isCase) return query;
    // What is read as one text would be read as parts beside a field.
    return `case:yes ${treeOf(query)?.kind === 'literal' ? quotedText(query) : query}`;
  }
  if (switchesIn(draft)[name] === null) return draft;
  const before = isCase ? 'case:yes ' : '';
  return before + query.slice(0, from) + (form === name ? text : WRITTEN[name](text)) + query.slice(to);
}

/** The other reading of the text of a query: all of it as one text, or each of its words by itself. Null: both are the same. */
export function otherReading(draft: string): { readonly query: string; readonly isText: boolean } | null {
  const { query } = withoutCase(draft);
  const target = targetIn(query);
  if (target === null || !/\S\s+\S/.test(target.text) || treeOf(query)?.kind === 'literal') return null;
  const { form, text } = target;
  const isSeveral = form === 'plain' && contentOfSeveral(text) !== null;
  if (form !== 'text' && !isSeveral) return null;
  return { query: switched(draft, 'text'), isText: isSeveral };
}

const WRITTEN: { readonly [Name in Form]: (text: string) => string } = {
  word: (text) => `word:${quotedText(text)}`,
  pattern: (text) => `re:${quotedPattern(text)}`,
  text: quotedText,
};

/** A draft without the modifier that makes case count in all of it. */
function withoutCase(draft: string): { readonly query: string; readonly isCase: boolean } {
  const trimmed = draft.trim();
  const query = trimmed.replace(CASE_BEFORE, '').replace(CASE_BEHIND, '');
  return { query, isCase: query !== trimmed };
}

/** @returns null: the query is empty, or nested too deeply to be one */
function targetIn(query: string): Target | null {
  const tree = treeOf(query);
  if (tree === null) return null;
  const parts = tree.kind === 'and' ? tree.of : [tree];
  const own = parts.filter((part) => !isModifier(part) && !isCondition(part, query));
  const [first, ...others] = own.length === 0 ? [tree] : own;
  const last = others.at(-1) ?? first;
  if (first === undefined || last === undefined) return null;
  const span = { from: first.from, to: last.to };
  const written = query.slice(span.from, span.to);
  const content = others.length === 0 ? contentOf(first, query) : contentOfSeveral(written);
  return { ...span, ...(content ?? { form: null, text: written }) };
}

type Content = Pick<Target, 'form' | 'text'> | null;

function contentOfSeveral(written: string): Content {
  const isPlain = tokensOf(written).every(({ kind }) => kind === 'word');
  return isPlain ? { form: 'plain', text: written } : null;
}

/** The text of an operand; null: the node is another one. */
function contentOf(node: Syntax, query: string): Content {
  const written = query.slice(node.from, node.to);
  if (node.kind === 'word' || node.kind === 'literal') return { form: 'plain', text: written };
  if (node.kind === 'quoted') return { form: 'text', text: readQuoted(written).text };
  if (node.kind === 'pattern') return contentOfSlashes(written);
  return node.kind === 'field' ? contentOfField(node, query) : null;
}

function contentOfField({ name, value }: FieldSyntax, query: string): Content {
  const form = fieldForm(name);
  if (form === null || value.kind === 'group') return null;
  const written = query.slice(value.from, value.to);
  if (value.kind === 'quoted')
    return { form, text: form === 'word' ? readQuoted(written).text : readRaw(written) };
  return value.kind === 'pattern' && form === 'pattern' ? contentOfSlashes(written) : { form, text: written };
}

function fieldForm(name: string): Form | null {
  const field = Object.hasOwn(FIELD_ALIASES, name) ? FIELD_ALIASES[name] : name;
  if (field === 're') return 'pattern';
  if (field === 'lit') return 'text';
  return field === 'word' ? 'word' : null;
}

function contentOfSlashes(written: string): Content {
  const { inner, isPattern } = readSlashes(written);
  return isPattern ? { form: 'pattern', text: inner } : { form: 'plain', text: written };
}

function isModifier(node: Syntax): boolean {
  return node.kind === 'field' && (node.name === 'case' || node.name === 'in');
}
