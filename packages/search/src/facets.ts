import { parsePattern } from '@sitegrep/patterns';
import {
  HOST_KIND_NAMES,
  type HostKind,
  KNOWN_AGENTS,
  type Label,
  TELLING_FIELDS,
  versionLabel,
} from '@sitegrep/site';
import { SEARCH_BOUNDS } from './bounds.ts';
import { wantedNeedles, type Expression, type PatternNeedle } from './expression/expression.ts';
import { CHANGE_FACETS, type ChangeFacetKind, isChangeFacet, parseChangeFacet } from './change-facets.ts';
import type { HostGroup } from './host-groups.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import { knownValues, type KnownValues } from './known-values.ts';
import { VERSION_LABELS, type VersionedField } from './label-fields.ts';
import type { Level } from './levels.ts';
import { didYouMeanField, nearestOf, shown } from './nearest.ts';

/**
 * A property that the domains that match a search are counted by. A facet counts domains at each level: with level page, those with
 * a page that matches, and with level change those with such a change; facets of changes (`ChangeFacetKind`) count changes.
 *
 * - `label`: by their labels of a kind
 * - `hosts`: by the hosts that their pages name, those of one kind or of third parties alone if it says so
 * - `host_groups`: by the groups of hosts of third parties that their pages load from or send to
 * - `values`: by the values of something: versions of a technology, a plugin or a theme, a header field, verdicts on an agent
 * - `ranks`: by their ranks, in steps of 100
 * - `saved`: by the saved searches that they fulfil, those of some names or all
 * - `captures`: by the texts that a group of a pattern has in their pages, in each scope in which it is looked for
 */
export type Facet = FacetPart &
  (
    | { readonly kind: 'label'; readonly label: Label }
    | { readonly kind: 'hosts'; readonly of: HostKind | null; readonly isThird: boolean }
    | { readonly kind: 'host_groups'; readonly groups: readonly HostGroup[] }
    | {
        readonly kind: 'values';
        readonly label: ValuesLabel;
        readonly of: string;
        /** Beginning of the labels, after which their values stand. */
        readonly prefix: string;
      }
    | { readonly kind: 'ranks' }
    | { readonly kind: 'saved'; readonly names: readonly string[] | null }
    | { readonly kind: 'captures'; readonly needles: readonly PatternNeedle[]; readonly group: number }
    | ChangeFacetKind
  );

/** The values of a facet that are shown, out of all in their order. */
export interface FacetPart {
  /** Maximum number of values; Infinity: all. */
  readonly limit: number;
  /** Values before the first one. */
  readonly offset: number;
  /** Domains that a value must have to be one of them, ≥ 1. */
  readonly min: number;
}

export const ALL_VALUES: FacetPart = { limit: Infinity, offset: 0, min: 1 };

/** A facet of the versions of a technology, a plugin or a theme. */
export function versionsFacet(label: VersionLabel, of: string, part: FacetPart): Facet {
  return { kind: 'values', label, of, prefix: versionLabel(of, ''), ...part };
}

/** Kinds of labels that are facets by their own name. */
const LABEL_FACETS = [
  'tech',
  'category',
  'plugin',
  'theme',
  'country',
  'language',
  'content_language',
  'lang',
  'tld',
  'registrable_domain',
  'visited',
  'generator',
  'charset',
  'kind',
  'header',
  'cookie',
  'file',
  'cert_issuer',
  'tls',
  'icon',
] as const satisfies readonly Label[];

/** Kinds of labels of the facets that can leave out what is only implied. */
const SEEN_LABELS = {
  tech: 'tech_seen',
  category: 'category_seen',
} as const satisfies { readonly [Field in FacetField]?: Label };

function isSeenFacet(field: FacetField): field is keyof typeof SEEN_LABELS {
  return Object.hasOwn(SEEN_LABELS, field);
}

/** Facets of versions, each with the field that has them. */
const VERSION_FACETS = {
  version: 'tech',
  plugin_version: 'plugin',
  theme_version: 'theme',
} as const satisfies Readonly<Record<string, VersionedField>>;
/** Owners of the versions of each field, in a word. */
const OWNERS: Readonly<Record<VersionedField, string>> = {
  tech: 'technology',
  plugin: 'plugin',
  theme: 'theme',
};
type VersionLabel = (typeof VERSION_LABELS)[VersionedField];
/** Kinds of labels that have a name and a value of it. */
type ValuesLabel = VersionLabel | 'agent' | 'header_value';

