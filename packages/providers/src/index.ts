// The four provider operations. ports.ts says what a provider is; adapters/ has a folder an upstream; what they are made
// of: http/ (asking, within bounds), reading/ (checking what comes), text/ and codes/ (what upstreams write and how they
// call countries and languages), answers/ (ranks, breadcrumbs). conformance/ has the suites that every adapter passes.
export { openBrave, type BraveOptions } from './adapters/brave/index.ts';
export { openDataForSeo } from './adapters/dataforseo/index.ts';
export { openGoogleSuggest } from './adapters/google-suggest/index.ts';
export { openInvidious } from './adapters/invidious/index.ts';
export { openSearxng, type SearxngOptions } from './adapters/searxng/index.ts';
export { openSerper, type SerperOptions } from './adapters/serper/index.ts';
export { openYoutubeDataApi } from './adapters/youtube-data-api/index.ts';
export { languageOf, nearestLanguage, type Language } from './codes/languages.ts';
export { locationOf, type Location } from './codes/locations.ts';
export { FAILURE_KINDS, ProviderFailure, type FailureKind } from './failure.ts';
export { openHttpClient, type HttpClient } from './http/client.ts';
export type {
  AnswerOf,
  AutocompleteAnswer,
  AutocompleteProvider,
  AutocompleteRequest,
  Clock,
  Offer,
  Operation,
  Provider,
  ProviderOf,
  RequestOf,
  VideoInfoAnswer,
  VideoInfoProvider,
  VideoInfoRequest,
  VideoSerpAnswer,
  VideoSerpProvider,
  VideoSerpRequest,
  WebSerpAnswer,
  WebSerpProvider,
  WebSerpRequest,
} from './ports.ts';
