import type { SourceLayout } from '@sitegrep/site';
import { Parser } from 'htmlparser2';
import {
  type ChildNode,
  DomHandler,
  type Element,
  hasChildren,
  isTag,
  isText,
  type ParentNode,
} from 'domhandler';

/** What bounds a document: a page of more elements, or nested deeper, is read up to there. */
export const DOCUMENT_BOUNDS = { elements: 20_000, depth: 256, text: 4_096 } as const;

/**
 * The elements of a page that selectors can find, in document order, linked as a tree: those in a template can not.
 *
 * @param withText false leaves text and comments out, which are most of a tree
 */
export function readElements(html: string, withText = true): readonly Element[] {
  const handler = withText ? new ElementCollector() : new BareElementCollector();
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
  full: () => void = () => undefined;

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

/** Start tags, those around them, and depth of a document that nobody has read yet. */
export function readLayout(html: string): Pick<SourceLayout, 'depth' | 'parents' | 'startTags'> {
  const tags: number[] = [];
  const parents: number[] = [];
  /** Numbers of the start tags of all that is open, void elements too until they end; -1 where there is none. */
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

/** Text of an element and all within: cut at a bound, then white space folded. */
export type TextReader = (element: Element) => string;

/** A reader that reads each element once; for one page. */
export function textReader(): TextReader {
  const texts = new Map<Element, string>();
  return (element) => {
    const known = texts.get(element);
    if (known !== undefined) return known;
    const text = gatherText(element).replace(/\s+/g, ' ').trim();
    texts.set(element, text);
    return text;
  };
}

function gatherText(element: Element): string {
  let text = '';
  const left: ChildNode[] = element.children.toReversed();
  for (let node = left.pop(); node !== undefined && text.length < DOCUMENT_BOUNDS.text; node = left.pop()) {
    if (isText(node)) text += node.data;
    else if (hasChildren(node)) left.push(...node.children.toReversed());
  }
  return text.slice(0, DOCUMENT_BOUNDS.text);
}
