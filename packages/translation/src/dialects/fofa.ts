// FOFA, after its help on queries: `=` finds a value that is contained, without regard to case, `==` a whole one, `*=` one with
// wildcards, `!=` excludes. A text without a field is looked for in title, body, headers and address.
import {
  certificateFor,
  expired,
  iconNumber,
  inCertificate,
  inHead,
  issuedBy,
  status,
  tlsVersion,
} from '../answers.ts';
import { NONE, or, type Formula } from '../formula.ts';
import { domainAndBelow, partOfHost } from '../hosts.ts';
import { type Dialect, type Leaf, unknown } from '../meaning.ts';
import { anyPattern, escaped, header, text } from '../parts.ts';
import { EMPTY, reasonFor } from '../reasons.ts';
import { inTitle, wholeTitle, writtenForms } from '../titles.ts';
import { type Operator, readFields } from './fields.ts';

export const fofa: Dialect = (query, faultOf) => readFields(query, { field, text: anywhere }, faultOf);

function anywhere(value: string): Leaf {
  if (value.trim() === '') return unknown(EMPTY);
  const others = [
    text(value),
    ...(writtenForms(value).length > 1 ? [inTitle(value)] : []),
    text(value, 'url'),
  ];
  const within = (head: Formula): Formula => or([...others, head]);
  const head = inHead(value);
  if (head.kind === 'unknown') return or(others);
  return head.kind === 'between'
    ? { ...head, most: within(head.most), least: within(head.least) }
    : within(head);
}

function field(name: string, operator: Operator, value: string): Leaf {
  const known = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (known === undefined) return unknown(reasonFor(name));
  if (value.trim() === '') return unknown(EMPTY);
  return known(value, operator);
}

const FIELDS: Readonly<Record<string, (value: string, operator: Operator) => Leaf>> = {
  body: inBody,
  html: inBody,
  title: ofTitle,
  intitle: ofTitle,
  inurl: contained((value) => text(value, 'url')),
  js_name: contained((value) => text(value, 'script')),
  link: contained((value) => ({
    kind: 'between',
    most: text(value),
    least: text(value, 'link'),
    lost: 'the kind of address in',
    reason: 'FOFA does not say which addresses of a page it takes for links',
  })),
  domain: contained(rootDomain, true),
  host: contained(partOfHost),
  header: (value, operator) => {
    if (operator === '==') return unknown('no query compares all of the header fields of a page');
    return operator === '=' ? inHead(value) : withWildcards(value, 'headers');
  },
  server: (value, operator) => {
    if (operator === 'wildcard') return unknown('only = and == are translated for this field');
    return header('server', value, operator === '=' ? 'part' : 'whole');
  },
  status_code: contained(status, true),
  icon_hash: contained(iconNumber, true),
  cert: contained(inCertificate),
  'cert.domain': contained(certificateFor, true),
  'cert.issuer.cn': contained(issuedBy, true),
  'cert.issuer.org': contained(issuedBy, true),
  'cert.is_expired': contained(expired, true),
  'tls.version': contained(tlsVersion, true),
};

function inBody(value: string, operator: Operator): Leaf {
  if (operator === '==') return unknown('no query compares all of the source of a page');
  return operator === '=' ? text(value) : withWildcards(value, 'body');
}

function ofTitle(value: string, operator: Operator): Leaf {
  if (operator === '==') return wholeTitle(value);
  return operator === '=' ? inTitle(value) : withWildcards(value, 'title');
}

function contained(
  leafOf: (value: string) => Leaf,
  isAlsoWhole = false,
): (value: string, operator: Operator) => Leaf {
  return (value, operator) => {
    if (operator === '=' || (operator === '==' && isAlsoWhole)) return leafOf(value);
    return unknown('only = is translated for this field');
  };
}

function rootDomain(value: string): Leaf {
  return value.includes('.') ? domainAndBelow(value) : unknown('it is not a whole domain');
}

/** A value in which `*` stands for any text and `?` for one character. */
function withWildcards(value: string, scope: 'body' | 'title' | 'headers'): Leaf {
  const inner = value.replaceAll(/^\*+|\*+$/g, '');
  const isContained = value.startsWith('*') && value.endsWith('*') && !/[*?]/.test(inner);
  if (inner === '') return unknown(EMPTY);
  if (isContained && scope === 'headers') return inHead(inner);
  if (isContained) return scope === 'body' ? text(inner) : inTitle(inner);
  const forms = scope === 'title' ? writtenForms(inner) : [inner];
  const patterns = forms.map((form) => {
    return escaped(form)
      .replaceAll(String.raw`\*`, '(?s:.*)')
      .replaceAll(String.raw`\?`, '(?s:.)');
  });
  return {
    kind: 'between',
    most: anyPattern(patterns, scope),
    least: NONE,
    lost: 'the position of',
    reason: 'FOFA does not say whether wildcards are for a word or for all of the field',
  };
}
