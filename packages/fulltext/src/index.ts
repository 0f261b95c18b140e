// Full text: words of pages and keywords, what an index is asked for, the order of results, and what is shown of them. Pure values;
// the storages hold the index.
export { readKeyword, type Keyword } from './keyword.ts';
export { compounds, countedParts, rowsOf } from './spellings.ts';
export { nearestWords, nearWords } from './misspellings.ts';
export {
  addressKey,
  FIELD_WEIGHTS,
  FORMS_WEIGHT,
  HAS_VIDEO,
  siteWord,
  videoWord,
  youTubeId,
  WORD_FIELDS,
  type PageHead,
  type TextPage,
  type WordField,
} from './page-words.ts';
export { type HomeLinks, homeLinks, pageWords, type PageWords, siteWords } from './site-words.ts';
export { sourceWords, wordMaker } from './word-maker.ts';
export {
  choicesOf,
  countedWords,
  degreesOf,
  isRestricted,
  planOf,
  unknownWords,
  wordMatcher,
  type Strictness,
  type TextPlan,
  type WordChoice,
} from './plan.ts';
export type { WordCounts } from './word-counts.ts';
export { ranked, type Candidate, type Preference } from './ranking.ts';
export { LENGTH_SHARE, rarityOf, rowsOfChoice, SATURATION, type ScoredRow, scoredRows } from './scoring.ts';
export { snippetMaker } from './snippets.ts';
export { featuredOf } from './featured.ts';
export { readLines, unpackLines, type StoredText } from './stored-text.ts';
export { completionsOf, typedWords, type CompletedPage, type Completion } from './completions.ts';
export { wordsOf } from './words.ts';
