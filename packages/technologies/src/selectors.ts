import { compile } from 'css-select';
import { AttributeAction, parse, SelectorType, type Selector } from 'css-what';
import type { CoreDomPattern, CorePattern } from 'wappalyzer-core';
import { cheapest, requirements, shapeOf, type Cost } from './shape.ts';

/** Shorter ones stand in nearly every page, so nothing is won by waiting for them. */
const MIN_PIECE = 4;

/** What is known of a selector before a page is seen. */
export interface SelectorFacts {
  /** One of them stands in the source of every page where it finds an element; folded. Null if nothing is known. */
  readonly anyOf: readonly string[] | null;
  /** Names of the elements it can find; null for any. */
  readonly tags: ReadonlySet<string> | null;
  /** True if an element's own start tag decides. */
  readonly isOfTag: boolean;
  /** True if it asks for more than tags and how they are nested. */
  readonly asksForMore: boolean;
  /** All of them stand in the start tag of every element that it finds, if no character there is written otherwise. */
  readonly inTag: readonly string[];
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
    anyOf: eachNeeds(alternatives.map((tokens) => rarest(tokens.flatMap(literalsOf), cost))),
    tags: tags.every((tag) => tag !== null) ? new Set(tags) : null,
    isOfTag: alternatives.every((tokens) => tokens.every(isOfTag)),
    asksForMore: alternatives.some((tokens) =>
      tokens.some((token) => !isOfTag(token) && !COMBINATORS.has(token.type)),
    ),
    inTag: alternatives.length === 1 ? (alternatives[0] ?? []).filter(isOfTag).flatMap(shortLiteralsOf) : [],
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

/** Texts of which one stands in every element's text, if no tag parts it, that meets one of these conditions. */
export function textLiterals(conditions: readonly CoreDomPattern[], cost: Cost): readonly string[] | null {
  return eachNeeds(
    conditions.map(({ exists, text, attributes }) =>
      text === undefined || exists !== undefined || attributes !== undefined
        ? null
        : needOf(valueNeeds(text, cost), cost),
    ),
  );
}

/** Sets of pieces of which one stands in every value that the pattern matches. */
function valueNeeds({ regex }: CorePattern, cost: Cost): readonly (readonly string[])[] {
  return requirements(shapeOf(regex.source, cost)).flatMap(({ anyOf }) => {
    const choices = anyOf.map((text) => pieces(text));
    const needed = eachNeeds(choices.map((pieces) => rarest(pieces, cost)));
    if (needed === null) return [];
    // One piece that all texts hold may be rarer than the sum of what is rarest in each.
    const [first = [], ...others] = choices;
    const shared = first.filter((piece) => others.every((pieces) => pieces.includes(piece)));
    return [needed, ...shared.map((piece) => [piece])];
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

function isOfTag({ type }: Selector): boolean {
  return type === SelectorType.Tag || type === SelectorType.Universal || type === SelectorType.Attribute;
}

function shortLiteralsOf(token: Selector): readonly string[] {
  if (token.type !== SelectorType.Attribute || token.action === AttributeAction.Not) return [];
  return [token.name, token.value].flatMap((text) => pieces(text, 1));
}

/** Elements that may be there without a tag in the source. */
const IMPLIED: ReadonlySet<string> = new Set(['br', 'p']);

/** Literals that stand in the start tag of an element that this token asks for. */
function literalsOf(token: Selector): readonly string[] {
  if (token.type === SelectorType.Tag) {
    const opener = `<${token.name.toLowerCase()}`;
    return opener.length < MIN_PIECE || IMPLIED.has(token.name.toLowerCase()) ? [] : [opener];
  }
  if (token.type !== SelectorType.Attribute || token.action === AttributeAction.Not) return [];
  return [...pieces(token.name), ...pieces(token.value)];
}

/**
 * What a parser makes of a source can differ from the source: character references are decoded, names are put in lower
 * case. `plainTags` (plain-tags.ts) undoes what can yield these characters. `fj` is out because of the reference `&fjlig;`.
 */
function pieces(text: string, min = MIN_PIECE): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9/._:-]+/)
    .flatMap((piece) => piece.split(/(?<=f)(?=j)/))
    .filter(({ length }) => length >= min);
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
