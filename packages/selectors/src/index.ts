// CSS selectors over the sources of pages. parse-selector.ts reads them, as an entry of its own that loads no parser of HTML.
//
//   readDocument       the elements of a source, as a browser builds them of it without running scripts
//   searchForElements  finds the elements that a selector selects, in document order
//   textOf, valueOf    what an element says: its text, the value of an attribute
//
// The parser is parse5, not htmlparser2: only the tree of the HTML standard has the elements that a page leaves out or nests
// wrongly, and people take their selectors from a browser. Selectors are decided by css-select, the engine of cheerio, which
// asks an adapter about each element that it looks at. So work is counted, ends at a bound, and can be given up at any time.
export { MAX_STEPS } from './bounds.ts';
export { readDocument, type HtmlDocument } from './document.ts';
export { textOf, valueOf } from './element-values.ts';
export { searchForElements } from './search.ts';
export { TooMuchWork, Work } from './work.ts';
