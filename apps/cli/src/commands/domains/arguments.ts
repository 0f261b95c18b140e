import { isPlainLine } from '@sitegrep/contract/plain-text';
import { readBlockableDomain, readDomain, type NamedDomain } from '@sitegrep/site';
import { InvalidArgumentError } from 'commander';

export const DOMAIN = 'domain name, in any case and script; a subdomain is a domain of its own';

/** Reads an argument that names a domain. */
export function domain(text: string): string {
  return nameIn(readDomain(text));
}

/** Reads an argument that names a domain to be blocked: not a public suffix, such as co.uk. */
export function blockableDomain(text: string): string {
  return nameIn(readBlockableDomain(text));
}

function nameIn(named: NamedDomain): string {
  if (named.kind === 'domain') return named.domain;
  throw new InvalidArgumentError(`It ${named.problem}: ${named.remedy}.`);
}

/** Reads an option that gives a reason. */
export function reason(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 500 || !isPlainLine(trimmed)) {
    throw new InvalidArgumentError(
      'Give 1 to 500 characters in one line, without control and format characters.',
    );
  }
  return trimmed;
}
