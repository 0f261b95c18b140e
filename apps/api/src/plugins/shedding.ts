/*
 * What the api refuses while the process has more to do than it can: the five operations, for they are what there can be
 * too much of. Health, metrics and administration go on, so that operators see what is the matter. A refusal comes after
 * key and limits, before the body is read.
 */
import underPressure from '@fastify/under-pressure';
import type { Metrics } from '@sitegrep/metrics';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getHeapStatistics } from 'node:v8';
import { unavailable } from '../failure.ts';
import type { SheddingLimits } from '../settings.ts';

/** Milliseconds between two looks at the process. */
const SAMPLE_MS = 500;
/** Seconds after which it may look better. */
const RETRY_SECONDS = 1;
/** Of the heap that V8 allows itself; past it, it does little but collect garbage. */
const HEAP_SHARE = 0.9;
/** Seconds; what is not read is given up after a minute. */
const UNREAD_RETRY_SECONDS = 5;

/** To be added behind admission. */
export async function addShedding(
  app: FastifyInstance,
  limits: SheddingLimits,
  metrics: Metrics,
): Promise<void> {
  const unread = new UnreadAnswers();
  const refuse = (reason: 'event_loop' | 'heap' | 'unread', details: string, retryAfter: number): never => {
    metrics.count('sitegrep_requests_shed_total', { reason });
    throw unavailable(details, retryAfter);
  };

  await app.register(underPressure, {
    sampleInterval: SAMPLE_MS,
    maxEventLoopDelay: limits.maxLoopDelayMs,
    maxHeapUsedBytes: Math.floor(getHeapStatistics().heap_size_limit * HEAP_SHARE),
    // Its own answer has another form, and no exceptions.
    pressureHandler: (request, _reply, type) => {
      if (!isOperation(request)) return;
      refuse(
        type === 'eventLoopDelay' ? 'event_loop' : 'heap',
        `The service has too much to do at the moment; try again in ${RETRY_SECONDS} s.`,
        RETRY_SECONDS,
      );
    },
  });

  app.addHook('onRequest', async (request) => {
    if (isOperation(request) && !unread.hasRoom(request.apiKey?.id ?? '', limits)) {
      const remedy = 'read the answers that were sent before, or ask for fewer items at once';
      refuse('unread', `Too many bytes of answers wait to be read; ${remedy}.`, UNREAD_RETRY_SECONDS);
    }
  });
  app.addHook('onSend', async (request, reply, payload) => {
    // A client that reads nothing for so long is dropped; a connection between two answers has another time limit.
    reply.raw.setTimeout(limits.answerStallMs);
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return;
    reply.raw.once('close', unread.add(request.apiKey?.id ?? '', Buffer.byteLength(payload)));
  });
}

function isOperation({ routeOptions }: FastifyRequest): boolean {
  const { scope } = routeOptions.config;
  return scope !== undefined && scope !== 'admin';
}

/** Bytes of answers that are in memory because their clients have not read them yet. */
class UnreadAnswers {
  readonly #byKey = new Map<string, number>();
  #total = 0;

  hasRoom(keyId: string, limits: SheddingLimits): boolean {
    return this.#total < limits.maxUnreadBytes && (this.#byKey.get(keyId) ?? 0) < limits.maxUnreadBytesOfKey;
  }

  /** @returns to be called when they are read, or given up */
  add(keyId: string, bytes: number): () => void {
    this.#change(keyId, bytes);
    return () => this.#change(keyId, -bytes);
  }

  #change(keyId: string, by: number): void {
    this.#total += by;
    const left = (this.#byKey.get(keyId) ?? 0) + by;
    if (left === 0) this.#byKey.delete(keyId);
    else this.#byKey.set(keyId, left);
  }
}
