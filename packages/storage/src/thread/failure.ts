import * as storageErrors from '../errors.ts';

/** An error as it crosses threads: its class would be lost, so its name travels. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

const STORAGE_ERRORS = Object.values(storageErrors);

export function failureOf({ name, message, stack }: Error): Failure {
  return { name, message, stack };
}

/** The error that a failure from another thread was. */
export function errorOf(failure: Failure): Error {
  const known = STORAGE_ERRORS.find(({ name }) => name === failure.name);
  const error = known === undefined ? new Error(failure.message) : new known(failure.message);
  if (failure.stack !== undefined) error.stack = failure.stack;
  return error;
}
