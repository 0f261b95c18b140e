// Decides which of many saved searches a site fulfils, when it is put: in one pass over its texts and labels, and only those searches
// that may be fulfilled are looked at further. It answers as a search over an index of the same site does.
export {
  compileSearches,
  MAX_ALWAYS,
  MAX_PAGES,
  MAX_SEARCHES,
  type Decider,
  type Decision,
  type FulfilledSearch,
  type Refusal,
  type SavedSearch,
} from './decider.ts';
export { costOf, type SearchCost } from './cost.ts';
export { RecordSearches } from './record-searches.ts';
export { fulfilsPart } from './record-tests.ts';
export type { DecidedPage, DecidedSite, PageHits } from './site.ts';
