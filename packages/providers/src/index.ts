// The four provider operations. ports.ts says what a provider is; adapters/ has a folder an upstream; what they are made
// of: http/ (asking, within bounds), reading/ (checking what comes), text/ and codes/ (what upstreams write and how they
// call countries and languages), answers/ (ranks, breadcrumbs). chain/ asks several in order, within limits, and keeps
// what they answer. conformance/ has the suites that every adapter passes.
export type { LocalIndex } from './adapters/local/local-index.ts';
export { createJsonCache, createMemoryCache } from './chain/answer-cache.ts';
export { createLocalCounts, withLocalCounts } from './chain/budget.ts';
export { ChainFailed } from './chain/chain-failed.ts';
export type { Answered, Chain, Trial } from './chain/chain.ts';
export { createChains, type ChainsOptions, type ProviderChains } from './chain/chains.ts';
export type { Operation } from './operations.ts';
export type { Call, GateReport } from './chain/gate.ts';
export { googleQueryUrl, googleSearchUrl, videoUrl } from './codes/google-urls.ts';
export { languageOf, nearestLanguage, type Language } from './codes/languages.ts';
export { locationOf, type Location } from './codes/locations.ts';
export { googleDomain } from './codes/upstreams.ts';
export { openHttpClient, type HttpClient } from './http/client.ts';
export type { AdapterParts, AnswerOf, Clock, Offer, OfferOf, ProviderOf, RequestOf } from './ports.ts';
export { ProviderFailure } from './failure.ts';
export { openProvider } from './openers.ts';
export { clockText } from './text/durations.ts';
