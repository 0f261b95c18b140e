// Runs expressions in a page: apart from its scripts, or among them.
import type { CDPSession } from 'playwright-core';

/** Time limit of an expression, in milliseconds; an endless one is then ended by V8. */
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

/** Evaluates an expression among the scripts of the page. @returns its value, as JSON holds it */
export function evaluateAmong(session: CDPSession, expression: string): Promise<unknown> {
  return evaluate(session, { expression, awaitPromise: false });
}

async function evaluate(
  session: CDPSession,
  evaluation: { readonly expression: string; readonly awaitPromise: boolean; readonly contextId?: number },
): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    ...evaluation,
    returnByValue: true,
    silent: true,
    timeout: MAX_MS,
  });
  if (exceptionDetails === undefined) return result.value;
  throw new Error(
    `the document can't be read: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
  );
}
