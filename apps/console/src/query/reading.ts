// How a query was read, in words: its texts as they are looked for, and its conditions with the names of their values.
import type { Syntax } from '@sitegrep/search/syntax';
import { countryName, languageName } from '../names.ts';
import { TEXT } from '../text.ts';
import { READING_TEXT as WORDS } from '../text/results.ts';
import { treeOf } from './language.ts';

/** A part of the sentence: a text of the query, or a word around it. */
export interface ReadPart {
  readonly text: string;
  readonly isText: boolean;
}

/** Parts of a sentence that are told; further ones are counted. */
const MAX_PARTS = 24;

/** The reading of a query; empty: there is none. */
export function readingOf(query: string): readonly ReadPart[] {
  const tree = treeOf(query);
  const parts = tree === null ? [] : partsOf(tree, query);
  if (parts.length <= MAX_PARTS) return parts;
  return [...parts.slice(0, MAX_PARTS), word(WORDS.further)];
}

const word = (text: string): ReadPart => ({ text, isText: false });
const own = (text: string): ReadPart => ({ text, isText: true });

function partsOf(node: Syntax, query: string): readonly ReadPart[] {
  const written = query.slice(node.from, node.to);
  switch (node.kind) {
    case 'literal':
      return [word(WORDS.asItStands), own(written)];
    case 'word':
    case 'joined':
      return [own(written)];
    case 'quoted':
      return [own(written.slice(1, -1))];
    case 'pattern':
      return [word(WORDS.pattern), own(written)];
    case 'and':
      return joined(node.of, WORDS.and, query);
    case 'or':
      return joined(node.of, WORDS.or, query);
    case 'near':
      return joined([node.left, node.right], WORDS.near, query);
    case 'not':
      return [word(WORDS.without), ...partsOf(node.of, query)];
    case 'group':
      return [word('('), ...partsOf(node.of, query), word(')')];
    case 'same_page':
      return [word(WORDS.samePage), ...partsOf(node.of, query)];
    case 'same_change':
      return [word(WORDS.sameChange), ...partsOf(node.of, query)];
    case 'field':
      return fieldParts(node.name, query.slice(node.value.from, node.value.to), node.value, query);
  }
}

function joined(nodes: readonly Syntax[], between: string, query: string): readonly ReadPart[] {
  return nodes.flatMap((node, index) => [...(index > 0 ? [word(between)] : []), ...partsOf(node, query)]);
}

const FACETS: Readonly<Record<string, string>> = TEXT.facetNames;
const FIELDS: Readonly<Record<string, string>> = WORDS.fields;

function fieldParts(name: string, written: string, value: Syntax, query: string): readonly ReadPart[] {
  const title = Object.hasOwn(FIELDS, name)
    ? FIELDS[name]
    : Object.hasOwn(FACETS, name)
      ? FACETS[name]?.toLowerCase()
      : name;
  const nameOf = { country: countryName, lang: languageName }[name];
  const known = nameOf === undefined ? null : named(written, nameOf, name === 'country');
  return [word(title ?? name), ...(known === null ? partsOf(value, query) : [own(known)])];
}

/** Values that are codes, with their names. */
function named(written: string, nameOf: (code: string) => string, isUpper: boolean): string | null {
  if (!/^[a-z]{2}(?:,[a-z]{2})*$/i.test(written)) return null;
  const codes = written.split(',').map((code) => (isUpper ? code.toUpperCase() : code.toLowerCase()));
  return codes.map(nameOf).join(` ${WORDS.or} `);
}
