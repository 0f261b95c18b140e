// Our own additions to and corrections of the fetched set. The fetched file is never edited: they are applied when it is
// compiled, so an update keeps them. data/README.md describes the files.
import { readFileSync } from 'node:fs';
import { type Fingerprint, type Fingerprints, type OwnHostRules, readFingerprints } from '../fingerprints.ts';
import { hostFingerprint } from './host-patterns.ts';
import { packageFingerprint } from './package-patterns.ts';

/** Additions and corrections of one technology, in the set's own format. */
interface OwnFingerprint {
  /** States why the set is not right. */
  readonly reason: string;
  /** Fields of a fingerprint whose patterns are added; with `cats`, the technology can be a new one. */
  readonly add?: Partial<Fingerprint>;
  /** Patterns that are removed, exactly as the set has them; of `dom`, selectors. */
  readonly remove?: Partial<Fingerprint>;
  /** Pages that show the technology, and do not show it to the set alone. */
  readonly found?: readonly string[];
  /** Pages that do not show it, but do to the set alone. */
  readonly notFound?: readonly string[];
  /** Versions by the pages that show them; null: a page shows the technology without one. */
  readonly versions?: Readonly<Record<string, string | null>>;
}

/** A technology that certain addresses show; `cats` for one that the set does not have. */
interface AddressedTechnology extends Partial<Pick<Fingerprint, 'cats'>> {
  /** Hosts of its own (host-patterns.ts). */
  readonly hosts?: readonly string[];
  /** Names of its packages at npm and cdnjs (package-patterns.ts). */
  readonly packages?: readonly string[];
  /** True if a package has style sheets that pages link to. */
  readonly hasStyles?: boolean;
}

export interface Layer {
  /**
   * Variables of scripts by technology that mean the technology wherever an inline script assigns or calls them. They
   * are names of `js` fingerprints, which need a browser.
   */
  readonly globals: Readonly<Record<string, readonly string[]>>;
  /** Additions and corrections by technology. */
  readonly fingerprints: Readonly<Record<string, OwnFingerprint>>;
  /** Technologies by name that anything shows which a page loads from a host, or files of a package in a mirror. */
  readonly addressed?: readonly Readonly<Record<string, AddressedTechnology>>[];
  /** Names of products that the set has twice, each with the name that is kept: patterns of both are of this one. */
  readonly otherNames?: Readonly<Record<string, string>>;
  readonly ownHost?: OwnHostRules;
  /** Whether links that only open a connection count; for which technologies they do, with the reason. */
  readonly connectionHints?: { readonly reason: string; readonly except: Readonly<Record<string, string>> };
}

const GLOBALS_FILE = new URL('../../data/globals.json', import.meta.url);
const OWN_FINGERPRINTS_FILE = new URL('../../data/own-fingerprints.json', import.meta.url);
const HOSTS_FILE = new URL('../../data/hosts.json', import.meta.url);
const PACKAGES_FILE = new URL('../../data/npm-packages.json', import.meta.url);
const OTHER_NAMES_FILE = new URL('../../data/other-names.json', import.meta.url);
const OWN_HOST_FILE = new URL('../../data/own-host.json', import.meta.url);
const CONNECTION_HINTS_FILE = new URL('../../data/connection-hints.json', import.meta.url);

const ADD_ON_CATEGORIES = ['WordPress plugins', 'WordPress themes'];

/** Technologies by name with the hosts that show them. */
export function readHosts(): Readonly<Record<string, AddressedTechnology>> {
  return JSON.parse(readFileSync(HOSTS_FILE, 'utf8')) as Readonly<Record<string, AddressedTechnology>>;
}

/** Which patterns count only for addresses of the page's own site. */
export function readOwnHost(): OwnHostRules {
  return JSON.parse(readFileSync(OWN_HOST_FILE, 'utf8')) as OwnHostRules;
}

