// One attempt at a webhook: signed, its redirects followed as far as addresses allow, its answer read within bounds.
import type { Readable } from 'node:stream';
import { type GuardedAnswer, type GuardedRequests, Unanswered } from '@sitegrep/crawl';
import { MAX_ANSWER_TEXT } from '@sitegrep/storage';
import type { WebhookDestination } from '../destinations.ts';
import type { Message } from '../message.ts';
import { signatureHeaders } from '../signing.ts';
import { bodyOf } from '../templates/body.ts';
import { type Answer, meaningOf, retryAfterOf, unanswered } from './answer.ts';

/** A message with what identifies it. */
export interface Letter {
  /** Id of the delivery. */
  readonly id: string;
  readonly message: Message;
  /** A file that a mail has with it; null: none. */
  readonly attachment?: Attachment | null;
}

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** Time limit of an attempt, its redirects and its answer, in milliseconds. */
const LIMIT_MS = 15_000;
const MAX_REDIRECTS = 3;
/** Bytes of an answer that are read; then the connection is closed. */
const MAX_ANSWER_BYTES = 65_536;
/** Statuses of redirects after which the same request goes to the other address. */
const REDIRECTS = new Set([301, 302, 307, 308]);

export interface WebhookOptions {
  readonly requests: GuardedRequests;
  /** Clock in milliseconds since the epoch. */
  readonly now: () => number;
  readonly userAgent: string;
  readonly limitMs?: number;
}

/**
 * Sends a message to a receiver, once.
 *
 * @throws what the signal was aborted with
 */
export async function sendWebhook(
  { requests, now, userAgent, limitMs = LIMIT_MS }: WebhookOptions,
  { url, secrets, template }: WebhookDestination,
  { id, message }: Letter,
  signal: AbortSignal,
): Promise<Answer> {
  const body = bodyOf(message, template);
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...signatureHeaders({ id, at: now(), body }, secrets),
  };
  const limit = AbortSignal.timeout(limitMs);
  const both = AbortSignal.any([signal, limit]);
  try {
    return await follow(new URL(url), MAX_REDIRECTS);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (limit.aborted) return unanswered(now(), `no answer within ${limitMs / 1_000} s`);
    if (error instanceof Unanswered) return unanswered(now(), error.message);
    throw error;
  }

  async function follow(target: URL, left: number): Promise<Answer> {
    const answer = await requests.post(target, headers, body, both);
    const { status } = answer;
    const location = REDIRECTS.has(status) ? valueOf(answer, 'location') : undefined;
    if (location === undefined) return read(answer);
    answer.body.destroy();
    const next = URL.parse(location, target);
    if (next === null || !/^https?:$/.test(next.protocol)) {
      return refused(status, `it redirects to '${location.slice(0, 200)}', which is no address of the web`);
    }
    if (target.protocol === 'https:' && next.protocol === 'http:') {
      return refused(
        status,
        `it redirects from https to ${next.href.slice(0, 200)}, where all could read it`,
      );
    }
    if (left === 0) return refused(status, `it redirects more than ${MAX_REDIRECTS} times`);
    return follow(next, left - 1);
  }

  function refused(status: number, text: string): Answer {
    return { at: now(), status, text, meaning: 'refused', retryAfterMs: null };
  }

  async function read(answer: GuardedAnswer): Promise<Answer> {
    const { status } = answer;
    const text = await beginningOf(answer.body, both);
    signal.throwIfAborted();
    const mayWait = status === 429 || status === 503;
    const retryAfterMs = mayWait ? retryAfterOf(valueOf(answer, 'retry-after'), now()) : null;
    return { at: now(), status, text, meaning: meaningOf(status), retryAfterMs };
  }
}

/** The text of an answer, as far as it came: its status is what counts. */
async function beginningOf(body: Readable, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const stop = (): void => void body.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const piece of body) {
      if (!Buffer.isBuffer(piece)) continue;
      if (bytes < 4 * MAX_ANSWER_TEXT) pieces.push(piece.subarray(0, 4 * MAX_ANSWER_TEXT));
      bytes += piece.length;
      if (bytes >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // It broke off: what came is kept, and the status was there before.
  } finally {
    signal.removeEventListener('abort', stop);
    body.destroy();
  }
  return Buffer.concat(pieces).toString('utf8').slice(0, MAX_ANSWER_TEXT);
}

function valueOf({ headers }: GuardedAnswer, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
