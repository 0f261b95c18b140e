import { canonicalDomain, isPublicSuffix } from './domain.ts';

/** A domain that a person named, or what is wrong with the name, in words that go on from it: `is a URL`. */
export type NamedDomain =
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'refused'; readonly problem: string; readonly remedy: string };

/** Reads a name as `canonicalDomain` does, but for URLs: who gives one means a page, and gets a whole domain. */
export function readDomain(text: string): NamedDomain {
  const domain = canonicalDomain(text);
  if (domain === null) {
    return { kind: 'refused', problem: 'is no domain', remedy: 'give one such as example.com' };
  }
  if (text.includes('://')) {
    return { kind: 'refused', problem: 'is a URL', remedy: `give its domain, ${domain}` };
  }
  return { kind: 'domain', domain };
}

/** As `readDomain`, of a domain that may be blocked: not of one under which many owners have sites. */
export function readBlockableDomain(text: string): NamedDomain {
  const named = readDomain(text);
  if (named.kind === 'refused' || !isPublicSuffix(named.domain)) return named;
  return {
    kind: 'refused',
    problem: 'is a public suffix, under which sites of many owners are',
    remedy: 'name each site under it that is meant',
  };
}
