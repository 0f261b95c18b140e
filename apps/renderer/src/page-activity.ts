// What a page has on the network, and which of it its document may still depend on. Times are given, never read here.
import { type RepeatedRequest, RequestRepetition, repetitionKey } from './request-repetition.ts';
import { roleOf } from './request-kinds.ts';

export interface SentRequest extends RepeatedRequest {
  /**
   * Type of the resource, as Chromium names it, in lower case; `navigation` for the document of the page itself, `foreign` for
   * any request of a frame of another origin.
   */
  readonly kind: string;
}

export interface AnswerHead {
  readonly status: number;
  /** Whether the answer says how long it is. */
  readonly hasLength: boolean;
}

export interface NetworkState {
  /** Hosts whose answers the document waits for. */
  readonly awaited: readonly string[];
  /** Hosts of answers without an end, and of streams that have not sent anything. */
  readonly unanswered: readonly string[];
  /** Hosts that the page stays connected to, or asks again and again. */
  readonly lasting: readonly string[];
  /** Whether pictures, fonts or parts of frames of other origins are under way. */
  readonly shown: boolean;
  /** Time since a request of these was sent or ended last, in milliseconds. */
  readonly quietMs: number;
  /** Time since one of them without those, in milliseconds. */
  readonly calmMs: number;
}

interface OpenRequest {
  readonly host: string;
  readonly key: string;
  readonly role: 'awaited' | 'polling' | 'shown';
  readonly isNavigation: boolean;
  /** Whether its answer may be a stream: scripts read answers to their requests while they come. */
  readonly mayStream: boolean;
  head: AnswerHead | null;
  headAt: number;
}

interface OpenStream {
  readonly host: string;
  readonly openedAt: number;
  hasSpoken: boolean;
}

/** Time after the head of an answer to a script after which one without a length is a stream, in milliseconds. */
const ANSWER_MS = 4_000;
/** Time in which a stream should send something, in milliseconds. */
const STREAM_MS = 2_000;
/** Time after a poll in which the next one is expected, in milliseconds. */
const POLLING_MS = 5_000;

/** @typeParam Id identity of a request: any value, the same one at its start and its end */
export class PageActivity<Id> {
  readonly #repetition = new RequestRepetition();
  readonly #requests = new Map<Id, OpenRequest>();
  readonly #streams = new Map<string, OpenStream>();
  #polled: { readonly host: string; readonly at: number } | null = null;
  #changedAt: number;
  #calmSince: number;

  /** @param now time at which the page is opened */
  constructor(now: number) {
    this.#changedAt = now;
    this.#calmSince = now;
  }

  sent(id: Id, request: SentRequest, now: number): void {
    const role = roleOf(request.kind);
    if (role === 'ignored') return;
    const key = repetitionKey(request);
    // The page itself is bounded by its navigations.
    const isPolling = request.kind !== 'navigation' && this.#repetition.sent(key);
    const open: OpenRequest = {
      host: hostOf(request.url),
      key,
      role: isPolling ? 'polling' : role,
      isNavigation: request.kind === 'navigation',
      mayStream: request.kind === 'fetch' || request.kind === 'xhr',
      head: null,
      headAt: now,
    };
    this.#requests.set(id, open);
    this.#touch(open, now);
  }

  answered(id: Id, head: AnswerHead, now: number): void {
    const open = this.#requests.get(id);
    if (open === undefined) return;
    open.head = head;
    open.headAt = now;
    // At once: a script may ask again before the end has come.
    if (head.status < 400) this.#repetition.served(open.key);
  }

  ended(id: Id, now: number): void {
    const open = this.#requests.get(id);
    if (open === undefined) return;
    this.#requests.delete(id);
    this.#touch(open, now);
  }

  /** Forgets what a document had under way that another one has replaced. */
  documentReplaced(now: number): void {
    for (const [id, { isNavigation }] of this.#requests) if (!isNavigation) this.#requests.delete(id);
    this.#streams.clear();
    this.#polled = null;
    this.#stir(now);
  }

  /** Notes a connection by which a host sends messages. */
  streamOpened(id: string, url: string, now: number): void {
    this.#streams.set(id, { host: hostOf(url), openedAt: now, hasSpoken: false });
    this.#stir(now);
  }

  /** Notes a message. The first one may be what the page waits for. */
  streamSpoke(id: string, now: number): void {
    const stream = this.#streams.get(id);
    if (stream === undefined || stream.hasSpoken) return;
    stream.hasSpoken = true;
    this.#stir(now);
  }

  streamClosed(id: string): void {
    this.#streams.delete(id);
  }

  state(now: number): NetworkState {
    const awaited = new Set<string>();
    const unanswered = new Set<string>();
    const lasting = new Set<string>();
    let shown = false;
    for (const open of this.#requests.values()) {
      if (open.role === 'shown') shown = true;
      else if (open.role === 'polling') lasting.add(open.host);
      else (isEndless(open, now) ? unanswered : awaited).add(open.host);
    }
    for (const { host, openedAt, hasSpoken } of this.#streams.values()) {
      if (hasSpoken) lasting.add(host);
      else (now - openedAt >= STREAM_MS ? unanswered : awaited).add(host);
    }
    if (this.#polled !== null && now - this.#polled.at < POLLING_MS) lasting.add(this.#polled.host);
    return {
      awaited: [...awaited],
      unanswered: [...unanswered],
      lasting: [...lasting],
      shown,
      quietMs: now - this.#changedAt,
      calmMs: now - this.#calmSince,
    };
  }

  #touch({ role, host }: OpenRequest, now: number): void {
    if (role === 'polling') this.#polled = { host, at: now };
    else if (role === 'shown') this.#changedAt = now;
    else this.#stir(now);
  }

  #stir(now: number): void {
    this.#changedAt = now;
    this.#calmSince = now;
  }
}

function isEndless({ mayStream, head, headAt }: OpenRequest, now: number): boolean {
  return mayStream && head !== null && !head.hasLength && now - headAt >= ANSWER_MS;
}

function hostOf(url: string): string {
  const host = URL.parse(url)?.hostname;
  return host === undefined || host === '' ? 'the page itself' : host;
}
