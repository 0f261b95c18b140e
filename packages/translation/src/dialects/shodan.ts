// Shodan, after its list of filters and its help on queries: all filters must match, any of the values between commas is enough,
// within quotes, too, and `-` excludes. A text without a filter is looked for in the banner of a service. Values are compared as
// words.
import { type Formula, NONE, or } from '../formula.ts';
import { domainAndBelow, partOfHost } from '../hosts.ts';
import { type Dialect, type Leaf, unknown } from '../meaning.ts';
import { condition, type Scope } from '../parts.ts';
import { EMPTY, REASONS, reasonFor } from '../reasons.ts';
import { wordsIn } from '../words.ts';
import { readFields } from './fields.ts';

const BANNER = `Shodan looks for it in banners: ${REASONS.headers}`;

export const shodan: Dialect = (query, faultOf) => {
  return readFields(query, { field: filter, text: () => unknown(BANNER) }, faultOf);
};

function filter(name: string, _operator: unknown, value: string): Leaf {
  const known = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (known === undefined) return unknown(reasonFor(name));
  return value.trim() === '' ? unknown(EMPTY) : known(value);
}

const FILTERS: Readonly<Record<string, (value: string) => Leaf>> = {
  'http.html': (value) => words(value, 'body'),
  html: (value) => words(value, 'body'),
  body: (value) => words(value, 'body'),
  'http.title': (value) => words(value, 'title'),
  title: (value) => words(value, 'title'),
  hostname,
  'http.component': (value) => named('tech', value),
  'http.component_category': (value) => named('category', value),
};

/** Words in a row, or of one of the values between commas. */
function words(value: string, scope: Scope): Leaf {
  const whole = wordsIn(value, scope);
  if (whole.kind !== 'between' || !value.includes(',')) return whole;
  const parts = value.split(',').flatMap((part) => {
    const leaf = wordsIn(part, scope);
    return leaf.kind === 'between' ? [leaf.most] : [];
  });
  return { ...whole, most: or(parts) };
}

function named(field: string, value: string): Formula {
  return or(value.split(',').map((one) => condition(field, one.trim())));
}

function hostname(value: string): Leaf {
  const most = partOfHost(value);
  if (most.kind === 'unknown' || most.kind === 'between') return most;
  const least = domainAndBelow(value);
  return {
    kind: 'between',
    most,
    least: /^[^.].*\./.test(value) && least.kind !== 'unknown' && least.kind !== 'between' ? least : NONE,
    lost: 'whole-name matching in',
    reason: 'Shodan does not say whether a part of a name is enough',
  };
}
