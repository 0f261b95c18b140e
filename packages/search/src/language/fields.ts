// Fields of the query language that are conditions on a domain: their names, the values they take, and the conditions of
// `filters` that they stand for.
import { compareCodePoints, FILE_NAMES, HAS, readDomain, STAND_INS } from '@sitegrep/site';
import { and, or, type Expression } from '../expression/expression.ts';
import { iconLabel } from '../icon-match.ts';
import { invalid, type Parsed } from '../invalid-input.ts';
import type { FilterField } from '../label-fields.ts';
import { knownValues, type KnownValues } from '../known-values.ts';
import { shown } from '../nearest.ts';
import type { HostField } from '../label-match.ts';
import { parseFilter } from '../parse-filter.ts';
import { parseTerms } from '../terms.ts';
import type { ConditionField, LineField } from './field-names.ts';

interface Field {
  /** Description of a value, as the end of a sentence that begins with “write”. */
  readonly takes: string;
  /** @returns conditions as in `filters`; null: no value of the field */
  readonly conditions: (value: string) => readonly (readonly unknown[])[] | null;
  /** Whether one of the conditions is enough. */
  readonly joint: 'and' | 'or';
}

/** A field that is a condition on the domain, and not a line of its pages. */
type DomainField = Exclude<ConditionField, LineField>;

const COMPARISON = /^(>=|<=|>|<|=)?(.+)$/;
/** Matches what may be a name of a certificate. */
const MAY_BE_HOST = /^(?:\*\.)?[^\s*,]+\.[^\s*,]+$/u;
const BETWEEN = /^(.+)\.\.(.+)$/;

