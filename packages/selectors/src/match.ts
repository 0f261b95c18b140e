// Decides whether a selector holds for an element, by its parts from right to left as browsers do. Each look at the document is
// counted as work, so that no selector runs without end.
import { html } from 'parse5';
import { attributeTest, hasWord } from './attribute-test.ts';
import type { Element } from './document.ts';
import { stepsFor, textsIn } from './element-values.ts';
import { descendantsOf, isElement, Siblings } from './tree.ts';
import type {
  ComplexSelector,
  CompoundSelector,
  PositionSelector,
  SelectorList,
  SimpleSelector,
} from './selector.ts';
import { asciiLowerCase } from './selector-text.ts';
import type { Work } from './work.ts';

/** @param anchor the element of the `:has()` that the test is in; null: none */
type Test = (element: Element, anchor: Element | null) => boolean;

export interface Page {
  /** Whether classes and ids ignore case. */
  readonly isQuirky: boolean;
  readonly work: Work;
}

/** Makes the test that holds for an element if one of the selectors does, on one page. */
export function matcher(list: SelectorList, page: Page): (element: Element) => boolean {
  const test = new Matcher(page).anyOf(list);
  return (element) => test(element, null);
}

class Matcher {
  readonly #page: Page;
  readonly #siblings: Siblings;

  constructor(page: Page) {
    this.#page = page;
    this.#siblings = new Siblings(page.work);
  }

  anyOf(list: SelectorList): Test {
    const tests = list.map((one) => this.#complex(one));
    return (element, anchor) => tests.some((test) => test(element, anchor));
  }

  #complex(compounds: ComplexSelector): Test {
    return compounds.reduce<Test | null>((before, one) => this.#joined(before, one), null) ?? (() => false);
  }

  /** @param before the test of the compounds to the left; null: there are none */
  #joined(before: Test | null, { combinator, tests }: CompoundSelector): Test {
    const own = tests.map((one) => this.#simple(one));
    const holds: Test = (element, anchor) => {
      this.#page.work.count(1);
      return own.every((test) => test(element, anchor));
    };
    // The first compound of a relative selector is joined to the anchor itself.
    const left = before ?? ((element: Element, anchor: Element | null) => element === anchor);
    switch (combinator) {
      case null:
        return holds;
      case '>':
        return (element, anchor) => {
          const parent = parentOf(element);
          return holds(element, anchor) && parent !== null && left(parent, anchor);
        };
      case '+':
        return (element, anchor) => {
          if (!holds(element, anchor)) return false;
          const previous = this.#siblings.before(element);
          return previous !== null && left(previous, anchor);
        };
      case '~':
        return (element, anchor) => {
          if (!holds(element, anchor)) return false;
          for (let one = this.#siblings.before(element); one !== null; one = this.#siblings.before(one)) {
            this.#page.work.count(1);
            if (left(one, anchor)) return true;
          }
          return false;
        };
      case ' ':
        return (element, anchor) => {
          if (!holds(element, anchor)) return false;
          for (let one = parentOf(element); one !== null; one = parentOf(one)) {
            this.#page.work.count(1);
            if (left(one, anchor)) return true;
          }
          return false;
        };
    }
  }

  #simple(one: SimpleSelector): Test {
    const { work, isQuirky } = this.#page;
    const countValue = (value: string): void => work.count(stepsFor(value));
    switch (one.kind) {
      case 'tag':
        return ({ tagName, namespaceURI }) =>
          (namespaceURI === html.NS.HTML ? tagName : asciiLowerCase(tagName)) === one.name;
      case 'id':
      case 'class': {
        const form = isQuirky ? asciiLowerCase : (text: string) => text;
        const wanted = form(one.value);
        const holds =
          one.kind === 'id' ? (value: string) => value === wanted : (value: string) => hasWord(value, wanted);
        return ({ attrs }) => {
          const value = attrs.find(({ name }) => name === one.kind)?.value;
          if (value === undefined) return false;
          countValue(value);
          return holds(form(value));
        };
      }
      case 'attribute':
        return attributeTest(one, countValue);
      case 'is':
        return this.anyOf(one.list);
      case 'not': {
        const isOne = this.anyOf(one.list);
        return (element, anchor) => !isOne(element, anchor);
      }
      case 'has':
        return this.#has(one.list);
      case 'position':
        return this.#position(one);
      case 'root':
        return ({ parentNode }) => parentNode !== null && !isElement(parentNode);
      case 'empty':
        return ({ childNodes }) =>
          childNodes.every((child) => !isElement(child) && !('value' in child && child.value !== ''));
      case 'nothing':
        return () => false;
      case 'contains': {
        const form = one.ignoresCase ? (text: string) => text.toLowerCase() : (text: string) => text;
        const wanted = form(one.text);
        return this.#inheriting((element) => form([...textsIn(element, work)].join('')).includes(wanted));
      }
    }
  }

  #has(list: SelectorList): Test {
    const tests = list.map((one): Test => {
      const test = this.#complex(one);
      const found = (element: Element): boolean => {
        for (const candidate of this.#candidates(one, element)) if (test(candidate, element)) return true;
        return false;
      };
      return one[0]?.combinator === ' ' ? this.#inheriting(found) : found;
    });
    return (element) => tests.some((test) => test(element, null));
  }

  /** Elements that may be what a relative selector selects. */
  *#candidates(selector: ComplexSelector, anchor: Element): Generator<Element> {
    const { work } = this.#page;
    const combinators = selector.map(({ combinator }) => combinator);
    const depth = combinators.includes(' ') ? Infinity : combinators.filter((one) => one === '>').length;
    const [first] = combinators;
    if (first === ' ' || first === '>') {
      yield* descendantsOf(anchor, depth, work);
      return;
    }
    for (let one = this.#siblings.after(anchor); one !== null; one = this.#siblings.after(one)) {
      work.count(1);
      yield one;
      yield* descendantsOf(one, depth, work);
      // What follows beside the next one is joined by a further combinator.
      if (first === '+' && !combinators.slice(1).some((other) => other === '+' || other === '~')) return;
    }
  }

  /** A test that holds for no element whose ancestor it does not hold for: an ancestor has all that an element has in it. */
  #inheriting(test: (element: Element) => boolean): Test {
    const known = new Map<Element, boolean>();
    return (element) => {
      for (let one: Element | null = element; one !== null; one = parentOf(one)) {
        this.#page.work.count(1);
        const result = known.get(one);
        if (result === undefined) continue;
        if (!result || one === element) return result;
        break;
      }
      const result = test(element);
      known.set(element, result);
      return result;
    };
  }

  #position({ step, offset, fromEnd, among }: PositionSelector): Test {
    const counts = typeof among === 'string' ? null : this.anyOf(among);
    const positions = this.#siblings.positions(
      (element) =>
        counts === null ? (among === 'type' ? typeOf(element) : '') : counts(element, null) ? '' : null,
      fromEnd,
    );
    return (element) => {
      const position = positions(element);
      if (position === null) return false;
      const distance = position - offset;
      return step === 0 ? distance === 0 : distance % step === 0 && distance / step >= 0;
    };
  }
}

function parentOf({ parentNode }: Element): Element | null {
  return parentNode !== null && isElement(parentNode) ? parentNode : null;
}

function typeOf({ tagName, namespaceURI }: Element): string {
  return `${namespaceURI} ${tagName}`;
}
