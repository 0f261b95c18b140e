import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { Element } from './document.ts';
import type { Work } from './work.ts';

export function isElement(node: Tree.Node): node is Element {
  return 'tagName' in node;
}

/** The elements in a node in document order. @param maxDepth levels that are looked at; 1: children alone */
export function* descendantsOf(node: Tree.ParentNode, maxDepth: number, work: Work): Generator<Element> {
  if (maxDepth === 0) return;
  const levels = [{ nodes: node.childNodes, next: 0 }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const child = level.nodes[level.next++];
    if (child === undefined) {
      levels.pop();
      continue;
    }
    work.count(1);
    if (!isElement(child)) continue;
    yield child;
    if (levels.length < maxDepth) levels.push({ nodes: child.childNodes, next: 0 });
  }
}

interface Family {
  readonly children: readonly Element[];
  readonly indexes: ReadonlyMap<Element, number>;
}

/** Knows the siblings of the elements of one page. */
export class Siblings {
  readonly #work: Work;
  readonly #families = new Map<Tree.ParentNode, Family>();

  constructor(work: Work) {
    this.#work = work;
  }

  before(element: Element): Element | null {
    return this.#beside(element, -1);
  }

  after(element: Element): Element | null {
    return this.#beside(element, 1);
  }

  #beside(element: Element, distance: number): Element | null {
    const family = this.#familyOf(element);
    const index = family?.indexes.get(element);
    return index === undefined ? null : (family?.children[index + distance] ?? null);
  }

  /**
   * Positions of elements among their siblings, from 1.
   *
   * @param groupOf siblings of the same group are counted; null: the element counts nowhere and has no position
   */
  positions(
    groupOf: (element: Element) => string | null,
    fromEnd: boolean,
  ): (element: Element) => number | null {
    const known = new Map<Family, ReadonlyMap<Element, number>>();
    return (element) => {
      this.#work.count(1);
      const family = this.#familyOf(element);
      if (family === null) return null;
      let positions = known.get(family);
      if (positions === undefined) {
        this.#work.count(family.children.length);
        positions = positionsIn(fromEnd ? family.children.toReversed() : family.children, groupOf);
        known.set(family, positions);
      }
      return positions.get(element) ?? null;
    };
  }

  #familyOf({ parentNode }: Element): Family | null {
    if (parentNode === null) return null;
    let family = this.#families.get(parentNode);
    if (family === undefined) {
      this.#work.count(parentNode.childNodes.length);
      const children = parentNode.childNodes.filter(isElement);
      family = { children, indexes: new Map(children.map((child, index) => [child, index])) };
      this.#families.set(parentNode, family);
    }
    return family;
  }
}

function positionsIn(
  elements: readonly Element[],
  groupOf: (element: Element) => string | null,
): ReadonlyMap<Element, number> {
  const counts = new Map<string, number>();
  const positions = new Map<Element, number>();
  for (const element of elements) {
    const group = groupOf(element);
    if (group === null) continue;
    const position = (counts.get(group) ?? 0) + 1;
    counts.set(group, position);
    positions.set(element, position);
  }
  return positions;
}
