// Where the page itself goes: each navigation has the permit of its host until the answer is there, and a budget. The last one
// decides what the page is.
import type { Gateway } from '@sitegrep/crawl';
import type { PageBudget, PageClock } from './budget.ts';

/** Answer to a navigation. */
export interface NavigationAnswer {
  readonly status: number;
  readonly mimeType: string;
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
  #answer: NavigationAnswer | null = null;

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

  /** Answer to the last navigation; null as long as there is none. */
  get answer(): NavigationAnswer | null {
    return this.#answer;
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
    // An answer without a document leaves the one before where it is.
    const isEmpty = answer.status === 204 || answer.status === 205;
    if (this.#answer === null || !isEmpty) this.#answer = answer;
    // A document may come without an end; the host has done its work when it begins.
    if (this.#permit?.networkId !== networkId) this.end();
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
