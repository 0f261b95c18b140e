import { compile } from 'css-select';
import { AttributeAction, type AttributeSelector, parse, type Selector, SelectorType } from 'css-what';
import type { CoreDomPattern, CorePattern } from 'wappalyzer-core';
import type { AttributeNeed } from './tags.ts';
import { cheapest, type Cost, requirements, shapeOf } from './shape.ts';

/** Shorter ones stand in nearly every page, so nothing is won by waiting for them. */
const MIN_PIECE = 4;

/** What is known of a selector before a page is seen. */
interface SelectorFacts {
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
    if (alternatives.some((tokens) => tokens.some((token) => !isSimpleToken(token)))) compile(selector);
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

function isSimpleToken(token: Selector): boolean {
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

/** Actions that ask for a value that holds another. */
const HOLDS: ReadonlySet<AttributeAction> = new Set([
  AttributeAction.Any,
  AttributeAction.Element,
  AttributeAction.End,
  AttributeAction.Equals,
  AttributeAction.Hyphen,
  AttributeAction.Start,
]);

/**
 * What an attribute holds of every element that a selector finds, if that is all it asks for besides a name, as
 * `[class*='fa']`; null for others.
 */
export function attributeNeedOf(selector: string): AttributeNeed | null {
  const [tokens = [], ...others] = parse(selector);
  if (others.length > 0) return null;
  const attributes: AttributeSelector[] = [];
  for (const token of tokens) {
    if (token.type === SelectorType.Attribute) attributes.push(token);
    else if (token.type !== SelectorType.Tag && token.type !== SelectorType.Universal) return null;
  }
  const [attribute, ...more] = attributes;
  if (attribute === undefined || more.length > 0 || !HOLDS.has(attribute.action)) return null;
  const name = attribute.name.toLowerCase();
  const value = attribute.value.toLowerCase();
  return isWrittenPlainly(name) && isWrittenPlainly(value) ? { name, value } : null;
}

/** Written with nothing but itself, or as a reference. */
function isWrittenPlainly(text: string): boolean {
  return /^[a-z0-9-]+$/.test(text);
}

/**
 * True if a selector asks for tags alone, those of an element and of what is around it, and finds no element that may be
 * there without a start tag.
 */
export function isOfNestedTags(selector: string): boolean {
  return parse(selector).every((tokens) => {
    const last = tokens.findLastIndex(({ type }) => NESTING.has(type));
    return (
      tokens.every(({ type }) => NESTING.has(type) || OF_TAG.has(type)) &&
      tokens.slice(last + 1).some(needsTag)
    );
  });
}

/** True if a selector asks for the tag of an element alone. */
export function isOfOneTag(selector: string): boolean {
  return parse(selector).every((tokens) => tokens.every(({ type }) => OF_TAG.has(type)));
}

const NESTING: ReadonlySet<SelectorType> = new Set([SelectorType.Child, SelectorType.Descendant]);
const OF_TAG: ReadonlySet<SelectorType> = new Set([
  SelectorType.Attribute,
  SelectorType.Tag,
  SelectorType.Universal,
]);

/** An end tag alone makes an element of the name p or br, without attributes. */
function needsTag(token: Selector): boolean {
  if (token.type === SelectorType.Attribute) return token.action !== AttributeAction.Not;
  return token.type === SelectorType.Tag && !/^(?:p|br)$/i.test(token.name);
}
