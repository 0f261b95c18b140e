// CSS selectors over the sources of pages. parse-selector.ts reads them, as an entry of its own that loads no parser of HTML.
//
//   readDocument       the elements of a source, as a browser builds them of it without running scripts
//   searchForElements  finds the elements that a selector selects, in document order
//   textOf, valueOf    what an element says: its text, the value of an attribute
//
// The parser of HTML is parse5, not htmlparser2: only the tree of the HTML standard has the elements that a page leaves out or
// nests wrongly, and people take their selectors from a browser. Selectors are read and decided here as the standard has it:
// css-select, the engine of cheerio, takes `.k` in `:has(.k > p)` also from outside of the element, and css-selector-parser
// knows neither comments nor forgiving lists. match.ts counts each look at the document as work, so that a selector ends at a
// bound, and can be given up at any time.
export { MAX_STEPS } from './bounds.ts';
export { readDocument, type HtmlDocument } from './document.ts';
export { textOf, valueOf } from './element-values.ts';
export { searchForElements } from './search.ts';
export { TooMuchWork, Work } from './work.ts';
