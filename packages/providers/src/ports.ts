/*
 * What a provider is: one port per operation. An adapter connects a port with an upstream: it sends requests, checks
 * the answers, and gives them the shape of the port. It does not retry, cache, count or queue: the chain does.
 *
 * What an upstream does not state is null, never a guess: no 0 for an unknown number, no false for an unknown fact.
 */
import type { LocalIndex } from './adapters/local/local-index.ts';
import type { OperationsOf, ProviderName, ProviderSettings } from './catalog.ts';
import type { Language, Location } from './codes/locales.ts';
import type { HttpClient } from './http/client.ts';
import type { Operation } from './operations.ts';

type Device = 'desktop' | 'mobile';

type System = 'windows' | 'macos' | 'android' | 'ios';

export interface Provider<Request, Answer> {
  /** Name in settings, e.g. `google-suggest`. */
  readonly name: string;
  /**
   * Checks, without any call, whether the provider supports a request.
   *
   * @returns the field of the request, as the contract names it (`location_code`); null if it can do all of it
   */
  unsupported(request: Request): string | null;
  /**
   * Calls the upstream. Equal requests may get different answers. An answer without results is an answer.
   *
   * @param signal fires when time is up or no client waits any more; the call then ends soon
   * @throws ProviderFailure, and nothing else
   */
  call(request: Request, signal: AbortSignal): Promise<Answer>;
}

/** Language and location of a search. */
interface Locale {
  readonly language: Language;
  readonly location: Location;
}

export interface WebSerpRequest extends Locale {
  /** 1–700 characters, not only white space. */
  readonly keyword: string;
  readonly device: Device;
  /** windows or macos with desktop, android or ios with mobile. */
  readonly os: System;
  /** Organic results that are wanted, 1–100; fewer may come. */
  readonly depth: number;
}

export type ResultType = 'featured_snippet' | 'organic' | 'paid';

/** Put together by `rankResults`. */
export interface WebResult {
  readonly type: ResultType;
  /** Rank among the results of its type, from 1 without gaps. */
  readonly rankGroup: number;
  /** Rises over all results; the gaps are elements of other types. */
  readonly rankAbsolute: number;
  /** Host of the URL. */
  readonly domain: string;
  /** Plain text, as all texts of answers: no tags, no entities. */
  readonly title: string;
  readonly description: string | null;
  readonly url: string;
  readonly breadcrumb: string | null;
}

/** The search engine that answered. */
interface Source {
  /** The search engine: `google`, `brave`, `local`. */
  readonly engine: string;
  /** Its domain, e.g. `google.co.uk`; null if it has none or the upstream does not state it. */
  readonly engineDomain: string | null;
}

export interface WebSerpAnswer extends Source {
  /** English name of the location; null if the upstream does not state it. Used for locations within countries only. */
  readonly locationName: string | null;
  readonly results: readonly WebResult[];
}

export interface AutocompleteRequest extends Locale {
  /** The keyword, as in `WebSerpRequest`. */
  readonly keyword: string;
  /** Program that suggestions are requested as: Google answers each in its own form. */
  readonly client: string;
  readonly device: Device;
  readonly os: System;
}

export interface Suggestion {
  readonly text: string;
  /** The search it leads to. */
  readonly searchUrl: string | null;
  readonly thumbnailUrl: string | null;
  /** Parts that are set off from what was typed, plain text; empty if none are. */
  readonly highlighted: readonly string[];
}

export interface AutocompleteAnswer extends Source {
  /** The equivalent search. */
  readonly checkUrl: string | null;
  /** Suggestions in the upstream's order, each text once. */
  readonly suggestions: readonly Suggestion[];
}

export interface VideoInfoRequest extends Locale {
  /** 11 of the characters A–Z, a–z, 0–9, `_` and `-`. */
  readonly videoId: string;
}

