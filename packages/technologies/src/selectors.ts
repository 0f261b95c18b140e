import { compile } from 'css-select';
import { parse, type Selector } from 'css-what';
import { MIN_LITERAL } from './scan.ts';

/**
 * Literals of which one stands in the source of every page where the selector finds an element: folded, letters,
 * digits and `-` only. Null if there is no such set; undefined if it is no valid selector.
 *
 * What a parser makes of a source can differ from the source: character references are decoded and names are put in
 * lower case. `plainSource` undoes what can yield those characters; the rest are left out of literals.
 */
export function selectorLiterals(selector: string): readonly string[] | null | undefined {
  let alternatives: readonly (readonly Selector[])[];
  try {
    alternatives = parse(selector);
    // What is written right may still name a pseudo-class that nobody knows.
    if (alternatives.some((tokens) => tokens.some(({ type }) => type.startsWith('pseudo')))) compile(selector);
  } catch {
    return undefined;
  }
  const chosen = alternatives.map((tokens) => longest(tokens.flatMap(textsOf).flatMap(piecesOf)));
  const literals = chosen.filter((literal) => literal !== null);
  return literals.length === chosen.length && literals.length > 0 ? [...new Set(literals)] : null;
}

/** Texts that stand in the tag of an element that this token, or one before it in the selector, asks for. */
function textsOf(token: Selector): readonly string[] {
  if (token.type === 'tag') return [token.name];
  if (token.type !== 'attribute' || token.action === 'not') return [];
  return [token.name, token.value];
}

/** `fj` can come from the reference `&fjlig;`. */
function piecesOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9-]+/)
    .flatMap((piece) => piece.split(/(?<=f)(?=j)/))
    .filter(({ length }) => length >= MIN_LITERAL);
}

function longest(pieces: readonly string[]): string | null {
  let best: string | null = null;
  for (const piece of pieces) if (best === null || piece.length > best.length) best = piece;
  return best;
}

/** The source with those character references decoded, and those letters replaced, that yield a literal's characters. */
export function plainSource(html: string): string {
  // The Kelvin sign and the capital I with a dot are the characters beyond ASCII whose lower case begins with ASCII.
  return html.replace(/&#(?:[xX]([0-9a-fA-F]+)|([0-9]+));?|[\u212a\u0130]/g, (whole, hex?: string, decimal?: string) => {
    if (whole === '\u212a') return 'k';
    if (whole === '\u0130') return 'i';
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const character = code < 0x80 ? String.fromCharCode(code) : '';
    return /^[a-zA-Z0-9-]$/.test(character) ? character : whole;
  });
}
