import { decodeText } from '@sitegrep/html';
import type { PropertyElement } from '../document/document-parts.ts';
import type { OwnerProperty } from './owner-properties.ts';
import { attributeOf, type PageElements } from './page-elements.ts';
import { isOtherType, localName } from '../ownership/parties.ts';

export interface MarkedUpProperty {
  readonly name: OwnerProperty;
  readonly value: string;
}

/** Properties of the owner of the site in microdata and RDFa; those of events, reviews and products are left out. */
export function markedUpProperties(
  found: readonly PropertyElement[],
  elements: PageElements,
): readonly MarkedUpProperty[] {
  return found.flatMap(({ name, tag: index }): readonly MarkedUpProperty[] => {
    if (isOfOthers(elements, index)) return [];
    const tag = elements.tag(index);
    const stated = attributeOf(tag, 'content') ?? attributeOf(tag, 'datetime');
    const value = stated ?? decodeText(elements.textAfter(index)).trim();
    return value === '' ? [] : [{ name, value }];
  });
}

const OTHERS = /^(?:Product|Offer|Brand|Person)$/;

function isOfOthers(elements: PageElements, index: number): boolean {
  for (const ancestor of elements.ancestors(index)) {
    const tag = elements.tag(ancestor);
    const type = attributeOf(tag, 'itemtype') ?? attributeOf(tag, 'typeof');
    if (type !== null && (isOtherType(type) || OTHERS.test(localName(type)))) return true;
  }
  return false;
}