export function readLayer(): Layer {
  return {
    globals: JSON.parse(readFileSync(GLOBALS_FILE, 'utf8')) as Layer['globals'],
    fingerprints: JSON.parse(readFileSync(OWN_FINGERPRINTS_FILE, 'utf8')) as Layer['fingerprints'],
    addressed: [HOSTS_FILE, PACKAGES_FILE].map(
      (file) => JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, AddressedTechnology>>,
    ),
    otherNames: JSON.parse(readFileSync(OTHER_NAMES_FILE, 'utf8')) as Readonly<Record<string, string>>,
    ownHost: readOwnHost(),
    connectionHints: JSON.parse(readFileSync(CONNECTION_HINTS_FILE, 'utf8')) as NonNullable<
      Layer['connectionHints']
    >,
  };
}

/** The set that detection uses: the fetched one with our layer. */
export function readLayeredFingerprints(): Fingerprints {
  return withLayer(readFingerprints(), readLayer());
}

/** @throws Error if the layer names a technology that the set does not have */
export function withLayer(
  set: Fingerprints,
  { globals, fingerprints, addressed = [], otherNames = {}, ownHost, connectionHints }: Layer,
): Fingerprints {
  const technologies: Record<string, Fingerprint> = { ...set.technologies };
  const add = (name: string, added: Partial<Fingerprint>): void => {
    technologies[name] = combined(technologies[name] ?? newFingerprint(name, added), added, joined);
  };
  for (const [name, { add: added = {}, remove = {} }] of Object.entries(fingerprints)) {
    const known = technologies[name];
    if (known !== undefined) technologies[name] = combined(known, remove, without);
    add(name, added);
  }
  for (const entries of addressed)
    for (const [name, { hosts, packages, hasStyles = false, ...added }] of Object.entries(entries)) {
      add(name, { ...added, ...(hosts === undefined ? {} : hostFingerprint(hosts)) });
      if (packages !== undefined) add(name, packageFingerprint(packages, hasStyles));
    }
  for (const [name, variables] of Object.entries(globals))
    add(name, { scripts: variables.map(globalPattern) });
  return {
    ...set,
    technologies: withOneName(technologies, otherNames),
    readsInlineAddresses: true,
    addOnCategories: ADD_ON_CATEGORIES,
    ...(ownHost === undefined ? {} : { ownHost }),
    ...(connectionHints === undefined ? {} : { countsHintsOf: Object.keys(connectionHints.except) }),
  };
}

/** Fields that refer to other technologies, with confidence or version. */
const REFERENCES = ['implies', 'excludes', 'requires'] as const;

/** The technologies, of which those with another name are one with the technology of the name that is kept. */
function withOneName(
  technologies: Readonly<Record<string, Fingerprint>>,
  otherNames: NonNullable<Layer['otherNames']>,
): Record<string, Fingerprint> {
  const kept: Record<string, Fingerprint> = {};
  for (const [name, fingerprint] of Object.entries(technologies)) {
    if (Object.hasOwn(otherNames, name)) continue;
    const references = REFERENCES.flatMap((field) => {
      const names = flat(fingerprint[field]);
      const renamed = names.map((text) => text.replace(/^[^\\]*/, (other) => otherNames[other] ?? other));
      return renamed.some((text, index) => text !== names[index]) ? [[field, renamed] as const] : [];
    });
    kept[name] =
      references.length === 0 ? fingerprint : { ...fingerprint, ...Object.fromEntries(references) };
  }
  for (const [other, name] of Object.entries(otherNames)) {
    const [one, two] = [kept[name], technologies[other]];
    if (one === undefined || two === undefined)
      throw new Error(`other-names.json: the set has no technology ${one === undefined ? name : other}`);
    kept[name] = combined(one, two, united);
  }
  return kept;
}

/** Values of both, each once; categories are those of the first. */
function united(field: string, own: Value, added: Value): Value {
  if (field === 'cats') return own;
  const both = joined(field, own, added);
  return isMap(both) ? both : ([...new Set(flat(both))] as Value);
}

function newFingerprint(name: string, { cats }: Partial<Fingerprint>): Fingerprint {
  if (cats === undefined)
    throw new Error(`the layer: the set has no technology ${name}; a new one needs cats`);
  return { cats: [] };
}

