import { canonicalDomain } from '@sitegrep/site';
import { badRequest, Failure } from './failure.ts';
import { noSuchPath } from './operation-route.ts';

/**
 * Reads the domain in a path: a domain in any case and script, or a URL on it.
 *
 * @throws Failure bad_request; not_found if the path has none
 */
export function namedDomain(text: string): string {
  if (text === '') throw noSuchPath();
  const domain = canonicalDomain(text);
  if (domain !== null) return domain;
  throw badRequest({
    field: `The domain ${JSON.stringify(text.slice(0, 100))}`,
    problem: 'is not a domain',
    remedy: 'give one such as example.com',
  });
}

/** @throws Failure not_found if there is nothing */
export function requireStored<Stored>(domain: string, stored: Stored | null): Stored {
  if (stored !== null) return stored;
  throw new Failure('not_found', `Nothing is stored for ${domain}; crawl or import it first.`);
}
