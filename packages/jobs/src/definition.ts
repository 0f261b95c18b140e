import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** How a queue treats its jobs. */
export interface QueueLimits {
  /** How often a job is tried when it throws something that is not one of errors.ts, ≥ 1. */
  readonly attempts: number;
  /** Wait before the second attempt, in milliseconds; doubled for each one after. */
  readonly backoffMs: number;
  /** Jobs at once in a process, if `work` isn't told otherwise. */
  readonly concurrency: number;
  /** How long a job may go without a sign of life from its process, in milliseconds; where there are several. */
  readonly lockMs: number;
  /** How often abandoned jobs are looked for, in milliseconds; where there are several processes. */
  readonly stalledIntervalMs: number;
  /** How often a job may be abandoned before it is given up. */
  readonly maxStalls: number;
}

/** What the table says of a queue. */
export interface QueueRules<P> extends QueueLimits {
  /** The same payload gives the same id; an id that is in the queue is not added again. */
  readonly jobId: (payload: P) => string;
}

export interface QueueDefinition<P> extends QueueRules<P> {
  /** @throws InvalidPayload */
  readonly parse: (payload: unknown) => P;
}

/** A payload that doesn't fit its queue's schema. */
export class InvalidPayload extends Error {
  override readonly name = 'InvalidPayload';
}

export function defineQueue<S extends TSchema>(
  schema: S,
  rules: QueueRules<Static<S>>,
): QueueDefinition<Static<S>> {
  const validator = Compile(schema);
  return {
    ...rules,
    parse: (payload) => {
      if (validator.Check(payload)) return payload;
      throw new InvalidPayload(`invalid payload: ${explain(validator.Errors(payload))}`);
    },
  };
}

/** An unknown field is reported twice, and as `schema is false` first. */
function explain(
  errors: readonly { readonly keyword: string; readonly instancePath: string; readonly message: string }[],
): string {
  const error = errors.find(({ keyword }) => keyword !== 'boolean');
  return `${error?.instancePath.slice(1) || 'payload'} ${error?.message ?? 'is wrong'}`;
}
