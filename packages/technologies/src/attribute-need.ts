import { AttributeAction, parse, SelectorType, type AttributeSelector } from 'css-what';
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
