import type { AutocompleteRequest, VideoInfoRequest, VideoSerpRequest, WebSerpRequest } from './api.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';

export type WebSearchResults = Operations['searchWeb']['data'];
export type Suggestions = Operations['suggestSearches']['data'];
export type Video = Operations['getVideo']['data'];
export type VideoSearchResults = Operations['searchVideos']['data'];

/** `client.serp`: web searches and suggestions from the instance's providers. Needs the scope `serp`. */
export class Serp {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Results of a web search, best first. */
  search(request: WebSerpRequest, options?: CallOptions): Promise<WebSearchResults> {
    return this.#transport.ask('searchWeb', { json: request }, options);
  }

  /** What a web search suggests. */
  autocomplete(request: AutocompleteRequest, options?: CallOptions): Promise<Suggestions> {
    return this.#transport.ask('suggestSearches', { json: request }, options);
  }
}

/** `client.video`: videos from the instance's providers. Needs the scope `video`. */
export class Videos {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** What is known of one video. */
  info(request: VideoInfoRequest, options?: CallOptions): Promise<Video> {
    return this.#transport.ask('getVideo', { json: request }, options);
  }

  /** Results of a search for videos, best first. */
  search(request: VideoSerpRequest, options?: CallOptions): Promise<VideoSearchResults> {
    return this.#transport.ask('searchVideos', { json: request }, options);
  }
}
