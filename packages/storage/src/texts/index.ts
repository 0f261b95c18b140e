// How texts of pages are looked at without an index, for packages that decide searches over pages that are not stored yet.
export { needlesOf, searchForNear } from './near-search.ts';
export { NeedleSearches } from './needle-search.ts';
export type { PageLeaf } from './page-decisions.ts';
export { PageText, type PageSource } from './page-text.ts';
export { wordsOf } from './stored-texts.ts';
export { PATTERN, READING, workOfNeedles } from '../request-work.ts';
