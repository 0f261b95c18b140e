/*
 * Load shedding: while the process is overloaded, it refuses operations of keys that ask for several things at once. Health,
 * metrics and administration go on, so that operators can see what is wrong. A refusal comes after the checks of key and limits,
 * before the body is read.
 */
import underPressure from '@fastify/under-pressure';
import type { Metrics } from '@sitegrep/metrics';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getHeapStatistics } from 'node:v8';
import { unavailable } from '../failure.ts';
import type { SheddingLimits } from '../settings.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts an answer that is in memory until it was read or its connection is closed; one that is not a stream is counted anyway. */
    countUnread(request: FastifyRequest, reply: FastifyReply, answer: string | Buffer): void;
  }
}

/** Interval at which the load of the process is measured, in milliseconds. */
const SAMPLE_MS = 500;
/** Retry-After of an overloaded process, in seconds. */
const RETRY_SECONDS = 1;
/** Part of V8's maximum heap that may be used; beyond it, V8 does little but collect garbage. */
const HEAP_SHARE = 0.9;
/** Retry-After of a key with too many unread answers, in seconds; unread answers are dropped after a minute. */
const UNREAD_RETRY_SECONDS = 5;

/**
 * Adds load shedding; must be added after admission.
 *
 * @param patient number of clients that each wait for their answer before the next request, and are always served
 */
export async function addShedding(
  app: FastifyInstance,
  limits: SheddingLimits,
  patient: number,
  metrics: Metrics,
): Promise<void> {
  const unread = new UnreadAnswers();
  const underWay = new RequestsUnderWay();
  const refuse = (reason: 'event_loop' | 'heap' | 'unread', details: string, retryAfter: number): never => {
    metrics.count('sitegrep_requests_shed_total', { reason });
    throw unavailable(details, retryAfter);
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (isOperation(request)) reply.raw.once('close', underWay.begin(request.apiKey?.id ?? ''));
    done();
  });
  await app.register(underPressure, {
    sampleInterval: SAMPLE_MS,
    maxEventLoopDelay: limits.maxLoopDelayMs,
    maxHeapUsedBytes: Math.floor(getHeapStatistics().heap_size_limit * HEAP_SHARE),
    // The plugin's own answer has another form, and refuses every route.
    pressureHandler: (request, _reply, type) => {
      if (!isOperation(request)) return;
      // Another program on the machine may be what makes the event loop late.
      const isOurs = underWay.count > patient && underWay.countOf(request.apiKey?.id ?? '') > 1;
      if (type === 'eventLoopDelay' && !isOurs) return;
      refuse(
        type === 'eventLoopDelay' ? 'event_loop' : 'heap',
        `The service is overloaded at the moment; try again in ${RETRY_SECONDS} s.`,
        RETRY_SECONDS,
      );
    },
  });

  app.addHook('onRequest', (request, _reply, done) => {
    if (isOperation(request) && unread.isFull(request.apiKey?.id ?? '', limits)) {
      const remedy = 'read the earlier answers first, or request fewer items at a time';
      refuse(
        'unread',
        `Too many bytes of earlier answers are still unread; ${remedy}.`,
        UNREAD_RETRY_SECONDS,
      );
    }
    done();
  });
  app.decorate('countUnread', ({ apiKey }, reply, answer) => {
    reply.raw.once('close', unread.add(apiKey?.id ?? '', Buffer.byteLength(answer)));
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // The connection of a client that does not read is closed after this time; idle connections have another limit.
    reply.raw.setTimeout(limits.answerStallMs);
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) app.countUnread(request, reply, payload);
    done(null, payload);
  });
}

function isOperation({ routeOptions }: FastifyRequest): boolean {
  const { scope } = routeOptions.config;
  return scope !== undefined && scope !== 'admin' && scope !== 'any';
}

/** Counts the requests that are being answered. */
class RequestsUnderWay {
  readonly #byKey = new Map<string, number>();
  count = 0;

  countOf(keyId: string): number {
    return this.#byKey.get(keyId) ?? 0;
  }

  /** @returns a function to call when the request has ended */
  begin(keyId: string): () => void {
    this.count++;
    this.#byKey.set(keyId, this.countOf(keyId) + 1);
    return () => {
      this.count--;
      const left = this.countOf(keyId) - 1;
      if (left === 0) this.#byKey.delete(keyId);
      else this.#byKey.set(keyId, left);
    };
  }
}

/** Counts the bytes of answers in memory that clients have not read yet. */
class UnreadAnswers {
  readonly #byKey = new Map<string, number>();
  #total = 0;

  isFull(keyId: string, limits: SheddingLimits): boolean {
    return (
      this.#total >= limits.maxUnreadBytes || (this.#byKey.get(keyId) ?? 0) >= limits.maxUnreadBytesOfKey
    );
  }

  /** @returns a function to call when the answer was read or dropped */
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
