// How the texts of pages are looked at: whether a page fulfils what a search says of texts, where its matches are, which values they
// give, and how much work that is. Storages look at pages of candidates, deciders at pages that are not stored yet.
export { hitReader, type HitReader } from './hit-reader.ts';
export { needlesOfHits, readsHits, wishOf, type HitWish } from './hit-wish.ts';
export { needlesOf, searchForNear } from './near-search.ts';
export { NeedleSearches } from './needle-search.ts';
export {
  decidedPartsOf,
  leavesOf,
  needlesOfLeaves,
  searchForLeaves,
  testOf,
  type DocumentView,
  type LeafSearch,
  type PageLeaf,
} from './page-decisions.ts';
export { PageText, type PageSource } from './page-text.ts';
export type { Cut, ExtractedValue, ReadOfHit, SourceMatch } from './read-of-hit.ts';
export {
  PATTERN,
  READING,
  requireBoundedCandidates,
  requireBoundedFound,
  type WorkPart,
  WorkTooLarge,
  workOfNeedles,
} from './request-work.ts';
export { hasAll } from './snippets.ts';
export { storableAnswers, storableText, storableUtf8, wordsOf } from './stored-texts.ts';
