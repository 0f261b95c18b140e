// The fields of the query language by their names, each with what it is in a few words, and the words that some of them take.
// It imports nothing but such tables: the console offers what they have.
import { KNOWN_AGENTS } from '@sitegrep/site/agents';
import { HAS } from '@sitegrep/site/has';
import { ROBOTS_VERDICTS } from '@sitegrep/site/site-answers';
import { STAND_INS } from '@sitegrep/site/stand-ins';
import { FILE_NAMES } from '@sitegrep/site/well-known-files';
import { type Scope, SCOPE_NAMES, SCOPE_WORDS } from '../expression/scopes.ts';
import type { FacetField } from '../facets.ts';

/** Fields that are conditions on a domain. */
export const CONDITION_FIELDS = {
  tech: 'technology, also with a version, or not only implied: tech:WooCommerce@<8.9, tech:PHP@seen',
  category: 'category of technologies',
  plugin: 'plugin of WordPress: plugin:contact-form-7@<5.3.2',
  theme: 'theme of WordPress: theme:astra@<4',
  country: 'country of the site',
  lang: 'language of the site',
  tld: 'ending of the domain',
  site: 'domain with its subdomains',
  list: 'list of domains that was put: list:suppliers, list:mine,theirs',
  saved: 'saved search that the domain fulfils: saved:new-shops',
  has: 'contact data, or a rendered page',
  kind: 'home page that stands in for one, such as a parked name',
  email: 'address, or *@example.com',
  cert: 'certificate by its issuer or names: cert:"Let’s Encrypt", cert:*.example.com',
  cert_expires: 'last day of the certificate: cert_expires:<30d',
  tls: 'version of TLS: tls:1.3',
  icon: 'icon by a hash: icon:-123, icon:md5:…',
  'icon~': 'icon that looks like the one with a perceptual hash',
  rank: 'rank of the domain: rank:>=300',
  visited: 'last visit: visited:>2026-06-01',
  first: 'first visit: first:<30d, first:2026-10',
  keyword: 'text in title, description, keywords',
  file: 'well-known file that the site has: file:llms.txt',
  agent: 'what robots.txt allows an agent: agent:GPTBot=blocked',
  host: 'host that pages load from or link to: host:cdn.example.com, or host:*.example.com below it',
  script_host: 'host of scripts, also of those that inline scripts load',
  style_host: 'host of style sheets',
  image_host: 'host of images, videos and sounds',
  frame_host: 'host of frames',
  form_host: 'host that forms are sent to',
  font_host: 'host of fonts',
  link_host: 'host of links',
  request_host: 'host of requests while a page was rendered',
  header: 'header field, also with its value: header:server=nginx/1.25, header:server=nginx*',
  cookie: 'name of a cookie: cookie:PHPSESSID, or cookie:wp-* for all that begin so',
} as const;
export type ConditionField = keyof typeof CONDITION_FIELDS;

export function isConditionField(name: string): name is ConditionField {
  return Object.hasOwn(CONDITION_FIELDS, name);
}

/** Those of them that stand for a line of a page, and not for a condition on its domain. */
export const LINE_FIELDS = ['header', 'cookie'] as const satisfies readonly ConditionField[];
export type LineField = (typeof LINE_FIELDS)[number];

export function isLineField(name: string): name is LineField {
  return LINE_FIELDS.some((field) => field === name);
}

/** Fields that are conditions on a change, and outside of change:( … ) on a domain with one. */
export const CHANGE_CONDITIONS = {
  added:
    'what a visit found that was not there before: added:tech:Shopify, added:host:*.example.com, added:email',
  removed: 'what was gone: removed:tech:WooCommerce@<8.9, removed:plugin',
  at: 'time of a change: at:<30d, at:2026-10, at:2026-10-01..2026-11-01',
  by: 'whether a visit found the change, which is usual, or a new detector: by:detector, by:any',
} as const;
export type ChangeConditionName = keyof typeof CHANGE_CONDITIONS;

export function isChangeCondition(name: string): name is ChangeConditionName {
  return Object.hasOwn(CHANGE_CONDITIONS, name);
}

/** Fields of conditions on domains that say nothing of labels whose changes are recorded. */
const UNRECORDED = [
  'tld',
  'site',
  'list',
  'saved',
  'has',
  'visited',
  'first',
  'keyword',
  'icon~',
] as const satisfies readonly ConditionField[];

export function isUnrecorded(name: string): name is (typeof UNRECORDED)[number] {
  return UNRECORDED.some((field) => field === name);
}

/** Fields that only changes have. */
const OWN_CHANGED = {
  title: 'title of the home page',
  description: 'description of the home page',
  generator: 'what pages name as what made them',
  charset: 'encoding of a page',
  outcome: 'gone or moved: the site is no more, or leads to another one',
  moved_to: 'domain that the site leads to',
} as const;
export type OwnChangedField = keyof typeof OWN_CHANGED;

/** Names of the fields that `added:` and `removed:` take, each with what it is. */
export const CHANGED_FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(CONDITION_FIELDS).filter(([name]) => !isUnrecorded(name))),
  ...OWN_CHANGED,
};

/** Fields that say how what follows is read. */
export const READING_FIELDS = {
  in: 'scope of what follows',
  case: 'whether case counts in what follows',
  re: 'regular expression in quotes',
  word: 'whole word: no letter or digit before and after',
  lit: 'text as it stands',
  same: 'all of it on one page: same:page( … )',
  change: 'all of it in one change: change:( added:… removed:… at:… )',
} as const;

/** Names of other engines for fields, or for no field at all: their value is read as what stands without it. */
export const FIELD_ALIASES: Readonly<Record<string, keyof typeof READING_FIELDS | null>> = {
  regex: 're',
  content: null,
};

/** Scopes that are fields by their name. The texts of files are searched by in:file, since file: names one. */
export const SCOPE_FIELDS: readonly Scope[] = SCOPE_NAMES.filter((name) => !isConditionField(name));

/** Names of all fields. */
export const FIELD_NAMES: readonly string[] = [
  ...Object.keys(CONDITION_FIELDS),
  ...Object.keys(CHANGE_CONDITIONS),
  ...SCOPE_FIELDS,
  ...Object.keys(READING_FIELDS),
];

/** All words that a field takes, where it takes nothing else. */
export const FIELD_WORDS: {
  readonly [Name in ConditionField | ChangeConditionName | keyof typeof READING_FIELDS]?: readonly string[];
} = {
  agent: KNOWN_AGENTS.flatMap(({ name }) => ROBOTS_VERDICTS.map((verdict) => `${name}=${verdict}`)),
  file: FILE_NAMES,
  has: HAS,
  kind: STAND_INS,
  case: ['yes', 'no', 'auto'],
  by: ['visit', 'detector', 'retraction', 'deletion', 'any'],
  in: SCOPE_WORDS,
};

/** Facets that count the values of the field with their name. */
export const CONDITION_FACETS = [
  'tech',
  'category',
  'plugin',
  'theme',
  'country',
  'lang',
  'tld',
  'rank',
  'visited',
  'kind',
  'host',
  'header',
  'cookie',
  'file',
  'cert_expires',
  'tls',
] as const satisfies readonly (FacetField & ConditionField)[];
