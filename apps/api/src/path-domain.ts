import type { NamedDomain } from '@sitegrep/site';
import { badRequest } from './failure.ts';
import { noSuchPath } from './plugins/paths.ts';

/**
 * The domain that a path names.
 *
 * @param read `readDomain`, or `readBlockableDomain` where it is to be blocked
 * @throws Failure bad_request; not_found if the path ends before it
 */
export function pathDomain(text: string, read: (text: string) => NamedDomain): string {
  if (text === '') throw noSuchPath();
  const named = read(text);
  if (named.kind === 'domain') return named.domain;
  const { problem, remedy } = named;
  return refuse(`The domain ${JSON.stringify(text.slice(0, 100))}`, problem, remedy);
}

/** @throws Failure bad_request if a reason can't be read by people */
export function requireReason(reason: string | undefined): string | null {
  if (reason === undefined) return null;
  if (reason.trim() !== '' && reason.isWellFormed() && !/\p{Cc}/u.test(reason)) return reason.trim();
  return refuse(
    'reason',
    'is blank, or has control characters or half of a surrogate pair',
    'give one that people can read, or none',
  );
}

function refuse(field: string, problem: string, remedy: string): never {
  throw badRequest({ field, problem, remedy });
}
