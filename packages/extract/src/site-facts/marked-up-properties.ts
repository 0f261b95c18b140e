import { isOtherType, localName } from '../contacts.ts';
import { decodeText } from '../text.ts';
import { attributeOf, type PageElements } from './page-elements.ts';

/** Properties of schema.org that are read from microdata and RDFa, with the text that is looked for. */
const SOUGHT = new Map([
  ['openingHours', 'openingHours'],
  ['legalName', 'legalName'],
  ['vatID', 'vatID'],
  ['taxID', 'taxID'],
  ['logo', 'prop="logo"'],
]);
const PROPERTY = /(?:itemprop|property)\s*=\s*["']?(?:schema:|https?:\/\/schema\.org\/)?(\w+)/;
/** Maximum occurrences of one property on a page. */
const MAX_OCCURRENCES = 50;

export interface MarkedUpProperty {
  readonly name: string;
  readonly value: string;
}

/** Properties of the owner of the site in microdata and RDFa; those of events, reviews and products are left out. */
export function markedUpProperties(elements: PageElements): readonly MarkedUpProperty[] {
  return [...SOUGHT].flatMap(([name, text]) =>
    [...elements.holding(text, MAX_OCCURRENCES)].flatMap((index): readonly MarkedUpProperty[] => {
      const tag = elements.tag(index);
      if (PROPERTY.exec(tag)?.[1] !== name || isOfOthers(elements, index)) return [];
      const stated = attributeOf(tag, 'content') ?? attributeOf(tag, 'datetime');
      const value =
        stated ?? (name === 'logo' ? addressIn(tag) : decodeText(elements.textAfter(index)).trim());
      return value === '' ? [] : [{ name, value }];
    }),
  );
}

function addressIn(tag: string): string {
  return attributeOf(tag, 'src') ?? attributeOf(tag, 'href') ?? '';
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
