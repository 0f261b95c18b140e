import type { FastifyReply } from 'fastify';
import { RETRY_SECONDS } from './plugins/errors.ts';
import { unavailable } from './failure.ts';

/**
 * Runs work that is given up when the client leaves, the server stops, or time runs out.
 *
 * @param work should stop when its signal fires; the request ends then in any case
 * @param late time limit, and the error message when it is exceeded
 * @throws Failure unavailable if the work was given up
 */
export async function whileWanted<Value>(
  reply: FastifyReply,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
  late?: { readonly timeoutMs: number; readonly details: string },
): Promise<Value> {
  const stop = new AbortController();
  const early = Promise.withResolvers<never>();
  const end = (details: string, retryAfter: number | null) => {
    early.reject(unavailable(details, retryAfter));
    stop.abort();
  };
  const onStopping = () => end('The service is shutting down; try again.', RETRY_SECONDS);
  const onClose = () => end('The client closed the connection.', null);
  const timer =
    late === undefined ? undefined : setTimeout(() => end(late.details, RETRY_SECONDS), late.timeoutMs);
  stopping.addEventListener('abort', onStopping, { once: true });
  reply.raw.once('close', onClose);
  try {
    if (stopping.aborted) onStopping();
    return await Promise.race([early.promise, work(stop.signal)]);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', onStopping);
    reply.raw.off('close', onClose);
  }
}

/** Runs a search within its time limit, as `whileWanted` does. @throws Failure unavailable if it was given up */
export function withDeadline<Value>(
  reply: FastifyReply,
  limits: { readonly timeoutMs: number; readonly stopping: AbortSignal },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const details = `The search took longer than ${limits.timeoutMs / 1_000} s; try again, or make it more selective.`;
  return whileWanted(reply, limits.stopping, work, { timeoutMs: limits.timeoutMs, details });
}
