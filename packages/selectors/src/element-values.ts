import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter } from 'parse5';
import type { Element } from './document.ts';
import type { Work } from './work.ts';

/** Characters of a text that count as one step of work. */
const CHARACTERS_A_STEP = 64;

/** Steps of work that a look at a text takes. */
export function stepsFor(text: string): number {
  return 1 + Math.floor(text.length / CHARACTERS_A_STEP);
}

/** The texts in an element and its descendants in document order, those of scripts and styles included. */
export function* textsIn(node: Tree.Node, work: Work): Generator<string> {
  const left: Tree.Node[] = [node];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    work.count(1);
    if (defaultTreeAdapter.isTextNode(next)) {
      work.count(stepsFor(next.value));
      yield next.value;
    } else if ('childNodes' in next) {
      for (let index = next.childNodes.length - 1; index >= 0; index--) {
        const child = next.childNodes[index];
        if (child !== undefined) left.push(child);
      }
    }
  }
}

const WHITE_SPACE = /\s+/g;

/**
 * The text content of an element, with each run of white space as one space, and none at its ends.
 *
 * @param maxLength UTF-16 units after which it is not read on; the result may be longer
 */
export function textOf(element: Element, maxLength: number, work: Work): string {
  let text = '';
  for (const part of textsIn(element, work)) {
    const folded = part.replaceAll(WHITE_SPACE, ' ');
    text += text === '' || text.endsWith(' ') ? folded.trimStart() : folded;
    // The space at its end may go.
    if (text.length > maxLength + 1) break;
  }
  return text.trimEnd();
}

/** The value of an attribute as it is written, with its character references decoded; null if there is none. */
export function valueOf({ attrs }: Element, name: string): string | null {
  const lowerCase = name.toLowerCase();
  // The parser restores the case of some names in SVG.
  return attrs.find((one) => one.name === lowerCase || one.name.toLowerCase() === lowerCase)?.value ?? null;
}
