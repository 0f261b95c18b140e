import { AttributeAction, parse, SelectorType, type AttributeSelector, type Selector } from 'css-what';
import type { AttributeNeed } from './in-place.ts';

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
  return isPlain(name) && isPlain(value) ? { name, value } : null;
}

/** Written with nothing but itself, or as a reference. */
function isPlain(text: string): boolean {
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