/** Removals whose pattern the set does not have (any more), as `technology: field: pattern`. */
export function staleRemovals(set: Fingerprints, { fingerprints }: Layer): readonly string[] {
  return Object.entries(fingerprints).flatMap(([name, { remove = {} }]) =>
    Object.entries(remove).flatMap(([field, patterns]) => {
      const known = new Set(flat(set.technologies[name]?.[field as keyof Fingerprint]));
      return flat(patterns).flatMap((pattern) =>
        known.has(pattern) ? [] : [`${name}: ${field}: ${pattern}`],
      );
    }),
  );
}

type Value = Fingerprint[keyof Fingerprint];

/** The patterns of a field one by one; of a map, `key: pattern`; of `dom`, selectors. */
function flat(value: Value): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (isList(value)) return value.map(String);
  return Object.entries(value).flatMap(([key, patterns]) =>
    typeof patterns === 'string' || isListOfTexts(patterns)
      ? listOf(patterns).map((pattern) => `${key}: ${String(pattern)}`)
      : [key],
  );
}

/** A fingerprint in which the fields of `changes` are combined with its own. */
function combined(
  fingerprint: Fingerprint,
  changes: Partial<Fingerprint>,
  combine: (field: string, own: Value, change: Value) => Value,
): Fingerprint {
  const fields = Object.entries(changes).map(
    ([field, change]) => [field, combine(field, fingerprint[field as keyof Fingerprint], change)] as const,
  );
  return { ...fingerprint, ...Object.fromEntries(fields) };
}

type Entries = Readonly<Record<string, unknown>>;

function joined(field: string, own: Value, added: Value): Value {
  if (field === 'cats') return [...listOf(own ?? []), ...listOf(added ?? [])] as Value;
  if (field !== 'dom' && !isMap(added)) return [...flat(own), ...flat(added)];
  const [ownEntries, addedEntries] = [entriesOf(own), entriesOf(added)];
  const both = Object.keys(addedEntries).map((key) => [
    key,
    Object.hasOwn(ownEntries, key)
      ? [...listOf(ownEntries[key]), ...listOf(addedEntries[key])]
      : addedEntries[key],
  ]);
  return { ...ownEntries, ...Object.fromEntries(both) } as Value;
}

function without(field: string, own: Value, removed: Value): Value {
  const patterns = new Set(flat(removed));
  if (field !== 'dom' && !isMap(own)) return flat(own).filter((pattern) => !patterns.has(pattern));
  const kept = Object.entries(entriesOf(own)).flatMap(([key, value]) => {
    if (field === 'dom') return patterns.has(key) ? [] : [[key, value]];
    const left = listOf(value).filter((pattern) => !patterns.has(`${key}: ${String(pattern)}`));
    return left.length === 0 ? [] : [[key, left]];
  });
  return Object.fromEntries(kept) as Value;
}

/** The entries of a map; for a list of selectors, elements that have to exist. */
function entriesOf(value: Value): Entries {
  if (value === undefined) return {};
  if (isMap(value)) return value;
  return Object.fromEntries(listOf(value).map((selector) => [String(selector), { exists: '' }]));
}

function isMap(value: Value): value is Value & Entries {
  return typeof value === 'object' && !isList(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return isList(value) && value.every((each) => typeof each === 'string');
}

function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [value];
}

/**
 * A pattern for inline scripts that assign a variable (`a = `, `window.a = `, `window['a'] = `), call it (`a(`,
 * `new a(`), or assign or call one of its members (`a.b = `, `a.push(`). What stands before the name cannot be part of
 * an address.
 */
export function globalPattern(variable: string): string {
  const name = variable.replace(/\$/g, '\\$&');
  return `(?:^|[\\s;,({!|]|&&|window[.[]['"]?)${name}['"]?\\]?\\s{0,4}(?:=[^=]|\\(|\\.\\w{1,40}\\s{0,4}[=(])`;
}