const FIELDS: Readonly<Record<Exclude<DomainField, 'keyword' | 'category'>, Field>> = {
  site: {
    takes: 'a domain, for instance site:example.com with its subdomains, or site:*shop*',
    conditions: (value) =>
      lists(value).flatMap((written) => {
        if (written.includes('*')) return [['domain', 'like', written.replaceAll('*', '%')]];
        const named = readDomain(written);
        // A name that is none is refused as the value of the first condition.
        const domain = named.kind === 'domain' ? named.domain : written;
        return [
          ['domain', '=', domain],
          ['domain', 'like', `%.${domain}`],
        ];
      }),
    joint: 'or',
  },
  list: anyOf(
    ['list'],
    'names of lists of domains, for instance list:suppliers; GET /lists and sitegrep lists show which there are',
  ),
  saved: anyOf(
    ['saved'],
    'names of saved searches, for instance saved:new-shops; GET /searches shows which there are',
  ),
  tld: {
    takes: 'the end of a domain, for instance tld:de or tld:co.uk',
    conditions: (value) => {
      const ends = lists(value).map((end) => end.replace(/^\./, ''));
      return ends.every((end) => /^[\p{L}\p{N}.-]+$/u.test(end))
        ? ends.map((end) => ['domain', 'like', `%.${asciiOf(end)}`])
        : null;
    },
    joint: 'or',
  },
  country: anyOf(['country'], 'codes of countries (ISO 3166-1), for instance country:DE,AT'),
  lang: anyOf(
    ['language', 'content_language'],
    'codes of languages (ISO 639-1), for instance lang:de; declared or detected',
  ),
  tech: {
    takes:
      'names of technologies, for instance tech:WordPress, tech:"Google Analytics", tech:WooCommerce@<8.9, or tech:PHP@seen without sites on which it is only implied',
    conditions: (value) => {
      const { seen = [], others = [] } = Object.groupBy(lists(value), (one) =>
        seenName(one) === null ? 'others' : 'seen',
      );
      const named = seen.map((one) => seenName(one));
      return [
        ...(others.length === 0 && named.length > 0 ? [] : versionConditions('tech', others)),
        ...(named.length === 0 ? [] : [['tech_seen', 'in', named]]),
      ];
    },
    joint: 'or',
  },
  plugin: versioned(
    'plugin',
    'names of the folders of plugins, for instance plugin:contact-form-7, or plugin:"contact-form-7@>=5 <6" with versions',
    isFolder,
  ),
  theme: versioned(
    'theme',
    'names of the folders of themes, for instance theme:astra, or theme:"astra@>=3 <4" with versions',
    isFolder,
  ),
  has: anyOf(['has'], `what a site has, some of ${HAS.join(', ')}`),
  kind: anyOf(['kind'], `what the home page is instead of one, some of ${STAND_INS.join(', ')}`),
  file: anyOf(
    ['file'],
    `names of well-known files, some of ${FILE_NAMES.join(', ')}; in:file searches their texts`,
  ),
  agent: {
    takes:
      'agents, each with what robots.txt allows it, blocked, partly or allowed, for instance agent:GPTBot=blocked',
    conditions: (value) =>
      lists(value).every((one) => /^[\w-]+=(?:blocked|partly|allowed)$/i.test(one))
        ? [['agent', 'in', lists(value)]]
        : null,
    joint: 'or',
  },
  email: {
    takes: 'addresses, for instance email:info@example.com, or email:*@example.com for all of a domain',
    conditions: (value) => {
      const domains = lists(value).flatMap((one) => /^\*@([^@*]+)$/.exec(one)?.[1] ?? []);
      const addresses = lists(value).filter((one) => /^[^*@]+@[^@*]+$/.test(one));
      if (domains.length + addresses.length !== lists(value).length) return null;
      return [
        ...(addresses.length === 0 ? [] : [['email', 'in', addresses]]),
        ...(domains.length === 0 ? [] : [['email_domain', 'in', domains]]),
      ];
    },
    joint: 'or',
  },
  cert: {
    takes: 'an issuer or a name, for instance cert:"Let’s Encrypt", cert:example.com or cert:*.example.com',
    conditions: (value) => [
      ...(value.startsWith('*.') ? [] : [['cert_issuer', 'matches', value]]),
      ...(MAY_BE_HOST.test(value) ? [['cert_name', 'matches', value]] : []),
    ],
    joint: 'or',
  },
  cert_expires: {
    takes: 'days, for instance cert_expires:<30d or cert_expires:2026-12-01..2026-12-31',
    conditions: (value) => [['cert_expires', 'matches', value]],
    joint: 'and',
  },
  tls: {
    takes: 'versions of TLS, for instance tls:1.3 or tls:1.0,1.1',
    conditions: (value) => {
      const versions = lists(value).map((one) => /^(?:tlsv?)?(1(?:\.[0-3])?)$/i.exec(one)?.[1]);
      if (versions.includes(undefined)) return null;
      return [['tls', 'in', versions.map((one) => `TLSv${one === '1.0' ? '1' : one}`)]];
    },
    joint: 'or',
  },
  icon: {
    takes:
      'hashes of icons: the number of mmh3, or the digits of MD5 or SHA-256, for instance icon:-1616143106',
    conditions: (value) => {
      const labels = lists(value).map(iconLabel);
      return labels.includes(null) ? null : [['icon', 'in', labels]];
    },
    joint: 'or',
  },
  'icon~': {
    takes: 'perceptual hashes of 16 hexadecimal digits, for instance icon~:8f3c1e0f07e1f0c3',
    conditions: (value) => lists(value).map((one) => ['icon_like', 'matches', one]),
    joint: 'or',
  },
  host: hosts('host'),
  script_host: hosts('script_host'),
  style_host: hosts('style_host'),
  image_host: hosts('image_host'),
  frame_host: hosts('frame_host'),
  form_host: hosts('form_host'),
  font_host: hosts('font_host'),
  link_host: hosts('link_host'),
  request_host: hosts('request_host'),
  rank: compared('rank', 'a number from 0 to 1000, for instance rank:>=300 or rank:100..300', (value) =>
    /^\d{1,9}$/.test(value) ? Number(value) : null,
  ),
  first: {
    takes: 'days or ages, for instance first:<30d, first:>2026-10-01 or first:2026-10',
    conditions: (value) => [['first_visited', 'matches', value]],
    joint: 'and',
  },
  visited: compared('visited', 'a time, for instance visited:>2026-06-01', (value) => value),
};

function hosts(field: HostField): Field {
  return {
    takes: `a host, for instance ${field}:cdn.example.com, or ${field}:*.example.com for all below it`,
    conditions: (value) => lists(value).map((host) => [field, 'matches', host]),
    joint: 'or',
  };
}

/** Field of a text in the title, the description or a meta keyword of a domain. */
const KEYWORD = 'keyword' satisfies ConditionField;
/** Field of categories of technologies: no technology is meant, also if its name ends like the text. */
const CATEGORY = 'category' satisfies ConditionField;

/**
 * The conditions that a field with a value stands for. The fault names `value`.
 *
 * @param known values of fields of closed sets; others are refused there
 */
