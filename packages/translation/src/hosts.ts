// Names of hosts. A domain stands here without a leading `www.`, while other engines compare the whole name; where that makes a
// difference, the address of the page decides.
import type { Formula } from './formula.ts';
import { type Leaf, unknown } from './meaning.ts';
import { condition, escaped, pattern } from './parts.ts';

const NAME = /^[\p{L}\p{N}._-]+$/u;
const NOT_A_NAME = 'names of hosts do not have such characters';
/** Characters of the name in an address, as a pattern. */
export const IN_HOST = '[^/?#:@]';

/** A domain with those under it. */
export function domainAndBelow(written: string): Leaf {
  const name = written.toLowerCase().replace(/\.$/, '');
  if (!NAME.test(name)) return unknown(NOT_A_NAME);
  if (!name.includes('.')) return condition('tld', name);
  return name.startsWith('www.') ? endOfHost(escaped(name)) : condition('site', name);
}

/** Hosts whose name has a text. */
export function partOfHost(written: string): Leaf {
  const name = written.toLowerCase();
  if (!NAME.test(name)) return unknown(NOT_A_NAME);
  const isOfPrefix =
    'www.'.includes(name) || ['www.', 'ww.', 'w.', '.'].some((prefix) => name.startsWith(prefix));
  if (isOfPrefix) return pattern(`^https?://${IN_HOST}*${escaped(name)}`, 'url');
  return condition('site', `*${name}*`);
}

/** Hosts of which a pattern matches the whole name, or all from one of its labels on. */
export function endOfHost(expression: string): Formula {
  return pattern(`^https?://(?:${IN_HOST}*\\.)?(?:${expression})(?::\\d+)?/`, 'url');
}
