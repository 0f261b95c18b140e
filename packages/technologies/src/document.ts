import type { SourceLayout } from '@sitegrep/site';
import {
  type ChildNode,
  DomHandler,
  Element,
  hasChildren,
  isTag,
  isText,
  type ParentNode,
  Text,
} from 'domhandler';
import { decodeHTMLAttribute } from 'entities';
import { Parser } from 'htmlparser2';

/** Bounds of a document. The part of a page within the bounds is read. */
export const DOCUMENT_BOUNDS = { elements: 20_000, depth: 256, text: 4_096 } as const;

/**
 * Elements of a page that selectors can find, in document order, linked as a tree. Elements within a template
 * are excluded.
 *
 * @param withText false leaves out text and comments, which are most of a tree
 * @param maxText characters of text after which reading ends
 */
export function readElements(html: string, withText = true, maxText = Infinity): readonly Element[] {
  const handler = withText ? new ElementCollector(maxText) : new BareElementCollector(maxText);
  const parser = new Parser(handler);
  handler.full = () => parser.pause();
  parser.write(html);
  parser.end();
  return handler.elements;
}

class ElementCollector extends DomHandler {
  readonly elements: Element[] = [];
  readonly #inTemplates = new Set<ParentNode>();
  #count = 0;
  #textLeft: number;
  full: () => void = () => undefined;

  constructor(maxText: number) {
    super();
    this.#textLeft = maxText;
  }

  override ontext(data: string): void {
    super.ontext(data);
    this.#textLeft -= data.length;
    if (this.#textLeft <= 0) this.full();
  }

  override addNode(node: ChildNode): void {
    if (this.tagStack.length > DOCUMENT_BOUNDS.depth || this.#count >= DOCUMENT_BOUNDS.elements) {
      this.full();
      return;
    }
    super.addNode(node);
    if (!isTag(node)) return;
    this.#count++;
    const { parent } = node;
    const inTemplate =
      parent !== null && ((isTag(parent) && parent.name === 'template') || this.#inTemplates.has(parent));
    if (inTemplate) this.#inTemplates.add(node);
    else this.elements.push(node);
  }
}

class BareElementCollector extends ElementCollector {
  override ontext(): void {}
  override oncomment(): void {}
}

/**
 * Start tags, their parents, and the depth of a document whose layout is not known yet. Beyond the bounds of a document
 * nothing is read: time would grow with the square of its depth.
 */
export function readLayout(html: string): Pick<SourceLayout, 'depth' | 'parents' | 'startTags'> {
  const tags: number[] = [];
  const parents: number[] = [];
  /**
   * Indexes of the start tags of open elements, void elements included until they end; -1 for an element
   * without one.
   */
  const open: number[] = [];
  let deepest = 0;
  let templates = 0;
  const parser = new Parser({
    onopentag: (name, _attributes, isImplied) => {
      const isFound = !isImplied && templates === 0;
      if (isFound) {
        tags.push(parser.startIndex, parser.endIndex + 1);
        parents.push(open.at(-1) ?? -1);
      }
      open.push(isFound ? parents.length - 1 : -1);
      if (name === 'template') templates++;
      deepest = Math.max(deepest, open.length);
      if (deepest >= DOCUMENT_BOUNDS.depth || parents.length >= DOCUMENT_BOUNDS.elements) parser.pause();
    },
    onclosetag: (name) => {
      if (name === 'template') templates--;
      open.pop();
    },
  });
  parser.write(html);
  parser.end();
  return { startTags: Uint32Array.from(tags), parents: Int32Array.from(parents), depth: deepest };
}

/** Gives the text of an element and its descendants: truncated, then white space folded. */
export type TextReader = (element: Element) => string;

/** Creates a reader for one page that reads each element once. */
export function textReader(): TextReader {
  const texts = new Map<Element, string>();
  return (element) => {
    const known = texts.get(element);
    if (known !== undefined) return known;
    const text = collectText(element).replace(/\s+/g, ' ').trim();
    texts.set(element, text);
    return text;
  };
}

function collectText(element: Element): string {
  let text = '';
  const left: ChildNode[] = element.children.toReversed();
  for (let node = left.pop(); node !== undefined && text.length < DOCUMENT_BOUNDS.text; node = left.pop()) {
    if (isText(node)) text += node.data;
    else if (hasChildren(node)) left.push(...node.children.toReversed());
  }
  return text.slice(0, DOCUMENT_BOUNDS.text);
}

/** Reads a start tag as the parser would: an element without children. @param source from `<` to `>` */
export function readTag(source: string): Element | null {
  return readPlainTag(source) ?? parseTag(source);
}

/** Reads an element that contains only text, with the beginning of that text. */
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
/** White space, then a name and a value in double quotes, in single quotes or without quotes. */
const ATTRIBUTE =
  /[ \t\n\f\r]+([a-zA-Z_:@.-][a-zA-Z0-9_:@.-]*)(?:[ \t\n\f\r]*=[ \t\n\f\r]*(?:"([^"]*)"|'([^']*)'|([^ \t\n\f\r"'<>=`]+)))?/y;
const TAG_END = /[ \t\n\f\r]*\/?>/y;

/** Reads a simple tag, as nearly all are, without a parser; null for others. */
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
    // `__proto__` has a special meaning in objects.
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
  // The parser makes a document of this tag; its root is not a parent.
  if (element !== null) element.parent = null;
  return element;
}
