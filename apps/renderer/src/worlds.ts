// Runs expressions in a page: apart from its scripts, or among them.
import type { CDPSession } from 'playwright-core';

/** Time after which V8 ends an expression, in milliseconds. */
const MAX_MS = 5_000;

/**
 * Evaluates an expression in a world of its own, whose built-in functions the scripts of the page can't reach. A new world each
 * time, since a navigation ends the one before; the browser keeps one of a name for each document.
 *
 * @returns its value, as JSON holds it
 */
export async function evaluateApart(
  session: CDPSession,
  expression: string,
  awaitPromise: boolean,
): Promise<unknown> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'sitegrep',
  });
  return evaluate(session, { expression, awaitPromise, contextId: executionContextId });
}

/**
 * Evaluates an expression among the scripts of the page, which may never return from what it calls.
 *
 * @returns its value, as JSON holds it
 */
export function evaluateAmong(session: CDPSession, expression: string, timeoutMs: number): Promise<unknown> {
  return evaluate(session, { expression, awaitPromise: false, timeout: timeoutMs });
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
