// The bytes of one page → the facts in it: decoded source, page facts, links, robots directives and the inputs of
// technology detection. Pure and synchronous; extract.ts is the map of how a page is read.
export { addressCountries } from './country-evidence.ts';
export { extractPage, type ExtractedPage, type ExtractOptions } from './extract.ts';
export { languageDetector, type LanguageDetector } from './language-model/detector.ts';
