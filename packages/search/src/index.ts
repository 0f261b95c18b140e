// Searches as pure values: what is looked for, order, position and tokens. The API and the command line make them, storage
// answers them.
//
// expression/  what a search requires, as a tree; its canonical form, its JSON form, and what an index decides of it
// language/    the query language: grammar, tokens, and the reading of a text into an expression
export { checkAnswerSize, maxHitsWith } from './answer-size.ts';
export { SEARCH_BOUNDS } from './bounds.ts';
export { readMoment, withAges } from './days.ts';
export { CHANGE_FIELDS, changeChoices, type ChangeChoice, type ChangeCondition } from './change-fields.ts';
export {
  CHANGE_FACETS,
  isChangeFacet,
  timeStepOf,
  type ChangeFacetKind,
  type TimeStep,
} from './change-facets.ts';
export type { Cursor } from './criteria.ts';
export {
  isNegated,
  isValueCondition,
  labelChoice,
  OPERATOR_NAMES,
  type OperatorName,
  OPERATORS,
  operatorsOf,
  testOfValue,
  type ChoosingCondition,
  type Condition,
  type InList,
  type LabelCondition,
  type Regex,
  type ValueCondition,
} from './filter.ts';
export {
  ALL,
  and,
  isChangePart,
  isOnChanges,
  or,
  partsOf,
  sourceText,
  wantedNeedles,
  type ChangeBy,
  type ChangeLabel,
  type ChangePart,
  type ChangeTime,
  type Expression,
  type Near,
  type Needle,
  type PatternNeedle,
  type TextNeedle,
  type TimeSpan,
} from './expression/expression.ts';
export {
  type IndexUnit,
  isDecided,
  isIndexed,
  necessaryFor,
  partsForSources,
  havingScope,
  type IndexedText,
  type Necessary,
} from './expression/necessary.ts';
export { textOf, textsOfBoth } from './expression/needles.ts';
export {
  FACET_FIELDS,
  parseFacets,
  facetInputOf,
  RANK_STEPS,
  rankStep,
  type Facet,
  ALL_VALUES,
  type FacetCounts,
  type FacetPart,
  type FacetField,
  type FacetInput,
  versionsFacet,
} from './facets.ts';
export {
  isOfSource,
  isIndexedScope,
  isWholeScope,
  SCOPE_NAMES,
  SCOPES,
  type BesideScope,
  type IndexedScope,
  type OtherScope,
  type RangeScope,
  type Scope,
  WHOLE_SCOPES,
} from './expression/scopes.ts';
export { canonicalText, isOfDomain, onDomains, simplify } from './expression/simplify.ts';
export { readTree, treeOf } from './expression/tree.ts';
export { type Note, NOTE_CODES, type NoteCode, type NoteTaker, notesToShow } from './language/notes.ts';
export { quotedPattern, quotedText } from './language/quoted.ts';
export { placedIn, readQuery, topParts } from './language/read-query.ts';
export type { Extraction, PatternExtraction, SelectorExtraction } from './extraction.ts';
export { feedCursor, isFeed } from './feed.ts';
export type { InvalidInput } from './invalid-input.ts';
export {
  LABEL_FIELDS,
  LABEL_FIELD_NAMES,
  VERSION_LABELS,
  type FilterField,
  type LabelField,
  type ListField,
} from './label-fields.ts';
export { hostGrouping, type HostGroup } from './host-groups.ts';
export { isListName, LIST_NAME_PATTERN, LIST_NAME_REMEDY, MAX_LIST_NAME } from './list-names.ts';
export { isMatchField, MATCH_FIELD_NAMES, type MatchField } from './label-match.ts';
export type { LabelChoice } from './match-rule.ts';
export { didYouMean, didYouMeanField, nameWithin, nearestOf } from './nearest.ts';
export { LEVEL_NAMES, LEVELS, type Level, type OrderRule, type SortField } from './levels.ts';
export { knownValues, otherWords, type ClosedSet, type KnownValues } from './known-values.ts';
export { FILTER_FIELDS } from './parse-filter.ts';
export { parseSearch, readEither, type QueryInput } from './parse-search.ts';
export {
  changesMatching,
  domainsMatching,
  domainsWith,
  isOfTexts,
  isShort,
  parseQuery,
  type Query,
  type SearchInput,
  type StartPosition,
} from './query.ts';
export { MODES, type Snippets, type Sought } from './terms.ts';
export { versionsIn } from './version-range.ts';
export { trendPlan, type TrendPlan, unrecordedIn } from './trend-plan.ts';
export { deriveTokenKey, signToken, type TokenKey } from './token.ts';