export function conditionOfField(name: DomainField, value: string, known: KnownValues): Parsed<Expression> {
  if (name === KEYWORD) return keywordOf(value);
  if (name === CATEGORY) return categoryOf(value, known);
  const field = FIELDS[name];
  const conditions = field.conditions(value);
  if (conditions === null)
    return invalid('value', `${name}: is followed by ${shown(value)}`, `write ${field.takes}`);
  const parts: Expression[] = [];
  for (const condition of conditions) {
    const read = parseFilter(condition, known);
    if (!read.ok) return invalid('value', `${name}: ${read.error.problem}`, read.error.remedy);
    if (read.value !== null) parts.push(read.value);
  }
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return { ok: true, value: only };
  return { ok: true, value: field.joint === 'or' ? or(parts) : and(parts) };
}

function keywordOf(value: string): Parsed<Expression> {
  const terms = parseTerms('value', [value]);
  if (!terms.ok) return invalid('value', `${KEYWORD}: ${terms.error.problem}`, terms.error.remedy);
  return { ok: true, value: and(terms.value.map((text) => ({ kind: 'keyword', text }))) };
}

function categoryOf(value: string, known: KnownValues): Parsed<Expression> {
  const paths = { tech: new Set<string>(), tech_seen: new Set<string>() };
  for (const written of lists(value)) {
    const seen = seenName(written);
    const named = knownValues(CATEGORY, seen ?? written, 'value', known);
    if (!named.ok) return invalid('value', `${CATEGORY}: ${named.error.problem}`, named.error.remedy);
    for (const path of named.value) paths[seen === null ? 'tech' : 'tech_seen'].add(path);
  }
  const conditions = (['tech', 'tech_seen'] as const).flatMap((field): readonly Expression[] => {
    const values = [...paths[field]].sort(compareCodePoints);
    const condition = { kind: 'any_of', field, values, negated: false } as const;
    return values.length === 0 ? [] : [{ kind: 'condition', condition }];
  });
  const [only] = conditions;
  if (only === undefined) {
    const remedy = 'write categories of technologies, for instance category:cms or category:content.cms';
    return invalid('value', `${CATEGORY}: is followed by ${shown(value)}`, remedy);
  }
  return { ok: true, value: conditions.length === 1 ? only : or(conditions) };
}

/** Ending of the name of a technology, or a category, that must not only be implied. */
const SEEN = /^(.+)@seen$/i;

/** The name before `@seen`; null: the value does not end so. */
function seenName(value: string): string | null {
  return SEEN.exec(value)?.[1] ?? null;
}

/** Values, each also with `@` and a range of versions. @param isName whether a value without versions can be one */
function versioned(field: FilterField, takes: string, isName: (value: string) => boolean): Field {
  return {
    takes,
    conditions: (value) => {
      const values = lists(value);
      return values.every((one) => one.includes('@') || isName(one))
        ? versionConditions(field, values)
        : null;
    },
    joint: 'or',
  };
}

/** Conditions of which one is enough. @param values each a name, or a name with `@` and a range of versions */
function versionConditions(field: FilterField, values: readonly string[]): readonly (readonly unknown[])[] {
  const { versions = [], names = [] } = Object.groupBy(values, (one) =>
    one.includes('@') ? 'versions' : 'names',
  );
  return [
    ...(names.length === 0 && versions.length > 0 ? [] : [[field, 'in', names]]),
    ...versions.map((one) => [field, 'version', one]),
  ];
}

/** Whether a text can be the name of a folder: the second half of a range that is cut at its comma is not. */
function isFolder(value: string): boolean {
  return /^[\p{L}\p{N}_.-]+$/u.test(value);
}

function anyOf(fields: readonly FilterField[], takes: string): Field {
  return { takes, conditions: (value) => fields.map((field) => [field, 'in', lists(value)]), joint: 'or' };
}

function compared(field: FilterField, takes: string, read: (value: string) => unknown): Field {
  return {
    takes,
    conditions: (value) => {
      const between = BETWEEN.exec(value);
      if (between !== null)
        return valued([
          ['>=', between[1]],
          ['<=', between[2]],
        ]);
      const comparison = COMPARISON.exec(value);
      return comparison === null ? null : valued([[comparison[1] ?? '=', comparison[2]]]);
    },
    joint: 'and',
  };

  function valued(
    pairs: readonly (readonly [operator: string, value: string | undefined])[],
  ): readonly (readonly unknown[])[] | null {
    const conditions = pairs.map(([operator, value]) => [
      field,
      operator,
      value === undefined ? null : read(value),
    ]);
    return conditions.every(([, , value]) => value !== null) ? conditions : null;
  }
}

/** Values between commas. */
export function lists(value: string): readonly string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function asciiOf(end: string): string {
  return new URL(`http://a.${end}`).hostname.slice(2);
}
