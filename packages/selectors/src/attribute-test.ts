import { html } from 'parse5';
import type { AttributeSelector, Operator } from './selector.ts';
import { asciiLowerCase } from './selector-text.ts';
import type { Element } from './document.ts';

/** Attributes of HTML whose values have no case. https://html.spec.whatwg.org/#case-sensitivity-of-selectors */
const CASELESS: ReadonlySet<string> = new Set(
  (
    'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir direction ' +
    'disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize noshade nowrap ' +
    'readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink'
  ).split(' '),
);

/** White space between the words of an attribute. */
const SPACES = /[ \t\n\f\r]+/;

/** Makes the test of an element for what a selector says of an attribute. @param onValue called with each value that is looked at */
export function attributeTest(
  { name, anyNamespace, comparison, ignoresCase }: AttributeSelector,
  onValue: (value: string) => void,
): (element: Element) => boolean {
  const inHtml = valueTest(comparison, ignoresCase ?? CASELESS.has(name));
  const inOthers = valueTest(comparison, ignoresCase ?? false);
  return ({ attrs, namespaceURI }) => {
    const isHtml = namespaceURI === html.NS.HTML;
    const holds = isHtml ? inHtml : inOthers;
    for (const attribute of attrs) {
      const written = isHtml ? attribute.name : asciiLowerCase(attribute.name);
      if (written !== name || (attribute.namespace !== undefined && !anyNamespace)) continue;
      onValue(attribute.value);
      if (holds(attribute.value)) return true;
    }
    return false;
  };
}

function valueTest(
  comparison: AttributeSelector['comparison'],
  ignoresCase: boolean,
): (value: string) => boolean {
  if (comparison === null) return () => true;
  const { operator } = comparison;
  if (!ignoresCase) return (value) => compares(operator, value, comparison.value);
  const wanted = asciiLowerCase(comparison.value);
  return (value) => compares(operator, asciiLowerCase(value), wanted);
}

function compares(operator: Operator, value: string, wanted: string): boolean {
  switch (operator) {
    case '=':
      return value === wanted;
    case '~=':
      return hasWord(value, wanted);
    case '|=':
      return value.startsWith(wanted) && (value.length === wanted.length || value[wanted.length] === '-');
    case '^=':
      return wanted !== '' && value.startsWith(wanted);
    case '$=':
      return wanted !== '' && value.endsWith(wanted);
    case '*=':
      return wanted !== '' && value.includes(wanted);
  }
}

/** Whether a word is one of those of a value, which are parted by white space. */
export function hasWord(value: string, word: string): boolean {
  return word !== '' && value.includes(word) && value.split(SPACES).includes(word);
}
