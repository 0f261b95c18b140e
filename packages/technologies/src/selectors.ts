import { compile } from 'css-select';
import { AttributeAction, parse, SelectorType, type Selector } from 'css-what';
import type { CoreDomPattern, CorePattern } from 'wappalyzer-core';
import { cheapest, requirements, shapeOf, type Cost } from './shape.ts';

/** Shorter ones stand in nearly every page, so nothing is won by waiting for them. */
const MIN_PIECE = 5;

/** What is known of a selector before a page is seen. */
export interface SelectorFacts {
  /** One of them stands in the source of every page where it finds an element; folded. Null if nothing is known. */
  readonly anyOf: readonly string[] | null;
  /** Names of the elements it can find; null for any. */
  readonly tags: ReadonlySet<string> | null;
}

/** Reads a selector; null if it is no valid one. */
export function readSelector(selector: string, cost: Cost): SelectorFacts | null {
  let alternatives: readonly (readonly Selector[])[];
  try {
    alternatives = parse(selector);
    // What is written right may still ask for what isn't known, such as a pseudo-class.
    if (alternatives.some((tokens) => tokens.some((token) => !isPlain(token)))) compile(selector);
  } catch {
    return null;
  }
  const tags = alternatives.map(subjectTag);
  return {
    anyOf: eachNeeds(alternatives.map((tokens) => rarest(tokens.flatMap(textsOf).flatMap(pieces), cost))),
    tags: tags.every((tag) => tag !== null) ? new Set(tags) : null,
  };
}

/**
 * Texts of which one stands in the source of every page where one of these conditions is met, whatever the selector.
 * Text may be spread over several elements, so only attributes tell.
 */
export function conditionLiterals(
  conditions: readonly CoreDomPattern[],
  cost: Cost,
): readonly string[] | null {
  return eachNeeds(
    conditions.flatMap(({ exists, text, attributes = {} }) => [
      ...(exists === undefined && text === undefined ? [] : [null]),
      ...Object.entries(attributes).map(([name, pattern]) =>
        needOf([...pieces(name).map((piece) => [piece]), ...valueNeeds(pattern, cost)], cost),
      ),
    ]),
  );
}

/** Sets of pieces of which one stands in every value that the pattern matches. */
function valueNeeds({ regex }: CorePattern, cost: Cost): readonly (readonly string[])[] {
  return requirements(shapeOf(regex.source, cost)).flatMap(({ anyOf }) => {
    const needed = eachNeeds(anyOf.map((text) => rarest(pieces(text), cost)));
    return needed === null ? [] : [needed];
  });
}

function needOf(sets: readonly (readonly string[])[], cost: Cost): readonly string[] | null {
  return (
    cheapest(
      sets.map((anyOf) => ({ anyOf, from: 0, to: 0 })),
      cost,
    )?.anyOf ?? null
  );
}

const COMBINATORS: ReadonlySet<SelectorType> = new Set([
  SelectorType.Adjacent,
  SelectorType.Child,
  SelectorType.Descendant,
  SelectorType.Sibling,
]);

function isPlain(token: Selector): boolean {
  return 'namespace' in token ? token.namespace === null : COMBINATORS.has(token.type);
}

/** The name that the last part of a selector, which is what it finds, asks for. */
function subjectTag(tokens: readonly Selector[]): string | null {
  for (const token of tokens.toReversed()) {
    if (token.type === SelectorType.Tag) return token.name.toLowerCase();
    if (token.type !== SelectorType.Attribute && token.type !== SelectorType.Universal) return null;
  }
  return null;
}

/** Texts that stand in the tag of an element that this token asks for. */
function textsOf(token: Selector): readonly string[] {
  if (token.type === SelectorType.Tag) return [token.name];
  if (token.type !== SelectorType.Attribute || token.action === AttributeAction.Not) return [];
  return [token.name, token.value];
}

/**
 * What a parser makes of a source can differ from the source: character references are decoded, names are put in lower
 * case. `plainSource` undoes what can yield these characters. `fj` is out because of the reference `&fjlig;`.
 */
function pieces(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9/._:-]+/)
    .flatMap((piece) => piece.split(/(?<=f)(?=j)/))
    .filter(({ length }) => length >= MIN_PIECE);
}

function rarest(candidates: readonly string[], cost: Cost): readonly string[] | null {
  return needOf(
    candidates.map((piece) => [piece]),
    cost,
  );
}

/** Where one of several is enough, any of what each needs; null if one needs nothing. */
function eachNeeds(needs: readonly (readonly string[] | null)[]): readonly string[] | null {
  const known = needs.filter((texts) => texts !== null);
  return known.length === needs.length && known.length > 0 ? [...new Set(known.flat())] : null;
}

const REFERENCE =
  /&(?:#(?:[xX]([0-9a-fA-F]+)|([0-9]+));?|(sol|period|lowbar|UnderBar|colon);)|[\u212a\u0130]/g;
const NAMED: Readonly<Record<string, string>> = {
  sol: '/',
  period: '.',
  lowbar: '_',
  UnderBar: '_',
  colon: ':',
};

/**
 * The source as it is, followed by itself with those character references decoded, and those letters replaced, that
 * yield a literal's characters: one of the two holds what elements hold.
 */
export function plainSource(html: string): string {
  let changed = false;
  const decoded = html.replace(REFERENCE, (whole: string, hex?: string, decimal?: string, name?: string) => {
    const character = characterOf(whole, hex, decimal, name);
    changed ||= character !== null;
    return character ?? whole;
  });
  return changed ? `${html}\n${decoded}` : html;
}

function characterOf(whole: string, hex?: string, decimal?: string, name?: string): string | null {
  // The Kelvin sign and the capital I with a dot are the characters beyond ASCII whose lower case begins with ASCII.
  if (whole === '\u212a') return 'k';
  if (whole === '\u0130') return 'i';
  if (name !== undefined) return NAMED[name] ?? null;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const character = code < 0x80 ? String.fromCharCode(code) : '';
  return /^[a-zA-Z0-9/._:-]$/.test(character) ? character : null;
}
