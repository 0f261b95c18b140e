import { compile } from 'css-select';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { Element, HtmlDocument } from './document.ts';
import { stepsFor, textsIn } from './element-values.ts';
import type { Work } from './work.ts';

/** Finds the elements that a selector selects. */
export interface ElementSearch {
  /**
   * The elements of a document in its order.
   *
   * @throws TooMuchWork; what the work's `onWork` throws
   */
  in(document: HtmlDocument, work: Work): Generator<Element>;
}

type Adapter = NonNullable<NonNullable<Parameters<typeof compile<Tree.Node, Element>>[1]>['adapter']>;

/** @param selector as `parseSelector` accepts it */
export function searchForElements(selector: string): ElementSearch {
  const { adapter, use } = countingAdapter();
  const compiled = new Map<boolean, (node: Element) => boolean>();
  const testFor = (quirksMode: boolean): ((node: Element) => boolean) => {
    const known = compiled.get(quirksMode);
    if (known !== undefined) return known;
    const test = compile<Tree.Node, Element>(selector, { adapter, quirksMode, pseudos: PSEUDOS });
    compiled.set(quirksMode, test);
    return test;
  };
  return {
    *in(document, work) {
      const test = testFor(document.isQuirky);
      for (const element of elementsOf(document.root, work)) {
        use(work);
        if (test(element)) yield element;
      }
    },
  };
}

/** Pseudo-classes that the engine decides otherwise than browsers: it takes white space for nothing. */
const PSEUDOS = {
  empty: ({ childNodes }: Element): boolean =>
    childNodes.every((child) => !isElement(child) && !('value' in child && child.value !== '')),
};

/** All elements in document order. */
function* elementsOf(root: Tree.Document, work: Work): Generator<Element> {
  const left: Tree.Node[] = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    work.count(1);
    if (isElement(node)) yield node;
    const childNodes = childrenOf(node);
    for (let index = childNodes.length - 1; index >= 0; index--) {
      const child = childNodes[index];
      if (child !== undefined) left.push(child);
    }
  }
}

const NONE: Tree.ChildNode[] = [];

function isElement(node: Tree.Node): node is Element {
  return 'tagName' in node;
}

function childrenOf(node: Tree.Node): Tree.ChildNode[] {
  return 'childNodes' in node ? node.childNodes : NONE;
}

/** An adapter that counts every look at the document as work, so that no selector runs without end. */
function countingAdapter(): { readonly adapter: Adapter; readonly use: (work: Work) => void } {
  let current: Work | null = null;
  const count = (steps: number): void => current?.count(steps);
  const previous = new WeakMap<Tree.ParentNode, Map<Tree.Node, Element | null>>();
  const valueOf = (element: Element, name: string): string | undefined => {
    for (const attribute of element.attrs) {
      if (attribute.name !== name) continue;
      count(stepsFor(attribute.value));
      return attribute.value;
    }
    count(1 + element.attrs.length);
    return undefined;
  };
  const adapter: Adapter = {
    isTag(node): node is Element {
      count(1);
      return isElement(node);
    },
    getName: ({ tagName }) => {
      count(1);
      return tagName;
    },
    getAttributeValue: valueOf,
    hasAttrib: (element, name) => valueOf(element, name) !== undefined,
    getParent: (node) => {
      count(1);
      return node.parentNode;
    },
    getChildren: (node) => {
      count(1);
      return childrenOf(node);
    },
    getSiblings: (node) => {
      count(1);
      return parentOf(node)?.childNodes ?? [node];
    },
    prevElementSibling: (node) => {
      count(1);
      const parent = parentOf(node);
      if (parent === null) return null;
      let known = previous.get(parent);
      if (known === undefined) {
        count(parent.childNodes.length);
        known = previousSiblings(parent);
        previous.set(parent, known);
      }
      return known.get(node) ?? null;
    },
    getText: (node) => (current === null ? '' : [...textsIn(node, current)].join('')),
    removeSubsets: () => {
      throw new TypeError('selectors are tested element by element');
    },
  };
  return {
    adapter,
    use: (work) => {
      current = work;
    },
  };
}

function parentOf(node: Tree.Node): Tree.ParentNode | null {
  return 'parentNode' in node ? node.parentNode : null;
}

/** The element before each child of a node. */
function previousSiblings({ childNodes }: Tree.ParentNode): Map<Tree.Node, Element | null> {
  const found = new Map<Tree.Node, Element | null>();
  let last: Element | null = null;
  for (const child of childNodes) {
    found.set(child, last);
    if (isElement(child)) last = child;
  }
  return found;
}
