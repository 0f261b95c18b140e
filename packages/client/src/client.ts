import { Admin } from './admin.ts';
import type {
  AutocompleteRequest,
  ReadinessEvent,
  SessionItem,
  VideoInfoRequest,
  VideoSerpRequest,
  WebSerpRequest,
} from './api.ts';
import type { Operations } from './operations.ts';
import { dataOf } from './event-stream.ts';
import { type CallOptions, type ClientOptions, settled } from './options.ts';
import { KnownDomains } from './domains.ts';
import { DomainLists } from './lists.ts';
import { Queries } from './query.ts';
import { SavedSearches } from './saved-searches.ts';
import { Search } from './search.ts';
import { Technologies } from './technologies.ts';
import { serverSentEvents } from './streams.ts';
import { ClientPart, Transport } from './transport.ts';

/**
 * A client of one instance, for any number of concurrent calls. After 429, 503 and network failures, calls are retried,
 * except for the POSTs of `admin`; of these, only submissions and retries of crawls with an `idempotencyKey` are.
 *
 * @throws TypeError if an option is invalid
 */
export class SitegrepClient {
  readonly query: Queries;
  readonly domains: KnownDomains;
  readonly lists: DomainLists;
  readonly searches: SavedSearches;
  readonly search: Search;
  readonly technologies: Technologies;
  readonly serp: Serp;
  readonly video: Videos;
  readonly sessions: Sessions;
  readonly admin: Admin;
  readonly instance: Instance;

  constructor(options: ClientOptions) {
    const transport = new Transport(settled(options));
    this.query = new Queries(transport);
    this.domains = new KnownDomains(transport);
    this.lists = new DomainLists(transport);
    this.searches = new SavedSearches(transport);
    this.search = new Search(transport);
    this.technologies = new Technologies(transport);
    this.serp = new Serp(transport);
    this.video = new Videos(transport);
    this.sessions = new Sessions(transport);
    this.admin = new Admin(transport);
    this.instance = new Instance(transport);
  }
}

/** Time for which a watched instance may be silent, in milliseconds: it sends something each second. */
const WATCH_SILENCE_MS = 2_000;

/** State and description of an instance, as `client.instance`. Only `watch` needs a key, with whatever scopes. */
export class Instance extends ClientPart {
  /** Resolves if the process is alive. */
  health(options?: CallOptions): Promise<Operations['getHealth']['data']> {
    return this.transport.call('getHealth', {}, options);
  }

  /** Resolves if the process and everything it depends on is ready; otherwise rejects with `unavailable` after the retries. */
  ready(options?: CallOptions): Promise<Operations['getReadiness']['data']> {
    return this.transport.call('getReadiness', {}, options);
  }

  /**
   * Gives the state of everything that the instance depends on, now and whenever it changes. It throws within two seconds of
   * the loss of the connection, and is not opened again.
   */
  async *watch(options: CallOptions = {}): AsyncGenerator<ReadinessEvent, void> {
    const lines = await this.transport.lines('watchReadiness', {}, 'text/event-stream', {
      timeout: WATCH_SILENCE_MS,
      ...options,
    });
    if (lines === null) return;
    for await (const raw of serverSentEvents(lines, () => undefined))
      if (raw.name === 'readiness') yield dataOf('watchReadiness', raw) as ReadinessEvent;
  }

  /** Gets the OpenAPI document of the instance. */
  openApi(options?: CallOptions): Promise<Operations['getOpenApi']['data']> {
    return this.transport.call('getOpenApi', {}, options);
  }
}

/** Key that a request comes with, and its session if it has one. */
export type Caller = Operations['getSession']['data'];

/** Sessions of browsers, as `client.sessions`. Their secrets are in cookies, so only browsers have a use for them. */
class Sessions extends ClientPart {
  /** Exchanges the client's key for the cookie of a session. */
  open(options?: CallOptions): Promise<Caller> {
    return this.transport.call('openSession', {}, options);
  }

  /** Gets the key that requests come with, and the session. */
  get(options?: CallOptions): Promise<Caller> {
    return this.transport.call('getSession', {}, options);
  }

  /** Ends the session that requests come with. */
  close(options?: CallOptions): Promise<SessionItem> {
    return this.transport.call('closeSession', {}, options);
  }

  /** Ends the session of any key. Needs the scope `admin`. */
  end(id: string, options?: CallOptions): Promise<SessionItem> {
    return this.transport.call('endSession', { path: { id } }, options);
  }
}

export type WebSearchResults = Operations['searchWeb']['data'];
export type Suggestions = Operations['suggestSearches']['data'];
export type Video = Operations['getVideo']['data'];
export type VideoSearchResults = Operations['searchVideos']['data'];

/** Web searches and suggestions from the instance's providers, as `client.serp`. Needs the scope `serp`. */
class Serp extends ClientPart {
  /** Gets the results of a web search, the best first. */
  search(request: WebSerpRequest, options?: CallOptions): Promise<WebSearchResults> {
    return this.transport.call('searchWeb', { json: request }, options);
  }

  /** Gets the suggestions of a web search. */
  autocomplete(request: AutocompleteRequest, options?: CallOptions): Promise<Suggestions> {
    return this.transport.call('suggestSearches', { json: request }, options);
  }
}

/** Videos from the instance's providers, as `client.video`. Needs the scope `video`. */
export class Videos extends ClientPart {
  /** Gets the facts about a video. */
  info(request: VideoInfoRequest, options?: CallOptions): Promise<Video> {
    return this.transport.call('getVideo', { json: request }, options);
  }

  /** Gets the results of a search for videos, the best first. */
  search(request: VideoSerpRequest, options?: CallOptions): Promise<VideoSearchResults> {
    return this.transport.call('searchVideos', { json: request }, options);
  }
}