/** Names of facets in requests. */
export const FACET_FIELDS = [
  ...LABEL_FACETS,
  'cert_expires',
  'host',
  'third_party',
  'version',
  'plugin_version',
  'theme_version',
  'header_value',
  'agent',
  'rank',
  'saved',
  'capture',
  ...CHANGE_FACETS,
] as const;
export type FacetField = (typeof FACET_FIELDS)[number];

/** A facet as it comes in; the names are those of the HTTP request. */
export interface FacetInput {
  readonly field: string;
  readonly limit?: number;
  readonly offset?: number;
  readonly min?: number;
  /** Technology, plugin or theme of a version; header field of a value; agent of a verdict; kind of labels that were added. */
  readonly of?: string;
  /** False: technologies, or their categories, do not count where they are only implied. */
  readonly implied?: boolean;
  /** Group of a capture, by number or name. */
  readonly group?: number | string;
  /** Kind of what names a host. */
  readonly kind?: string;
  /** `third`: only hosts of another registrable domain than that of the site count. */
  readonly party?: string;
}

/**
 * A facet as links and options write it: its field, and after a colon what its values are of or the group of a capture;
 * `tech@seen` without what is only implied; `host:script` by scripts alone, `host@third` of third parties alone.
 */
export function facetInputOf(written: string): FacetInput {
  if (written.endsWith(THIRD)) return { ...facetInputOf(written.slice(0, -THIRD.length)), party: 'third' };
  if (written.endsWith(SEEN)) return { field: written.slice(0, -SEEN.length), implied: false };
  const [field = '', ...rest] = written.split(':');
  const further = rest.join(':');
  if (further === '') return { field };
  if (field === 'host') return { field, kind: further };
  if (field !== 'capture') return { field, of: further };
  return { field, group: /^\d+$/.test(further) ? Number(further) : further };
}

const SEEN = '@seen';
const THIRD = '@third';

/** Values of a facet with the number of domains of each; of a facet of changes with that of changes, here and below. */
export interface FacetCounts {
  /** Those of the part, of all with at least so many domains by their number and then by code point. */
  readonly values: readonly { readonly value: string; readonly domains: number }[];
  /** Number of different values. */
  readonly distinct: number;
  /** Number of those with at least `min` domains. */
  readonly listed: number;
  /** Number of domains that match and have no value. */
  readonly without: number;
}

const { maxFacets, maxFacetValues, defaultFacetValues, maxFacetOffset } = SEARCH_BOUNDS;

/**
 * Reads facets of a search at a level.
 *
 * @param where what is searched for, as it is written: its patterns are those of captures
 */
export function parseFacets(
  level: Level,
  inputs: readonly FacetInput[],
  where: Expression,
  known: KnownValues,
): Parsed<readonly Facet[]> {
  if (inputs.length > maxFacets)
    return invalid('facets', `has ${inputs.length} facets`, `give at most ${maxFacets}`);
  const facets: Facet[] = [];
  for (const [index, input] of inputs.entries()) {
    const facet = parseFacet(input, level, `facets[${index}]`, where, known);
    if (!facet.ok) return facet;
    if (facets.some((other) => isSame(other, facet.value)))
      return invalid(`facets[${index}]`, 'is given twice', 'leave it out');
    facets.push(facet.value);
  }
  return { ok: true, value: facets };
}

