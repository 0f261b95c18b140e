// Queries of other search engines in our query language. Parts that cannot be asked are named, and the answer says in which
// direction a count without them is wrong.
import { quotedPattern } from '@sitegrep/search/quoted';
import { type Engine, type EngineQuery, readEngineQuery, UnreadableQuery } from './engine-query.ts';

/** A part of a query that cannot be asked. */
export interface LeftOut {
  readonly part: string;
  readonly reason: string;
}

/** How the number of domains that a translation finds is to that of its original. */
export type Bound = 'exact' | 'at_most' | 'at_least';

export type Translation =
  | { readonly query: string; readonly bound: Bound; readonly leftOut: readonly LeftOut[] }
  | { readonly query: null; readonly problem: string; readonly leftOut: readonly LeftOut[] };

/** Says what is wrong with a query of ours; null: nothing. */
export type FaultOf = (query: string) => string | null;

/** A part in our language. */
interface Translated {
  /** Null: nothing of it can be asked. */
  readonly query: string | null;
  readonly form: 'one' | 'and' | 'or' | 'not';
  /** Whether it may find too much or too little, since parts are left out. */
  readonly isOver: boolean;
  readonly isUnder: boolean;
  /** Whether it says something about two texts that stand on one page. */
  readonly isOfOnePage: boolean;
  readonly leftOut: readonly LeftOut[];
}

/** Translates a query. @param faultOf checks what is made of it */
export function translate(engine: Engine, original: string, faultOf: FaultOf): Translation {
  let read: EngineQuery;
  try {
    read = readEngineQuery(engine, original);
  } catch (error) {
    if (!(error instanceof UnreadableQuery)) throw error;
    return { query: null, problem: `it can't be read: ${error.message}`, leftOut: [] };
  }
  const { query: inner, isOver, isUnder, isOfOnePage, leftOut } = translated(read, engine, faultOf);
  if (inner === null) {
    const [first] = leftOut;
    return { query: null, problem: first?.reason ?? 'nothing of it can be asked', leftOut };
  }
  if (isOver && isUnder) {
    return {
      query: null,
      problem: 'without the parts that are left out, a count would say nothing',
      leftOut,
    };
  }
  const query = isOfOnePage ? `same:page(${inner})` : inner;
  const fault = faultOf(query);
  if (fault !== null) return { query: null, problem: fault, leftOut };
  return { query, bound: isOver ? 'at_most' : isUnder ? 'at_least' : 'exact', leftOut };
}

function translated(query: EngineQuery, engine: Engine, faultOf: FaultOf): Translated {
  switch (query.kind) {
    case 'and':
    case 'or':
      return joined(
        query.kind,
        query.of.map((one) => translated(one, engine, faultOf)),
      );
    case 'not':
      return negated(translated(query.of, engine, faultOf));
    case 'field':
      return checked(fieldOf(query.name, query.operator, query.value), query.written, faultOf);
    case 'text':
      return textOf(query.text, query.written, engine, faultOf);
    default:
      return query satisfies never;
  }
}

function joined(kind: 'and' | 'or', parts: readonly Translated[]): Translated {
  const rest = parts.filter(({ query }) => query !== null);
  const isCut = rest.length < parts.length;
  const leftOut = parts.flatMap((part) => part.leftOut);
  const isOver = parts.some((part) => part.isOver) || (isCut && kind === 'and');
  const isUnder = parts.some((part) => part.isUnder) || (isCut && kind === 'or');
  const [only] = rest;
  if (rest.length <= 1) {
    return { ...(only ?? NOTHING), isOver, isUnder, leftOut };
  }
  const texts = rest.map(({ query, form }) => (kind === 'and' && form === 'or' ? `(${query})` : query));
  return {
    query: texts.join(kind === 'and' ? ' ' : ' OR '),
    form: kind,
    isOver,
    isUnder,
    isOfOnePage: kind === 'and' || rest.some((part) => part.isOfOnePage),
    leftOut,
  };
}

function negated(part: Translated): Translated {
  const { query, form, isOver, isUnder } = part;
  if (query === null) return part;
  return {
    ...part,
    query: form === 'one' ? `-${query}` : `-(${query})`,
    form: 'not',
    isOver: isUnder,
    isUnder: isOver,
  };
}

const NOTHING = { query: null, form: 'one', isOfOnePage: false } as const;

function leftOut(part: string, reason: string): Translated {
  return { ...NOTHING, isOver: false, isUnder: false, leftOut: [{ part, reason }] };
}

/** A part as it is translated, or the reason why it is not. */
type Meaning = { readonly query: string; readonly isEither?: boolean } | { readonly reason: string };

