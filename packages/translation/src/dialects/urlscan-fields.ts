// Fields of scans, with what sitegrep has of them. A scan has all requests of a page; a source names hosts, and the requests of a
// page are known where it was rendered.
import { registrableDomain } from '@sitegrep/site';
import { issuedBy, status } from '../answers.ts';
import { ALL, type Formula, NONE, or } from '../formula.ts';
import { domainAndBelow, endOfHost, IN_HOST, partOfHost } from '../hosts.ts';
import { type Leaf, unknown } from '../meaning.ts';
import { condition, escaped, header, pattern, text } from '../parts.ts';
import { EMPTY, REASONS } from '../reasons.ts';
import { inTitle } from '../titles.ts';
import { wordsIn, wordsOfHeader } from '../words.ts';
import { containedText, patternWithin, type Value, wildcardPattern } from './urlscan-values.ts';

const REQUESTS =
  'the requests of a page are known only as far as its source names them, or a browser made them';
/** Ways to name a host by which a page certainly asks it for something. */
const ASKING = ['script_host', 'style_host', 'frame_host', 'request_host'];

/** Meaning of a field with a value; null: there is nothing like the field. */
export function leafOfField(field: string, value: Value): Leaf | null {
  const known = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  if (known === undefined) return null;
  if (value.kind === 'range') return unknown('a range of texts can not be asked for');
  if (value.kind === 'fuzzy') return unknown('texts that are only like another can not be asked for');
  if (value.kind === 'text' && value.text.trim() === '') return unknown(EMPTY);
  return known(value);
}

type Known = Exclude<Value, { readonly kind: 'range' | 'fuzzy' }>;

const FIELDS: Readonly<Record<string, (value: Known) => Leaf>> = {
  'page.domain': (value) => {
    if (value.kind === 'text') return domainAndBelow(value.text);
    const contained = value.kind === 'wildcard' ? containedText(value.pieces) : null;
    if (contained !== null) return partOfHost(contained);
    const expression =
      value.kind === 'wildcard'
        ? wildcardPattern(value.pieces, IN_HOST)
        : patternWithin(value.pattern, IN_HOST);
    return expression === null
      ? unknown('Lucene reads the pattern in a way of its own')
      : endOfHost(expression);
  },
  'page.apexDomain': (value) => {
    if (value.kind !== 'text') return unknown('only a whole domain is translated for this field');
    const name = value.text.toLowerCase();
    return registrableDomain(name) === name
      ? condition('site', name)
      : unknown('it is not a domain that someone registers');
  },
  'page.title': (value) => wordsOf(value, 'title'),
  'page.url': (value) => wordsOf(value, 'url'),
  'page.server': (value) => {
    if (value.kind === 'text') return wordsOfHeader('server', value.text);
    const contained = value.kind === 'wildcard' ? containedText(value.pieces) : null;
    return contained !== null && /^[\p{L}\p{N}]+$/u.test(contained)
      ? header('server', contained, 'part')
      : unknown('patterns for words are not translated');
  },
  'page.tlsIssuer': (value) =>
    value.kind === 'text' ? issuedBy(value.text) : unknown('patterns for words are not translated'),
  'page.status': (value) =>
    value.kind === 'text' ? status(value.text) : unknown('only a number is translated'),
  hash: (value) => {
    if (value.kind !== 'text' || !/^[\da-f]{64}$/i.test(value.text)) return unknown(REASONS.hash);
    return requested(
      condition('icon', `sha256:${value.text.toLowerCase()}`),
      'the hashes of further files for',
    );
  },
  domain: (value) => {
    if (value.kind !== 'text') return unknown(REQUESTS);
    const ofPage = domainAndBelow(value.text);
    if (ofPage.kind === 'unknown' || ofPage.kind === 'between') return ofPage;
    const name = value.text.toLowerCase();
    const hosts = ASKING.flatMap((field) => [condition(field, name), condition(field, `*.${name}`)]);
    return requested(or([ofPage, ...hosts]));
  },
  filename: (value) => {
    if (value.kind !== 'text') return unknown(REQUESTS);
    return requested(pattern(`(?:^|/)${escaped(value.text)}(?:[?#]|$)`, 'script'));
  },
};

function requested(least: Formula, lost = 'the search of requests for'): Leaf {
  return { kind: 'between', most: ALL, least, lost, reason: REQUESTS };
}

function wordsOf(value: Known, scope: 'title' | 'url'): Leaf {
  if (value.kind === 'text') return wordsIn(value.text, scope);
  const contained = value.kind === 'wildcard' ? containedText(value.pieces) : null;
  const word = scope === 'title' ? /^[\p{L}\p{N}]+$/u : /^[a-z0-9]+$/i;
  if (contained !== null && word.test(contained))
    return scope === 'title' ? inTitle(contained) : text(contained, scope);
  const [literal] =
    value.kind === 'wildcard'
      ? value.pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.literal]))
      : [];
  if (literal === undefined) return unknown('patterns for words are not translated');
  const leaf = wordsIn(literal, scope);
  return leaf.kind === 'between' ? { ...leaf, least: NONE } : leaf;
}