interface VideoInfo {
  readonly videoId: string;
  readonly title: string | null;
  readonly url: string;
  readonly thumbnailUrl: string | null;
  readonly channelId: string | null;
  readonly channelName: string | null;
  readonly channelUrl: string | null;
  readonly channelLogo: string | null;
  /** Line breaks are preserved. */
  readonly description: string | null;
  readonly viewsCount: number | null;
  readonly likesCount: number | null;
  readonly commentsCount: number | null;
  /** `displayed`: as a person sees it, e.g. `7.09K`. */
  readonly channelSubscribers: { readonly displayed: string | null; readonly count: number | null };
  /** YYYY-MM-DD */
  readonly publicationDate: string | null;
  /** When it was published, in milliseconds since the epoch; null if only the day is known. */
  readonly publishedAt: number | null;
  readonly keywords: readonly string[];
  readonly category: string | null;
  readonly isLive: boolean | null;
  readonly isEmbeddable: boolean | null;
  readonly durationSeconds: number | null;
  readonly streamingQuality: readonly StreamingQuality[];
}

/** One way in which the picture can be had. */
export interface StreamingQuality {
  /** The label as people see it: `720p60`. */
  readonly label: string | null;
  /** Pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** Bits a second. */
  readonly bitrate: number | null;
  readonly mimeType: string | null;
  readonly fps: number | null;
}

export interface VideoInfoAnswer {
  readonly engine: string;
  readonly video: VideoInfo;
}

export interface VideoSerpRequest extends Locale {
  /** The keyword, as in `WebSerpRequest`. */
  readonly keyword: string;
  readonly device: Device;
  /** Videos that are wanted, 1–100; fewer may come. */
  readonly depth: number;
}

/** Put together by `rankVideos`. */
export interface VideoResult {
  readonly rankGroup: number;
  readonly rankAbsolute: number;
  readonly title: string;
  readonly url: string;
  readonly channelTitle: string | null;
  readonly channelUrl: string | null;
  readonly channelImage: string | null;
  /** `M:SS` or `H:MM:SS` */
  readonly duration: string | null;
  readonly views: number | null;
  /** YYYY-MM-DD */
  readonly uploadedDate: string | null;
  readonly description: string | null;
  readonly thumbnailUrl: string | null;
  readonly live: boolean | null;
}

export interface VideoSerpAnswer {
  readonly engine: string;
  readonly results: readonly VideoResult[];
}

/** Request and answer of each operation. */
interface Exchanges {
  readonly 'web-serp': { readonly request: WebSerpRequest; readonly answer: WebSerpAnswer };
  readonly 'web-autocomplete': { readonly request: AutocompleteRequest; readonly answer: AutocompleteAnswer };
  readonly 'video-info': { readonly request: VideoInfoRequest; readonly answer: VideoInfoAnswer };
  readonly 'video-serp': { readonly request: VideoSerpRequest; readonly answer: VideoSerpAnswer };
}

export type RequestOf<Name extends Operation> = Exchanges[Name]['request'];
export type AnswerOf<Name extends Operation> = Exchanges[Name]['answer'];
export type ProviderOf<Name extends Operation> = Provider<RequestOf<Name>, AnswerOf<Name>>;

export type WebSerpProvider = ProviderOf<'web-serp'>;
export type AutocompleteProvider = ProviderOf<'web-autocomplete'>;
export type VideoInfoProvider = ProviderOf<'video-info'>;
export type VideoSerpProvider = ProviderOf<'video-serp'>;

/** Providers that one adapter opens, by operation. */
export type Offer = { readonly [Name in Operation]?: ProviderOf<Name> };

/** Providers that the adapter of this name must open: one for each operation that the catalog lists for it. */
export type OfferOf<Name extends ProviderName> = {
  readonly [Served in OperationsOf<Name>]: ProviderOf<Served>;
};

/** Parts that an adapter may be opened with besides its settings. */
export interface AdapterParts {
  readonly http: HttpClient;
  readonly now: Clock;
  /** The crawled sites. */
  readonly index: LocalIndex;
  /** Environment of this process, for adapters that run a program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Bounds of one answer of a program: milliseconds and bytes. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Settings of a provider, and the parts that its adapter uses. */
export type OptionsOf<Name extends ProviderName, Used extends keyof AdapterParts> = ProviderSettings<Name> &
  Pick<AdapterParts, Used>;

/** Milliseconds since the epoch. */
export type Clock = () => number;
