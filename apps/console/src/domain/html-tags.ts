// Finds tags, comments and declarations in HTML, in time that grows as its length does: some pages are made to take long.

/** A tag in a text. */
interface HtmlTag {
  readonly start: number;
  readonly end: number;
  /** Name of the element, in lower case; empty: a comment or a declaration. */
  readonly element: string;
  readonly isEnd: boolean;
}

const QUOTE_OR_END = /["'>]/g;

/** @returns a function that finds the first tag from a position on, which must not go back; null: there is none */
export function tagFinder(source: string): (from: number) => HtmlTag | null {
  const firstOf = (pattern: RegExp) => forwardFinder(source, pattern);
  const lessThan = firstOf(/</g);
  const greaterThan = firstOf(/>/g);
  const endOfName = firstOf(/[\s/>]/g);
  const endOfComment = firstOf(/-->/g);
  const quoteOrEnd = firstOf(QUOTE_OR_END);
  /** Quotes from which no tag ends. */
  const endless = new Set<number>();

  /** Position after a tag of whose inside a position is; null: it does not end. */
  function endOfTag(from: number): number | null {
    const passed: number[] = [];
    for (let at = quoteOrEnd(from); at !== -1;) {
      if (source[at] === '>') return at + 1;
      if (endless.has(at)) break;
      passed.push(at);
      const closing = source.indexOf(source[at] ?? '', at + 1);
      at = closing === -1 ? -1 : quoteOrEndAfter(closing + 1);
    }
    for (const quote of passed) endless.add(quote);
    return null;
  }

  function quoteOrEndAfter(from: number): number {
    QUOTE_OR_END.lastIndex = from;
    return QUOTE_OR_END.exec(source)?.index ?? -1;
  }

  function tagAt(start: number): HtmlTag | null {
    const other = (end: number): HtmlTag => ({ start, end, element: '', isEnd: false });
    if (source.startsWith('<!--', start)) {
      const end = endOfComment(start + 4);
      if (end !== -1) return other(end + 3);
    }
    if (source[start + 1] === '!') {
      const end = greaterThan(start);
      return end === -1 ? null : other(end + 1);
    }
    const isEnd = source[start + 1] === '/';
    const name = start + (isEnd ? 2 : 1);
    if (!/[a-z]/i.test(source[name] ?? '')) return null;
    const nameEnd = endOfName(name);
    const end = nameEnd === -1 ? null : endOfTag(nameEnd);
    if (end === null) return null;
    return { start, end, element: source.slice(name, nameEnd).toLowerCase(), isEnd };
  }

  return (from) => {
    for (let start = lessThan(from); start !== -1; start = lessThan(start + 1)) {
      const tag = tagAt(start);
      if (tag !== null) return tag;
    }
    return null;
  };
}

/** Finds the first match from a position on, which must not go back: no part of the text is looked at twice. */
function forwardFinder(source: string, pattern: RegExp): (from: number) => number {
  let found: number | null = null;
  return (from) => {
    if (found === -1 || (found !== null && found >= from)) return found;
    pattern.lastIndex = from;
    found = pattern.exec(source)?.index ?? -1;
    return found;
  };
}
