import { DomHandler, Element, isTag, Text } from 'domhandler';
import { decodeHTMLAttribute } from 'entities';
import { Parser } from 'htmlparser2';

/**
 * A start tag as an element without children, as the parser would read it.
 *
 * @param source from `<` to `>`
 */
export function readTag(source: string): Element | null {
  return readPlainTag(source) ?? parseTag(source);
}

/** The element of a start tag that holds text only, whatever it looks like, with the beginning of that text. */
export function readRawElement(source: string, content: string): Element | null {
  const element = readTag(source);
  if (element === null) return null;
  const end = content.search(element.name === 'script' ? SCRIPT_END : STYLE_END);
  const text = new Text(end === -1 ? content : content.slice(0, end));
  text.parent = element;
  element.children.push(text);
  return element;
}

const SCRIPT_END = /<\/script[ \t\n\f\r/>]/i;
const STYLE_END = /<\/style[ \t\n\f\r/>]/i;

const TAG_NAME = /<([a-zA-Z][a-zA-Z0-9-]*)/y;
/** Behind white space: a name, and a value in double quotes, in single quotes or bare. */
const ATTRIBUTE =
  /[ \t\n\f\r]+([a-zA-Z_:@.-][a-zA-Z0-9_:@.-]*)(?:[ \t\n\f\r]*=[ \t\n\f\r]*(?:"([^"]*)"|'([^']*)'|([^ \t\n\f\r"'<>=`]+)))?/y;
const TAG_END = /[ \t\n\f\r]*\/?>/y;

/** Nearly all tags are written so plainly that a whole parser is not needed; null for others. */
function readPlainTag(source: string): Element | null {
  TAG_NAME.lastIndex = 0;
  const name = TAG_NAME.exec(source)?.[1];
  if (name === undefined) return null;
  const attributes: Record<string, string> = {};
  let at = TAG_NAME.lastIndex;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const attribute = ATTRIBUTE.exec(source);
    if (attribute === null) break;
    at = ATTRIBUTE.lastIndex;
    const [, key = '', double, single, bare] = attribute;
    const lower = key.toLowerCase();
    // An object's own special name, and no attribute that anyone looks for.
    if (lower === '__proto__') return null;
    if (Object.hasOwn(attributes, lower)) continue;
    const value = double ?? single ?? bare ?? '';
    attributes[lower] = value.includes('&') ? decodeHTMLAttribute(value) : value;
  }
  TAG_END.lastIndex = at;
  if (!TAG_END.test(source) || TAG_END.lastIndex !== source.length) return null;
  return new Element(name.toLowerCase(), attributes);
}

function parseTag(source: string): Element | null {
  const handler = new DomHandler();
  new Parser(handler).end(source);
  const element = handler.dom.find(isTag) ?? null;
  // Of the document that this tag alone makes.
  if (element !== null) element.parent = null;
  return element;
}
