// Bytes of one page → decoded source, facts, links, robots directives and the input of technology detection.
// Pure and synchronous; extract-page.ts describes the steps.
export { addressCountries } from './countries/country-evidence.ts';
export {
  extractPage,
  extractRendered,
  sourceSignals,
  type AnsweredPage,
  type ExtractedPage,
  type ExtractOptions,
} from './extract-page.ts';
export { type RequestedHost, requestedHosts } from './hosts/requested-hosts.ts';
export { languageDetector, type LanguageDetector } from './language-model/detector.ts';
export { loadOwnerDetails } from './owner-details.ts';
export { withRendered } from './rendered-page.ts';
export { extractStored, type StoredPage } from './stored-page.ts';
