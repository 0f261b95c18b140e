import type { Listed, PageRequest } from './records.ts';

/**
 * The deliveries of saved searches to their destinations, and how far each destination was told. An adapter guarantees: what
 * resolved is durable and seen by every process that shares the storage; a delivery is made once, whichever processes make it.
 * Not here: sending, and what a delivery says.
 */
export interface Deliveries {
  /** Makes a delivery unless there is one with its id. @returns the one that there is then */
  add(delivery: NewDelivery): Promise<Delivery>;
  get(id: string): Promise<Delivery | null>;
  /** The newest first. */
  list(request: DeliveriesRequest): Promise<Listed<Delivery>>;
  /**
   * Deliveries that wait and are due, the one that has been due for longest first.
   *
   * @param limit 1–1,000
   */
  due(at: number, limit: number): Promise<readonly Delivery[]>;
  /** Number of deliveries that wait for a destination, and for all: now, or when `due` was last called. */
  waiting(destination: string): Promise<{ readonly own: number; readonly all: number }>;
  /** Tells how the telling of some searches stands, of those with anything that is not delivered. @param searches at most 1,000 */
  standings(searches: readonly string[]): Promise<ReadonlyMap<string, TellingStanding>>;
  /**
   * Records an attempt, and what becomes of the delivery.
   *
   * @returns false if the delivery does not wait, which changes nothing
   */
  answered(id: string, answer: DeliveryAnswer, next: DeliveryNext): Promise<boolean>;
  /** Lets the deliveries that wait for a destination be due at this time, or those that are due earlier not before it. */
  reschedule(destination: string, due: number, which: 'all' | 'earlier'): Promise<void>;
  /** Ends the deliveries that wait for a destination as dead, with the reason as their last answer. */
  giveUp(destination: string, reason: DeliveryAnswer): Promise<void>;
  /** Lets a dead delivery wait again, as if it were new. @returns null if there is none, or it is not dead */
  replay(id: string, at: number): Promise<Delivery | null>;
  /** How far a destination was told; null: it was not yet. */
  told(destination: string): Promise<Told | null>;
  setTold(told: Told): Promise<void>;
  /** Destinations that have events which no delivery has yet. @param limit 1–1,000 */
  behind(limit: number): Promise<readonly Told[]>;
  /** Removes all that is known of the destinations of a search. */
  forget(search: string): Promise<void>;
  /**
   * Removes deliveries that ended long ago, those first that ended first.
   *
   * @returns how many; 0 if there is nothing to do now
   */
  prune(request: PruneRequest): Promise<number>;
  /**
   * Does work that one process does at a time, unless another process does it.
   *
   * @param work ends early when its signal fires: another process does it, because this one gave no sign of life
   * @returns null if it was not done
   */
  alone<Result>(work: (lost: AbortSignal) => Promise<Result>): Promise<Result | null>;
}

/** Maximum number of answers that are kept of a delivery, the newest. */
export const MAX_ANSWERS = 10;

/** Maximum number of characters that are kept of the body of an answer. */
export const MAX_ANSWER_TEXT = 2_048;

/** The states of a delivery: it waits for an attempt, it was accepted, or it is given up and may be replayed. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type DeliveryContent =
  /** The events of the search with these numbers. */
  | { readonly kind: 'events'; readonly first: number; readonly last: number }
  /** The events of the search from a number on that occurred in a time, in milliseconds since the epoch, without its end. */
  | { readonly kind: 'digest'; readonly first: number; readonly from: number; readonly to: number }
  /** That the number of domains is above a bound, or no longer. */
  | {
      readonly kind: 'count';
      readonly domains: number;
      readonly bound: number;
      readonly isAbove: boolean;
      readonly at: number;
    }
  /** The report of the search with this number. */
  | { readonly kind: 'report'; readonly number: number };

export interface NewDelivery {
  /** It follows from its destination and content, so that repeating what made it makes no second one. */
  readonly id: string;
  readonly search: string;
  readonly destination: string;
  readonly content: DeliveryContent;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly due: number;
}

export interface Delivery extends NewDelivery {
  readonly state: DeliveryState;
  /** Number of attempts since it was made, or replayed. */
  readonly attempts: number;
  /** The newest first, at most `MAX_ANSWERS`. */
  readonly answers: readonly DeliveryAnswer[];
  /** When it was delivered or given up; null: it waits. */
  readonly endedAt: number | null;
}

/** The outcome of an attempt. */
export interface DeliveryAnswer {
  /** When the attempt ended, in milliseconds since the epoch. */
  readonly at: number;
  /** Status of the answer; null: there was none. */
  readonly status: number | null;
  /** The beginning of its body, or why there was no answer. */
  readonly text: string;
}

export type DeliveryNext =
  { readonly state: 'waiting'; readonly due: number } | { readonly state: 'delivered' | 'dead' };

/** How far a destination was told, and how it does. */
export interface Told {
  readonly destination: string;
  readonly search: string;
  /** Number of the last event that a delivery has, or that the destination is not told. */
  readonly position: number;
  /** Whether there are later events for it. */
  readonly isBehind: boolean;
  /** Whether the number of domains was above the bound when it was last told; null: it was not. */
  readonly isAbove: boolean | null;
  /** Number of attempts that failed since the last one that did not. */
  readonly failures: number;
  /** Why nothing is sent to it any more; null: it is sent to. */
  readonly off: { readonly at: number; readonly reason: string } | null;
}

/** Numbers of what of a search is not told. */
export interface TellingStanding {
  /** Numbers of its deliveries that wait, and that were given up. */
  readonly waiting: number;
  readonly dead: number;
  /** Number of its destinations whose last attempt failed, or to which nothing is sent any more. */
  readonly failing: number;
}

/** The telling of a search of which all was told. */
export const ALL_TOLD: TellingStanding = { waiting: 0, dead: 0, failing: 0 };

/** Tells whether a destination is one of those that fail. */
export function isFailing({ failures, off }: Told): boolean {
  return failures > 0 || off !== null;
}

export interface DeliveriesRequest extends PageRequest {
  readonly search?: string;
  readonly destination?: string;
  readonly state?: DeliveryState;
}

interface PruneRequest {
  /** Delivered ones that ended before this time go. */
  readonly deliveredBefore: number;
  readonly deadBefore: number;
  /** Number of ended ones that stay at most. */
  readonly keep: number;
  /** Number of deliveries that are removed at most, 1–10,000. */
  readonly limit: number;
}

/** The delivery after an attempt. */
export function afterAnswer(delivery: Delivery, answer: DeliveryAnswer, next: DeliveryNext): Delivery {
  const kept = { ...answer, text: answer.text.slice(0, MAX_ANSWER_TEXT) };
  return {
    ...delivery,
    state: next.state,
    due: next.state === 'waiting' ? next.due : delivery.due,
    endedAt: next.state === 'waiting' ? null : answer.at,
    attempts: delivery.attempts + 1,
    answers: [kept, ...delivery.answers].slice(0, MAX_ANSWERS),
  };
}

/** A delivery that was given up without an attempt. */
export function givenUp(delivery: Delivery, reason: DeliveryAnswer): Delivery {
  return { ...afterAnswer(delivery, reason, { state: 'dead' }), attempts: delivery.attempts };
}

/** A delivery as it is made. */
export function madeDelivery(delivery: NewDelivery): Delivery {
  return { ...delivery, state: 'waiting', attempts: 0, answers: [], endedAt: null };
}

/** A dead delivery that waits again. */
export function replayed(delivery: Delivery, at: number): Delivery {
  return { ...delivery, state: 'waiting', attempts: 0, due: at, endedAt: null };
}
