import { compile } from 'css-select';
import { AttributeAction, type AttributeSelector, parse, type Selector, SelectorType } from 'css-what';
import type { CoreDomPattern, CorePattern } from 'wappalyzer-core';
import type { AttributeNeed } from './tags.ts';
import { cheapest, type Cost, requirements, shapeOf } from './shape.ts';

/** Minimum length of a literal from a selector; shorter ones are in nearly every page. */
const MIN_PIECE = 4;

/** Properties of a selector that do not depend on a page. */
interface SelectorFacts {
  /**
   * Literals of which one is in the source of every page where the selector finds an element; folded. Null if
   * there are none.
   */
  readonly anyOf: readonly string[] | null;
  /** Names of the elements that it can find; null for any. */
  readonly tags: ReadonlySet<string> | null;
  /** Whether an element's own start tag decides. */
  readonly isOfTag: boolean;
  /** Whether it depends on more than tags and their nesting. */
  readonly asksForMore: boolean;
  /** Literals that are all in the own start tag of every match, if no character there is encoded. */
  readonly inTag: readonly string[];
}

/** Reads a selector; null if it is invalid. */
export function readSelector(selector: string, cost: Cost): SelectorFacts | null {
  let alternatives: readonly (readonly Selector[])[];
  try {
    alternatives = parse(selector);
    // A selector with valid syntax can contain unknown pseudo-classes.
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
    inTag:
      alternatives.length === 1
        ? subjectTokens(alternatives[0] ?? [])
            .filter(isOfTag)
            .flatMap(shortLiteralsOf)
        : [],
  };
}

/**
 * Literals of which one is in the source of every page that meets one of these conditions, whatever the
 * selector. Only attributes provide some, because text can be spread over several elements.
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

/**
 * Literals of which one is in the text of every element that meets one of these conditions, unless tags split
 * it.
 */
export function textLiterals(conditions: readonly CoreDomPattern[], cost: Cost): readonly string[] | null {
  return eachNeeds(
    conditions.map(({ exists, text, attributes }) =>
      text === undefined || exists !== undefined || attributes !== undefined
        ? null
        : needOf(valueNeeds(text, cost), cost),
    ),
  );
}

/** Sets of pieces, each with one in every value that the pattern matches. */
function valueNeeds({ regex }: CorePattern, cost: Cost): readonly (readonly string[])[] {
  return requirements(shapeOf(regex.source, cost)).flatMap(({ anyOf }) => {
    const choices = anyOf.map((text) => pieces(text));
    const needed = eachNeeds(choices.map((pieces) => rarest(pieces, cost)));
    if (needed === null) return [];
    // A piece that all texts contain can be rarer than the union of the rarest pieces.
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

/** The tokens of the last part of a selector, which is the subject. */
function subjectTokens(tokens: readonly Selector[]): readonly Selector[] {
  return tokens.slice(tokens.findLastIndex(({ type }) => COMBINATORS.has(type)) + 1);
}

function isSimpleToken(token: Selector): boolean {
  return 'namespace' in token ? token.namespace === null : COMBINATORS.has(token.type);
}

/** The element name in the last part of a selector, which is the subject. */
function subjectTag(tokens: readonly Selector[]): string | null {
  for (const token of tokens.toReversed()) {
    if (token.type === SelectorType.Tag) return token.name.toLowerCase();
    if (token.type !== SelectorType.Attribute && token.type !== SelectorType.Universal) return null;
  }
  return null;
}

/** Whether a token depends only on the tag of an element. */
function isOfTag({ type }: Selector): boolean {
  return type === SelectorType.Tag || type === SelectorType.Universal || type === SelectorType.Attribute;
}

function shortLiteralsOf(token: Selector): readonly string[] {
  if (token.type !== SelectorType.Attribute || token.action === AttributeAction.Not) return [];
  return [token.name, token.value].flatMap((text) => pieces(text, 1));
}

/** Elements that can exist without a tag in the source. */
const IMPLIED: ReadonlySet<string> = new Set(['br', 'p']);

/** Literals in the start tag of an element that matches this token. */
function literalsOf(token: Selector): readonly string[] {
  if (token.type === SelectorType.Tag) {
    const opener = `<${token.name.toLowerCase()}`;
    return opener.length < MIN_PIECE || IMPLIED.has(token.name.toLowerCase()) ? [] : [opener];
  }
  if (token.type !== SelectorType.Attribute || token.action === AttributeAction.Not) return [];
  return [...pieces(token.name), ...pieces(token.value)];
}

/**
 * Splits a text into pieces that are the same in the source and after parsing, which decodes character
 * references and puts names in lower case. `plainTags` (tags.ts) decodes the references that can yield these
 * characters. `fj` is split because of the reference `&fjlig;`.
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

/** Union of the literals of alternatives; null if one of them has none. */
function eachNeeds(needs: readonly (readonly string[] | null)[]): readonly string[] | null {
  const known = needs.filter((texts) => texts !== null);
  return known.length === needs.length && known.length > 0 ? [...new Set(known.flat())] : null;
}

/** Names of the attributes that a selector looks at. */
export function attributesIn(selector: string): readonly string[] {
  return parse(selector).flatMap((tokens) =>
    tokens.flatMap((token) => (token.type === SelectorType.Attribute ? [token.name.toLowerCase()] : [])),
  );
}

/** Actions that require a value to contain another. */
const HOLDS: ReadonlySet<AttributeAction> = new Set([
  AttributeAction.Any,
  AttributeAction.Element,
  AttributeAction.End,
  AttributeAction.Equals,
  AttributeAction.Hyphen,
  AttributeAction.Start,
]);

/**
 * The value that an attribute of every match contains, if a selector requires only that and a name, such as
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

/** Whether a text occurs in a source as it is or as character references. */
function isWrittenPlainly(text: string): boolean {
  return /^[a-z0-9-]+$/.test(text);
}

/**
 * Whether a selector depends only on the tags of an element and its ancestors, and finds no element without a
 * start tag.
 */
export function isOfNestedTags(selector: string): boolean {
  return parse(selector).every((tokens) => {
    const last = tokens.findLastIndex(({ type }) => NESTING.has(type));
    return (
      tokens.every((token) => NESTING.has(token.type) || isOfTag(token)) &&
      tokens.slice(last + 1).some(needsTag)
    );
  });
}

/** Whether a selector depends only on the tag of an element. */
export function isOfOneTag(selector: string): boolean {
  return parse(selector).every((tokens) => tokens.every(isOfTag));
}

const NESTING: ReadonlySet<SelectorType> = new Set([SelectorType.Child, SelectorType.Descendant]);

/** Whether a token needs a start tag. An end tag alone creates an element p or br, without attributes. */
function needsTag(token: Selector): boolean {
  if (token.type === SelectorType.Attribute) return token.action !== AttributeAction.Not;
  return token.type === SelectorType.Tag && !/^(?:p|br)$/i.test(token.name);
}
