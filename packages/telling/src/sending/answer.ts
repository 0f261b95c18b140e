import type { DeliveryAnswer } from '@sitegrep/storage';

/** The outcome of an attempt, and what it asks for. */
export interface Answer extends DeliveryAnswer {
  /** The delivery accepted, its receiver wants no more, or it is tried again. */
  readonly meaning: 'accepted' | 'gone' | 'refused';
  /** Time for which the receiver wants to be left alone, in milliseconds; null: it does not say. */
  readonly retryAfterMs: number | null;
}

/** Longest time for which a receiver is left alone because it says so. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/** The meaning of a status. */
export function meaningOf(status: number): Answer['meaning'] {
  if (status >= 200 && status < 300) return 'accepted';
  return status === 410 ? 'gone' : 'refused';
}

/** An attempt without an answer. */
export function unanswered(at: number, text: string): Answer {
  return { at, status: null, text, meaning: 'refused', retryAfterMs: null };
}

/** Time of a field Retry-After: seconds, or a date. @param now milliseconds since the epoch */
export function retryAfterOf(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms));
}
