// Bytes of one page → decoded source, facts, links, robots directives and the input of technology detection.
// Pure and synchronous; extract.ts describes the steps.
export { addressCountries } from './country-evidence.ts';
export {
  extractPage,
  extractRendered,
  sourceSignals,
  type ExtractedPage,
  type ExtractOptions,
} from './extract.ts';
export { languageDetector, type LanguageDetector } from './language-model/detector.ts';
export { withRendered } from './rendered-page.ts';
export { scopeRanges, type ScopeRanges, type SourceScope } from './scopes/source-scopes.ts';
export {
  readPageText,
  type BlockKind,
  type PageText,
  type TextBlock,
  type TextLink,
} from './page-text/page-text.ts';
export type { PageVideo } from './page-text/videos.ts';
