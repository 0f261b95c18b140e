// Shodan, after its list of filters and its help on queries: all filters must match, any of the values between commas is enough,
// within quotes, too, and `-` excludes. A text without a filter is looked for in the banner of a service: of websites, in the head
// of an answer. Values are compared as words.
import {
  beforeCookieValue,
  certificateFor,
  expired,
  iconNumber,
  issuedBy,
  status,
  statusLine,
  tlsVersion,
} from '../answers.ts';
import { ALL, and, type Formula, NONE, or } from '../formula.ts';
import { domainAndBelow, partOfHost } from '../hosts.ts';
import { type Dialect, type Leaf, unknown } from '../meaning.ts';
import { condition, type Scope } from '../parts.ts';
import { EMPTY, reasonFor } from '../reasons.ts';
import { wordsIn } from '../words.ts';
import { readFields } from './fields.ts';

export const shodan: Dialect = (query, faultOf) =>
  readFields(query, { field: filter, text: banner }, faultOf);

function banner(value: string): Leaf {
  if (value.trim() === '') return unknown(EMPTY);
  const named = beforeCookieValue(value);
  const leaf = statusLine(value) ?? wordsIn(named ?? value, 'headers');
  return named === null || leaf.kind !== 'between' ? leaf : { ...leaf, least: NONE };
}

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
  'http.favicon.hash': (value) => listed(value, iconNumber),
  'http.status': (value) => listed(value, status),
  'http.securitytxt': (value) => {
    const leaf = words(value, 'file');
    if (leaf.kind !== 'between') return leaf;
    return {
      ...leaf,
      most: and([condition('file', 'security.txt'), leaf.most]),
      least: NONE,
      lost: 'the file of',
      reason: 'a text is looked for in all well-known files of a site',
    };
  },
  ssl: certificateFor,
  'ssl.cert.issuer.cn': issuedBy,
  'ssl.cert.expired': expired,
  'ssl.version': (value) => {
    const least = listed(value, tlsVersion);
    if (least.kind === 'unknown' || least.kind === 'between') return least;
    const reason = 'of the versions that a server has, the one that it chose is stored';
    return { kind: 'between', most: ALL, least, lost: 'other versions of', reason };
  },
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

/** One of the values between commas. */
function listed(value: string, leafOf: (value: string) => Leaf): Leaf {
  const formulas: Formula[] = [];
  for (const part of value.split(',')) {
    const leaf = leafOf(part);
    if (leaf.kind === 'unknown' || leaf.kind === 'between') return leaf;
    formulas.push(leaf);
  }
  return or(formulas);
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