function parseFacet(
  input: FacetInput,
  level: Level,
  path: string,
  where: Expression,
  known: KnownValues,
): Parsed<Facet> {
  const { field: name, of, group, implied, kind, party } = input;
  const field = FACET_FIELDS.find((one) => one === name);
  if (field === undefined) {
    const choices = `${didYouMeanField(name, FACET_FIELDS)}use one of ${FACET_FIELDS.join(', ')}`;
    return invalid(`${path}.field`, `is ${shown(name)}, which is not a facet`, choices);
  }
  const misplaced = misplacedIn(field, level);
  if (misplaced !== null)
    return invalid(`${path}.field`, `is ${shown(name)}, which ${misplaced.problem}`, misplaced.remedy);
  const shownPart = parsePart(input, path);
  if (!shownPart.ok) return shownPart;
  const part = shownPart.value;
  if (
    of !== undefined &&
    field !== 'agent' &&
    field !== 'header_value' &&
    !isChangeFacet(field) &&
    !Object.hasOwn(VERSION_FACETS, field)
  )
    return invalid(
      `${path}.of`,
      `is given with ${field}`,
      'leave it out: only versions are of a technology, plugin or theme, values of a header field, verdicts of an agent, and what was added or removed of a kind',
    );
  if (group !== undefined && field !== 'capture')
    return invalid(`${path}.group`, `is given with ${field}`, 'leave it out: only captures have groups');
  if (implied !== undefined && !isSeenFacet(field))
    return invalid(
      `${path}.implied`,
      `is given with ${field}`,
      'leave it out: only technologies and their categories are implied',
    );
  for (const [key, value] of Object.entries({ kind, party }))
    if (value !== undefined && field !== 'host')
      return invalid(`${path}.${key}`, `is given with ${field}`, `leave it out: only hosts have a ${key}`);
  switch (field) {
    case 'added':
    case 'removed':
    case 'month':
    case 'week':
    case 'day':
    case 'by': {
      const facet = parseChangeFacet(field, of, path);
      return facet.ok ? { ok: true, value: { ...facet.value, ...part } } : facet;
    }
    case 'third_party':
      return { ok: true, value: { kind: 'host_groups', groups: known.thirdParties ?? [], ...part } };
    case 'host':
      return parseHosts(kind, party, part, path);
    case 'rank':
      return { ok: true, value: { kind: 'ranks', ...part } };
    case 'saved':
      return { ok: true, value: { kind: 'saved', names: known.savedSearches ?? null, ...part } };
    case 'version':
    case 'plugin_version':
    case 'theme_version': {
      const versioned = VERSION_FACETS[field];
      if (of === undefined)
        return invalid(
          `${path}.of`,
          'is missing',
          `name the ${OWNERS[versioned]} whose versions are counted`,
        );
      const named = knownValues(versioned, of, `${path}.of`, known);
      if (!named.ok) return named;
      const label = VERSION_LABELS[versioned];
      return { ok: true, value: versionsFacet(label, named.value[0] ?? of, part) };
    }
    case 'header_value':
      return parseHeaderValue(of, part, `${path}.of`);
    case 'agent':
      return parseAgent(of, part, `${path}.of`);
    case 'capture':
      return parseCapture(group ?? 1, part, `${path}.group`, where);
    case 'tech':
    case 'category': {
      const label = implied === false ? SEEN_LABELS[field] : field;
      return { ok: true, value: { kind: 'label', label, ...part } };
    }
    case 'cert_expires':
      return { ok: true, value: { kind: 'label', label: 'cert_month', ...part } };
    case 'plugin':
    case 'theme':
    case 'country':
    case 'language':
    case 'content_language':
    case 'lang':
    case 'tld':
    case 'registrable_domain':
    case 'visited':
    case 'generator':
    case 'charset':
    case 'kind':
    case 'header':
    case 'cookie':
    case 'file':
    case 'cert_issuer':
    case 'tls':
    case 'icon':
      return { ok: true, value: { kind: 'label', label: field, ...part } };
  }
}

/** Why a facet is not one of a level; null: it is. */
function misplacedIn(
  field: FacetField,
  level: Level,
): { readonly problem: string; readonly remedy: string } | null {
  if (level !== 'change')
    return isChangeFacet(field)
      ? { problem: 'counts changes', remedy: 'give level change, or leave it out' }
      : null;
  return field === 'capture'
    ? { problem: 'changes do not have', remedy: 'leave it out: a change has no sources' }
    : null;
}

function parseHosts(
  kind: string | undefined,
  party: string | undefined,
  part: FacetPart,
  path: string,
): Parsed<Facet> {
  const of = kind === undefined ? null : HOST_KIND_NAMES.find((one) => one === kind);
  if (of === undefined) {
    const choices = `${didYouMeanField(kind ?? '', HOST_KIND_NAMES)}use one of ${HOST_KIND_NAMES.join(', ')}`;
    return invalid(`${path}.kind`, `is ${shown(kind ?? '')}, which is not a kind of host`, choices);
  }
  if (party !== undefined && party !== 'third')
    return invalid(`${path}.party`, `is ${shown(party)}`, 'write third, or leave it out for all hosts');
  return { ok: true, value: { kind: 'hosts', of, isThird: party === 'third', ...part } };
}

