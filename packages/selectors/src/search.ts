import type { Element, HtmlDocument } from './document.ts';
import { matcher } from './match.ts';
import { readSelector } from './parse-selector.ts';
import { descendantsOf } from './tree.ts';
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

/** @param selector as `parseSelector` accepts it */
export function searchForElements(selector: string): ElementSearch {
  const list = readSelector(selector);
  return {
    *in({ root, isQuirky }, work) {
      const isSelected = matcher(list, { isQuirky, work });
      for (const element of descendantsOf(root, Infinity, work)) if (isSelected(element)) yield element;
    },
  };
}
