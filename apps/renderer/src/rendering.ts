// What the renderer is asked for, and what it answers.
import type { RequestedHost } from '@sitegrep/facts';

export interface RenderRequest {
  /** URL of a page that the crawler has just fetched: after redirects, http or https. */
  readonly url: string;
  /** Names of globals to read, as fingerprints write them: `Shopify`, `jQuery.fn.jquery`. */
  readonly globals: readonly string[];
  /** Whether pictures and fonts are fetched, and a screenshot is taken. */
  readonly screenshot: boolean;
}

/** The part of a page that its window shows, as WebP. */
export interface Screenshot {
  readonly full: Uint8Array;
  /** The picture at a quarter of its width. */
  readonly thumbnail: Uint8Array;
}

export interface RenderedPage {
  readonly kind: 'rendered';
  /** URL of the document, which scripts may have changed or left for another. */
  readonly url: string;
  /**
   * The document as HTML. Open shadow roots are `<template shadowrootmode>` in their host. A frame of the same origin has its
   * document in a `<template data-frame="URL">` behind it.
   */
  readonly html: string;
  /** Whether the HTML is longer than the bound of a page, and cut there. */
  readonly truncated: boolean;
  /** Globals that exist, with their values as text; empty for objects and functions. */
  readonly globals: Readonly<Record<string, string>>;
  /** Hosts that scripts sent requests to with XHR or fetch. */
  readonly hosts: readonly string[];
  /** Names of the cookies that scripts set for the document. */
  readonly cookies: readonly string[];
  /** Hosts of all requests of the page but for its own documents, each once for each kind of request, at most 1,000. */
  readonly requested: readonly RequestedHost[];
  /** Null if it was not wanted, or could not be taken. */
  readonly screenshot: Screenshot | null;
  /** Why something may be missing, as a sentence without a full stop; null if nothing is known to be. */
  readonly partial: string | null;
}

export interface RenderFailure {
  readonly kind: 'failed';
  /** A sentence without a full stop. */
  readonly reason: string;
}

export type Rendering = RenderedPage | RenderFailure;

export interface PageRenderer {
  /** Version of the browser, such as `Chromium 156.0.8078.108`. */
  readonly browser: string;
  /** Whether the browser's sandbox is on; it is not for processes of root. */
  readonly sandboxed: boolean;
  /** Renders a page. Resolves whatever the page does; an aborted signal ends it as failed. Rejects after `close`. */
  render(request: RenderRequest, signal: AbortSignal): Promise<Rendering>;
  /** Ends the pages under way, and every browser. */
  close(): Promise<void>;
}
