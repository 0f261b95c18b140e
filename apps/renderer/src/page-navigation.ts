// Where the page itself goes: each navigation has the permit of its host until the answer is there, and a budget. The last one
// decides what the page is.
import type { Gateway } from '@sitegrep/crawl';
import type { PageBudget, PageClock } from './budget.ts';

/** Answer to a navigation. */
export interface NavigationAnswer {
  readonly status: number;
  readonly mimeType: string;
}

/** Head of an answer before the browser does anything with it. */
export interface AnswerHead extends NavigationAnswer {
  /** Content-Disposition; empty if there is none. */
  readonly disposition: string;
  /** Whether it says that it has no bytes. */
  readonly isEmpty: boolean;
}

/** A document that the browser shows from now on. */
export interface ShownDocument {
  /** Id of its loader, which is that of its request if it has one. */
  readonly loaderId: string;
  readonly mimeType: string;
}

/** Why an answer is not a page; null if it is. */
export function answerFault({ status, mimeType }: NavigationAnswer): string | null {
  if (status >= 400) return `answered ${status}`;
  if (status === 204 || status === 205) return `answered ${status}, which holds no page`;
  return /^(?:text\/html|application\/xhtml\+xml)$/i.test(mimeType)
    ? null
    : `it is ${mimeType.slice(0, 100)}, not HTML`;
}

/** Types that a browser shows in place of a page; it saves others. */
const SHOWN = /^(?:text|image|audio|video)\/|[/+](?:json|xml|pdf)$/i;

/**
 * Says what becomes of a page whose scripts navigate: it is left (`leave`), or stays as it is, because the answer brings no
 * document (`stay`), or one that is not a page, for a reason.
 */
export function afterAnswer(head: AnswerHead): 'leave' | 'stay' | { readonly reason: string } {
  const { status, mimeType, disposition, isEmpty } = head;
  if (status >= 400) return { reason: `answered ${status}` };
  if (status === 204 || status === 205 || isEmpty || /^\s*attachment/i.test(disposition)) return 'stay';
  // Without a type the browser looks at the bytes.
  if (mimeType === '' || answerFault(head) === null) return 'leave';
  return SHOWN.test(mimeType) ? { reason: `is ${mimeType.slice(0, 100)}` } : 'stay';
}

interface NavigationRequest {
  /** Id of the request in the network of the browser. */
  readonly networkId: string;
  readonly method: string;
  readonly url: URL;
}

export class PageNavigation {
  readonly #gateway: Pick<Gateway, 'admit'>;
  readonly #budget: Pick<PageBudget, 'navigations'>;
  readonly #clock: Pick<PageClock, 'during'>;
  readonly #stop: AbortSignal;
  #permit: { readonly networkId: string; readonly end: (served: boolean) => void } | null = null;
  #count = 0;
  #refusal: string | null = null;
  #heads = new Map<string, NavigationAnswer>();
  #answer: NavigationAnswer | null = null;
  #shown: ShownDocument | null = null;

  /** @param stop aborted when the page has ended */
  constructor(
    gateway: Pick<Gateway, 'admit'>,
    budget: Pick<PageBudget, 'navigations'>,
    clock: Pick<PageClock, 'during'>,
    stop: AbortSignal,
  ) {
    this.#gateway = gateway;
    this.#budget = budget;
    this.#clock = clock;
    this.#stop = stop;
  }

  /** Why navigations were refused for the budget; null if none was. */
  get exhausted(): string | null {
    const { navigations } = this.#budget;
    return this.#count > navigations ? `the page navigated more than ${navigations} times` : null;
  }

  /** Why the last navigation was refused; null if it was not. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** Answer that brought the document which is shown, or the last one while none is; null as long as there is none. */
  get answer(): NavigationAnswer | null {
    return this.#answer;
  }

  /** Id of the document that is shown; null as long as there is none. */
  get shown(): string | null {
    return this.#shown?.loaderId ?? null;
  }

  /** Whether the page goes somewhere else, and no document has come. */
  get isLeaving(): boolean {
    return this.#permit !== null && this.#permit.networkId !== this.#shown?.loaderId;
  }

  /** Waits for the permit of the host. @throws Error whose message says why the page may not go there */
  async admit({ networkId, method, url }: NavigationRequest): Promise<void> {
    if (method !== 'GET') throw new Error(`the page sends a form to ${url.host} by itself`);
    this.#count++;
    if (this.exhausted !== null) throw new Error(this.exhausted);
    this.end();
    const end = await this.#clock.during(this.#gateway.admit(url, this.#stop));
    this.#permit = { networkId, end };
    this.#refusal = null;
  }

  /** Notes that the page did not go where it wanted to. */
  refuse(reason: string): void {
    this.#refusal = reason;
  }

  /** Notes the head of an answer. */
  answered(networkId: string, answer: NavigationAnswer): void {
    this.#heads.set(networkId, answer);
    if (this.#shown === null) this.#answer = answer;
    // A document may come without an end; the host has done its work when it begins.
    if (this.#permit?.networkId !== networkId) this.end();
  }

  /** Notes the document that the browser shows from now on: one of an answer, or one that a script has made. */
  showed(document: ShownDocument): void {
    const { loaderId, mimeType } = document;
    this.#answer = this.#heads.get(loaderId) ?? { status: 200, mimeType };
    this.#shown = document;
    this.#heads.clear();
  }

  /** Notes the end of any request. */
  finished(networkId: string, served: boolean): void {
    if (this.#permit?.networkId === networkId) this.end(served);
  }

  /** Gives back the permit of the host. */
  end(served = true): void {
    this.#permit?.end(served);
    this.#permit = null;
  }
}