function parsePart(
  { limit = defaultFacetValues, offset = 0, min = 1 }: FacetInput,
  path: string,
): Parsed<FacetPart> {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxFacetValues)
    return invalid(`${path}.limit`, `is ${limit}`, `give an integer from 1 to ${maxFacetValues}`);
  if (!Number.isInteger(offset) || offset < 0 || offset > maxFacetOffset) {
    const remedy = `give an integer from 0 to ${maxFacetOffset}, or count fewer domains at a time`;
    return invalid(`${path}.offset`, `is ${offset}`, remedy);
  }
  if (!Number.isSafeInteger(min) || min < 1)
    return invalid(`${path}.min`, `is ${min}`, 'give a number of domains, an integer from 1 on');
  return { ok: true, value: { limit, offset: offset + 0, min } };
}

/** Values of a header field, of those whose values tell something of the site. */
function parseHeaderValue(of: string | undefined, part: FacetPart, path: string): Parsed<Facet> {
  if (of === undefined)
    return invalid(path, 'is missing', 'name the header field whose values are counted, for instance server');
  const name = of.trim().toLowerCase();
  if (!TELLING_FIELDS.has(name))
    return invalid(
      path,
      `is ${shown(of)}, which is not a header field whose values are counted`,
      `the nearest are ${nearestOf(name, TELLING_FIELDS, 3).join(', ')}; header:${name}=… searches any field`,
    );
  return {
    ok: true,
    value: { kind: 'values', label: 'header_value', of: name, prefix: versionLabel(name, ''), ...part },
  };
}

/** Verdicts of robots.txt on an agent. */
function parseAgent(of: string | undefined, part: FacetPart, path: string): Parsed<Facet> {
  if (of === undefined)
    return invalid(path, 'is missing', 'name the agent whose verdicts are counted, for instance GPTBot');
  const names = KNOWN_AGENTS.map(({ name }) => name);
  const agent = names.find((name) => name.toLowerCase() === of.toLowerCase());
  if (agent === undefined)
    return invalid(
      path,
      `is ${shown(of)}, which is not a known agent`,
      `the nearest are ${nearestOf(of, names, 3).join(', ')}`,
    );
  return { ok: true, value: { kind: 'values', label: 'agent', of: agent, prefix: `${agent}=`, ...part } };
}

/** The first pattern of the search that has the group is meant. */
function parseCapture(
  group: number | string,
  part: FacetPart,
  path: string,
  where: Expression,
): Parsed<Facet> {
  const patterns = wantedNeedles(where).filter((needle) => needle.kind === 'pattern');
  if (patterns.length === 0)
    return invalid(
      path,
      'is a group, but the query has no pattern that must match',
      'write a pattern: /ver=([\\d.]+)/',
    );
  for (const needle of patterns) {
    const groups = groupsOf(needle.pattern);
    const number = typeof group === 'number' ? group : groups.indexOf(group) + 1;
    if (number < 1 || number > groups.length) continue;
    const { pattern, caseSensitive } = needle;
    const needles = patterns.filter((one) => one.pattern === pattern && one.caseSensitive === caseSensitive);
    return { ok: true, value: { kind: 'captures', needles, group: number, ...part } };
  }
  const all = patterns.flatMap(({ pattern }) => groupsOf(pattern).map((name, at) => name ?? at + 1));
  const remedy =
    all.length === 0
      ? 'put what is to be counted into parentheses: /ver=([\\d.]+)/'
      : `use one of ${[...new Set(all)].join(', ')}`;
  return invalid(path, `is ${shown(group)}, and no pattern of the query has that group`, remedy);
}

/** Names of the groups of a pattern of a query, in their order; null: a group without a name. */
function groupsOf(pattern: string): readonly (string | null)[] {
  const read = parsePattern(pattern);
  if (!read.ok) throw new TypeError(`a query has a pattern that is none: ${pattern}`);
  return read.value.groups;
}

function isSame(a: Facet, b: Facet): boolean {
  return JSON.stringify({ ...a, ...ALL_VALUES }) === JSON.stringify({ ...b, ...ALL_VALUES });
}

/** Steps of `ranks`: bounds of the ranks that are counted together, as the query language writes them. */
export const RANK_STEPS: readonly string[] = Array.from({ length: 10 }, (_, step) =>
  step === 9 ? '900..1000' : `${100 * step}..${100 * step + 99}`,
);

/** The step that a rank is counted in. @param rank 0–1000 */
export function rankStep(rank: number): string {
  return RANK_STEPS[Math.min(9, Math.floor(rank / 100))] ?? '';
}
