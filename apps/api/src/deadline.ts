import type { FastifyReply } from 'fastify';
import { RETRY_SECONDS } from './plugins/errors.ts';
import { unavailable } from './failure.ts';

/**
 * Runs a piece of work that ends early when the client leaves or the server stops.
 *
 * @param work is told by its signal to stop; whether it does or not, the request ends
 * @param late when it ends early, too, and what the client is told then
 * @throws Failure unavailable if it ended early
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
  const onClose = () => end('The client left.', null);
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

/** A search within its time. @throws Failure unavailable as `whileWanted`, or when time is up */
export function withDeadline<Value>(
  reply: FastifyReply,
  limits: { readonly timeoutMs: number; readonly stopping: AbortSignal },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const details = `The search took longer than ${limits.timeoutMs / 1_000} s; try again, or make it more selective.`;
  return whileWanted(reply, limits.stopping, work, { timeoutMs: limits.timeoutMs, details });
}
