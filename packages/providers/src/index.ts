// The operations that providers serve. catalog.ts lists the providers, openers.ts opens them, ports.ts states what one
// is; adapters/ has a folder for each upstream. They are made of http/ (requests, within bounds), field.ts (checks of
// what comes), text/ and codes/ (how upstreams write numbers, days, countries and languages) and answers/ (ranks,
// breadcrumbs). chain/ calls several providers in order, within limits, and caches their answers.
export type { LocalIndex } from './adapters/local/local-index.ts';
export { createJsonCache, createMemoryCache } from './chain/answer-cache.ts';
export { createLocalCounts, withLocalCounts } from './chain/budget.ts';
export { ChainFailed } from './chain/chain-failed.ts';
export type { Answered, Chain, Trial } from './chain/chain.ts';
export { createChains, type ChainsOptions, type ProviderChains } from './chain/chains.ts';
export type { Call, GateReport } from './chain/gate.ts';
export { googleDomain, googleQueryUrl, googleSearchUrl, videoUrl } from './codes/google.ts';
export {
  countryLocations,
  languageOf,
  locationOf,
  nearestLanguage,
  searchLanguages,
  type Language,
  type Location,
} from './codes/locales.ts';
export { ProviderFailure } from './failure.ts';
export { openHttpClient, type HttpClient } from './http/client.ts';
export { openProvider } from './openers.ts';
export type { Operation } from './operations.ts';
export type { AnswerOf, Clock, Offer, OfferOf, ProviderOf, RequestOf } from './ports.ts';
export { clockText } from './text/durations.ts';