function checked(meaning: Meaning, written: string, faultOf: FaultOf): Translated {
  if ('reason' in meaning) return leftOut(written, meaning.reason);
  const { query, isEither = false } = meaning;
  const fault = faultOf(query);
  if (fault !== null) return leftOut(written, fault);
  const form = isEither ? 'or' : 'one';
  return { query, form, isOver: false, isUnder: false, isOfOnePage: false, leftOut: [] };
}

function textOf(text: string, written: string, engine: Engine, faultOf: FaultOf): Translated {
  if (engine === 'shodan') return leftOut(written, `Shodan looks for it in banners: ${REASONS.headers}`);
  if (text.trim() === '') return leftOut(written, EMPTY);
  if (engine === 'publicwww') return checked({ query: quoted(text) }, written, faultOf);
  const both = checked({ query: `${quoted(text)} OR url:${quoted(text)}`, isEither: true }, written, faultOf);
  if (both.query === null) return both;
  const inHeaders = { part: `${written} in headers`, reason: REASONS.headers };
  return { ...both, isUnder: true, leftOut: [inHeaders] };
}

const EMPTY = 'the text is empty';

const REASONS = {
  icon: 'favicons are not stored',
  headers: 'headers of answers are not stored with pages',
  service: 'ports, protocols and banners of services are not stored',
  network: 'addresses and networks of hosts are not stored',
  certificate: 'what certificates say is not stored',
  hash: 'hashes of pages and headers are not stored',
  status: 'status codes are not stored with pages',
  product: 'the engine knows products by names of its own; tech: takes those that sitegrep detects',
} as const;

const UNKNOWN: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(?:icon_hash|http\.favicon.*)$/, REASONS.icon],
  [/_hash$/, REASONS.hash],
  [/^(?:headers?|server|http\.server|http\.headers.*|cookie|location)$/, REASONS.headers],
  [/^(?:port|protocol|base_protocol|banner|os|version|type|device|transport)$/, REASONS.service],
  [/^(?:ip|net|asn|as_.*|org|isp|city|region|geo|state)$/, REASONS.network],
  [/^(?:cert|ssl|tls|jarm|ja3s)(?:[._].*)?$/, REASONS.certificate],
  [/^(?:app|product|cpe.*|vuln|category|fid)$/, REASONS.product],
  [/^(?:status_code|http\.status|status)$/, REASONS.status],
];

function fieldOf(name: string, operator: '=' | '==' | 'fuzzy', value: string): Meaning {
  const known = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (known === undefined) {
    const reason = UNKNOWN.find(([pattern]) => pattern.test(name))?.[1];
    return { reason: reason ?? `sitegrep has nothing that is like the field ${name}` };
  }
  if (value.trim() === '') return { reason: EMPTY };
  if (operator === 'fuzzy') return { reason: 'wildcards and patterns of the engine are not translated' };
  return known(value, operator === '==');
}

/** Fields with what is the same in our language. @param isWhole whether all of the field is compared with the value */
const FIELDS: Readonly<Record<string, (value: string, isWhole: boolean) => Meaning>> = {
  body: inBody,
  html: inBody,
  'http.html': inBody,
  title: inTitle,
  intitle: inTitle,
  'http.title': inTitle,
  inurl: (value) => ({ query: `url:${quoted(value)}` }),
  js_name: (value) => ({ query: `script:${quoted(value)}` }),
  domain: (value) => ({ query: `site:${quoted(value)}` }),
  host: partOfName,
  hostname: partOfName,
  country: (value) => ({ query: `country:${quoted(value)}` }),
  'http.component': (value) => ({ query: `tech:${quoted(value)}` }),
};

function inBody(value: string, isWhole: boolean): Meaning {
  if (isWhole) return { reason: 'no query compares all of the source of a page' };
  return { query: quoted(value) };
}

/** Engines compare titles as they are shown, and a source may have them with entities. */
function inTitle(value: string, isWhole: boolean): Meaning {
  const written = [...new Set([value, escapedHtml(value)])].map((text) =>
    isWhole ? `re:${quotedPattern(String.raw`^\s*${escapedPattern(text)}\s*$`)}` : quoted(text),
  );
  if (!isWhole && written.length === 1) return { query: `title:${written.join()}` };
  return { query: `title:(${written.join(' OR ')})` };
}

/** Part of the name of a host. */
function partOfName(value: string): Meaning {
  return { query: `site:${quoted(`*${value}*`)}` };
}

/** A text in quotes, as the query language reads it. */
function quoted(text: string): string {
  const escaped = text.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
  return `"${escaped.replaceAll('\r', String.raw`\r`).replaceAll('\t', String.raw`\t`)}"`;
}

function escapedHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapedPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?{}[\]()|]/g, String.raw`\$&`);
}
