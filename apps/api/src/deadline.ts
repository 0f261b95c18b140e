import type { FastifyReply } from 'fastify';
import { RETRY_SECONDS } from './plugins/errors.ts';
import { unavailable } from './failure.ts';

/**
 * Runs a piece of work that ends early when it takes too long, when the client leaves, or when the server stops.
 *
 * @param work is told by its signal to stop; whether it does or not, the request ends
 * @throws Failure unavailable if it ended early
 */
export async function withDeadline<Value>(
  reply: FastifyReply,
  limits: { readonly timeoutMs: number; readonly stopping: AbortSignal },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const stop = new AbortController();
  const early = Promise.withResolvers<never>();
  const end = (details: string, retryAfter: number | null) => {
    early.reject(unavailable(details, retryAfter));
    stop.abort();
  };
  const onStopping = () => end('The service is shutting down; try again.', RETRY_SECONDS);
  const onClose = () => end('The client left.', null);
  const timer = setTimeout(() => {
    end(
      `The search took longer than ${limits.timeoutMs / 1_000} s; try again, or make it more selective.`,
      RETRY_SECONDS,
    );
  }, limits.timeoutMs);
  limits.stopping.addEventListener('abort', onStopping, { once: true });
  reply.raw.once('close', onClose);
  try {
    if (limits.stopping.aborted) onStopping();
    return await Promise.race([early.promise, work(stop.signal)]);
  } finally {
    clearTimeout(timer);
    limits.stopping.removeEventListener('abort', onStopping);
    reply.raw.off('close', onClose);
  }
}
