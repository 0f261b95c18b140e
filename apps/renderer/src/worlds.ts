// Runs expressions in a page: apart from its scripts, or among them.
import type { CDPSession } from 'playwright-core';

/** Time after which V8 ends an expression, in milliseconds. */
const MAX_MS = 5_000;

/** A world of its own in the document that is shown, whose built-in functions the scripts of the page can't reach. */
export class ApartWorld {
  readonly #session: CDPSession;
  #contextId: number | null = null;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Evaluates an expression. @returns its value, as JSON holds it */
  async evaluate(expression: string, awaitPromise = false): Promise<unknown> {
    const contextId = this.#contextId;
    if (contextId !== null) {
      try {
        return await evaluate(this.#session, { expression, awaitPromise, contextId });
      } catch (error) {
        // A navigation ends the world with its document.
        if (!isLost(error)) throw error;
      }
    }
    this.#contextId = await this.#open();
    return evaluate(this.#session, { expression, awaitPromise, contextId: this.#contextId });
  }

  /** The browser keeps one world of a name for each document. */
  async #open(): Promise<number> {
    const { frameTree } = await this.#session.send('Page.getFrameTree');
    const { executionContextId } = await this.#session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'sitegrep',
    });
    return executionContextId;
  }
}

/**
 * Evaluates an expression among the scripts of the page, which may never return from what it calls.
 *
 * @returns its value, as JSON holds it
 */
export function evaluateAmong(session: CDPSession, expression: string, timeoutMs: number): Promise<unknown> {
  return evaluate(session, { expression, awaitPromise: false, timeout: timeoutMs });
}

/** Whether an expression failed because its document was left. */
export function isLost(error: unknown): boolean {
  const text =
    /Cannot find context|context was destroyed|context with specified id|Inspected target navigated/;
  return error instanceof Error && text.test(error.message);
}

async function evaluate(
  session: CDPSession,
  evaluation: {
    readonly expression: string;
    readonly awaitPromise: boolean;
    readonly contextId?: number;
    readonly timeout?: number;
  },
): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    timeout: MAX_MS,
    ...evaluation,
    returnByValue: true,
    silent: true,
  });
  if (exceptionDetails === undefined) return result.value;
  throw new Error(
    `the document can't be read: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
  );
}
