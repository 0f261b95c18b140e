// Pieces of source as people copy them, cut out of pages by rule, and whether each is read as it stands or noted.
import { readQuery, type Note } from '@sitegrep/search';
import type { Random } from './draw-queries.ts';

/** Rules by the kind of what they cut. */
const RULES: Readonly<Record<string, RegExp>> = {
  'an attribute': /\b[\w-]+="[^"<>\n]{1,60}"/g,
  'the beginning of an attribute': /\b[\w-]+="[^"<>\n]{1,20}/g,
  'a tag': /<\w+[^<>\n]{0,80}>/g,
  'a closing tag': /<\/\w+>/g,
  'a comment': /<!--[^>\n]{1,80}-->/g,
  'a call': /\b[\w$.]+\([^()\n]{0,60}\)/g,
  'the beginning of a call': /\b[\w$.]+\((?:['"][\w-]{0,20}['"]?,? ?['"]?)?/g,
  'a function': /\(?function ?\w*\([\w, ]*\) ?\{?/g,
  'an assignment': /\b(?:var|let|const|window\.\w+) ?\w* ?= ?[^;\n<]{1,50};?/g,
  'a declaration of CSS': /[\w-]+:\s?[^;{}<>"\n]{1,40};/g,
  'a selector': /[.#][\w-]+(?:[ >+~]+[.#]?[\w-]+){0,3}\s?\{/g,
  'a property of a vendor': /-(?:webkit|moz|ms)-[\w-]+/g,
  'a member of JSON': /"[\w@-]+":\s?(?:"[^"\n]{0,40}"|\d+|true|false|null)/g,
  'the beginning of JSON': /\{\s?"[\w@-]+":/g,
  'an address': /https?:\/\/[^\s"'<>]{5,80}/g,
  'an address without its scheme': /(?<=:|["'(])\/\/[\w.-]+\/[^\s"'<>]{0,60}/g,
  'a path': /\/[\w.-]+(?:\/[\w.-]+)+\/?/g,
  'an entity': /[^<>\s&]{0,10}&#?\w+;[^<>&\n]{0,20}/g,
  'a name with a colon': /\b(?:og|twitter|fb|article|xlink|xml|x-on|v-on):[\w:-]+/g,
  'a regular expression': /\/(?:\\.|[^/\n\\<>]){2,40}\/[gimsuy]*/g,
  'a text': /(?<=>)[^<>\n]{10,60}(?=<)/g,
  'an operation': /[\w.]+ ?(?:\|\||&&|===?|!==?|\?|=>) ?[\w.[\]{}]+/g,
};

export interface Piece {
  readonly kind: string;
  readonly text: string;
}

/** Cuts as many pieces, of each kind about as many. */
export function cutPieces(sources: readonly string[], count: number, random: Random): readonly Piece[] {
  const kinds = Object.entries(RULES).map(([kind, rule]) => {
    const texts = sources.flatMap((source) => Array.from(source.matchAll(rule), ([text]) => text.trim()));
    return { kind, texts: [...new Set(texts)].filter((text) => /\S/.test(text)) };
  });
  const pieces: Piece[] = [];
  for (let round = 0; pieces.length < count && kinds.some(({ texts }) => texts.length > 0); round++) {
    const { kind, texts } = kinds[round % kinds.length] ?? { kind: '', texts: [] };
    const [text] = texts.splice(random(texts.length), 1);
    if (text !== undefined) pieces.push({ kind, text });
  }
  return pieces;
}

/** The fault in the reading of a piece of source; null: it is read as it stands, or a note offers that. */
export function pasteFault(text: string): string | null {
  const notes: Note[] = [];
  const read = readQuery(text, {}, (note) => notes.push(note));
  if (!read.ok) return `is refused: ${read.error.problem}`;
  const literal = JSON.stringify(readQuery(asText(text)));
  if (JSON.stringify(read) === literal) return null;
  const isOffered = notes.some(({ query }) => query !== null && JSON.stringify(readQuery(query)) === literal);
  return isOffered ? null : `is read as ${JSON.stringify(read.value)} without a word`;
}

/** The query of the tree `{"text": …}`. */
function asText(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\t', String.raw`\t`)}"`;
}
