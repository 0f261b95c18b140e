// Element names as numbers, and tables of element properties by number.
import { NameTable } from './name-table.ts';

/**
 * Elements whose start tag ends open elements: each opener, and the elements that it ends while they are the
 * innermost.
 */
const ENDS: readonly (readonly [openers: string, ended: string])[] = [
  ['tr', 'tr th td'],
  ['th', 'th'],
  ['td', 'thead th td'],
  ['body', 'head script'],
  ['a', 'a'],
  ['li', 'li'],
  ['h1 h2 h3 h4 h5 h6', 'h1 h2 h3 h4 h5 h6 p'],
  ['select input output button datalist textarea', 'option optgroup select button datalist textarea'],
  ['option', 'option'],
  ['optgroup', 'optgroup option'],
  ['dd dt', 'dd dt'],
  [
    'p address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol pre ' +
      'section table ul',
    'p',
  ],
  ['rt rp', 'rt rp'],
  ['tbody tfoot', 'thead tbody'],
];

const VOID =
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr';
/** Elements that contain only text, up to their own end tag. */
const RAW = 'iframe noembed noframes plaintext script style textarea title xmp';
/** Elements of SVG and MathML whose content is HTML. */
const INTEGRATION = 'annotation-xml desc foreignObject mi mn mo ms mtext title';
/** Names that SVG writes with capitals; in HTML they are other elements. */
const CAMEL_CASE =
  'altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix ' +
  'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow ' +
  'feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset ' +
  'fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient ' +
  'radialGradient textPath';
/** Frequent elements without special meaning; they have numbers so that their names need not be read. */
const PLAIN =
  'abbr acronym b bdi bdo big canvas caption center cite code colgroup data del dfn dialog em fb:fan fb:like fb:like-box fb:page ' +
  'fb:subscribe figcaption font frameset g g:plus hgroup html i ' +
  'image ins kbd label legend map mark marquee math menu meter nobr noscript o:p object path picture progress q rect ruby s ' +
  'samp slot small span strike strong sub summary sup svg symbol template time tt u use var video audio circle defs ' +
  'line polygon polyline text tspan';

function words(text: string): readonly string[] {
  return text.split(' ');
}

const camelCase = words(CAMEL_CASE);
const written = [
  ...new Set(
    [...ENDS.flat(), VOID, RAW, PLAIN, INTEGRATION, CAMEL_CASE]
      .flatMap(words)
      .map((name) => name.toLowerCase()),
  ),
];

/** Known elements by their names in lower case. */
export const ELEMENTS = new NameTable(written);

/** Names by number; SVG's own names come after those in lower case. */
export const ELEMENT_NAMES: readonly string[] = [...written, ...camelCase];

/** Number of known elements. */
export const KNOWN = ELEMENT_NAMES.length;

const numbers = new Map(ELEMENT_NAMES.map((name, number) => [name, number]));

/** The number of a known element. */
export function elementNumber(name: string): number {
  const number = numbers.get(name);
  if (number === undefined) throw new RangeError(`${name} is not a known element`);
  return number;
}

function flags(names: string): Uint8Array {
  return elementTable([[1, words(names)]]);
}

/**
 * A table of bits by element number: those of all groups that name the element, 0 for one that is in none.
 *
 * @throws RangeError for an element that is not known
 */
export function elementTable(groups: Iterable<readonly [bits: number, names: Iterable<string>]>): Uint8Array {
  const table = new Uint8Array(KNOWN);
  for (const [bits, names] of groups) {
    for (const name of names) {
      const number = elementNumber(name);
      table[number] = (table[number] ?? 0) | bits;
    }
  }
  return table;
}

/** 1 for elements without content. */
export const IS_VOID = flags(VOID);
/** 1 for elements that contain only text. */
export const IS_RAW = flags(RAW);
/** 1 for raw text elements that an end tag can end, so that they cannot be nested. */
export const ENDS_ITSELF = flags(RAW.replace(' plaintext', ''));

/** Namespaces of elements; 0 is HTML. */
export const SVG = 1;
const MATHML = 2;

/**
 * Namespace within an element, plus one: 1 HTML, 2 SVG, 3 MathML; 0 if it is the same as around the element.
 */
export const WITHIN = flags(INTEGRATION);
WITHIN[elementNumber('svg')] = SVG + 1;
WITHIN[elementNumber('math')] = MATHML + 1;

/**
 * Number of the SVG spelling of a name, by the number of the name in lower case; the same number if there is
 * none.
 */
export const IN_SVG = Uint16Array.from({ length: KNOWN }, (_, number) => number);
for (const name of camelCase) IN_SVG[elementNumber(name.toLowerCase())] = elementNumber(name);

/** A bit for each element that a start tag can end, by number. */
export const END_BIT = new Uint32Array(KNOWN);
/** Bits of the elements that an element's start tag ends, by number. */
export const END_BITS = new Uint32Array(KNOWN);
for (const [index, name] of [...new Set(ENDS.flatMap(([, ended]) => words(ended)))].entries())
  END_BIT[elementNumber(name)] = 2 ** index;
for (const [openers, ended] of ENDS) {
  const bits = words(ended).reduce((sum, name) => sum + (END_BIT[elementNumber(name)] ?? 0), 0);
  for (const name of words(openers)) END_BITS[elementNumber(name)] = bits;
}
