// Sets as a running process compiles them: the built-in set or a newer public one, with technologies of one's own.
import { type Category, type Fingerprint, type Fingerprints, readFingerprints } from '../fingerprints.ts';
import { builtInFingerprints } from '../data.ts';
import { worstSlowness } from '../own/pattern-check.ts';
import { checkedOwnSet, type OwnSet } from '../own/checked-set.ts';
import type { SetFiles } from '../own/set-files.ts';
import type { ConditionPattern, Slowness } from '../searches.ts';
import { readSections, readTexts, countTexts } from '@sitegrep/sections';
import { compileWithData } from './compiled.ts';
import { type Layer, readLayer, readLayeredFingerprints, withLayer } from './layer.ts';
import { readSlowPatterns, slownessBySource } from './slow-patterns.ts';

/** A public set that takes the place of the built-in one. */
export interface PublicSet {
  readonly categories: Readonly<Record<string, Category>>;
  readonly technologies: Readonly<Record<string, Fingerprint>>;
}

/** The fingerprints of a public set with our layer. @param publicSet null: the built-in one */
function layeredSet(publicSet: PublicSet | null): Fingerprints {
  if (publicSet === null) return readLayeredFingerprints();
  const set = { ...readFingerprints(), ...publicSet };
  return withoutUnknown(withLayer(set, layerOf(set, readLayer())));
}

const REFERENCES = ['implies', 'excludes', 'requires'] as const;

/** The set without references of our layer to technologies that it does not have. */
function withoutUnknown(set: Fingerprints): Fingerprints {
  const isKnown = (text: string): boolean => Object.hasOwn(set.technologies, text.split('\\;')[0] ?? '');
  const technologies = Object.entries(set.technologies).map(([name, fingerprint]) => {
    const references = REFERENCES.flatMap((field) => {
      const { [field]: names = [] } = fingerprint;
      const known = [names].flat().filter(isKnown);
      return known.length === [names].flat().length ? [] : [[field, known] as const];
    });
    return [name, { ...fingerprint, ...Object.fromEntries(references) }] as const;
  });
  return { ...set, technologies: Object.fromEntries(technologies) };
}

/** A set that is ready to run, and what was taken of the technologies of one's own. */
export interface CompiledSet {
  readonly compiled: Uint8Array;
  readonly own: OwnSet;
}

/**
 * Compiles a public set with technologies of one's own.
 *
 * @param publicSet null: the built-in one
 * @param files technologies of one's own as they were written; null: none
 */
export function compileSet(publicSet: PublicSet | null, files: SetFiles | null): CompiledSet {
  const set = layeredSet(publicSet);
  const own = checkedOwnSet(files ?? NO_FILES, set);
  return { compiled: compileWithData(withTechnologies(set, own.technologies), measuredOrWorst()), own };
}

const NO_FILES: SetFiles = { technologies: [], categories: [], problems: [] };

function withTechnologies(set: Fingerprints, own: Readonly<Record<string, Fingerprint>>): Fingerprints {
  return { ...set, technologies: { ...set.technologies, ...own } };
}

/** The parts of our layer that a set has use for: it may have lost a technology or a category that the layer names. */
function layerOf(set: Fingerprints, layer: Layer): Layer {
  const has = (name: string): boolean => Object.hasOwn(set.technologies, name);
  const someOf = <T>(
    map: Readonly<Record<string, T>>,
    is: (name: string, value: T) => boolean,
  ): Record<string, T> => Object.fromEntries(Object.entries(map).filter(([name, value]) => is(name, value)));
  const isOfSet = (cats: readonly number[] | undefined): boolean =>
    cats?.every((id) => Object.hasOwn(set.categories, String(id))) ?? false;
  const fingerprints = someOf(layer.fingerprints, (name, { add }) => has(name) || isOfSet(add?.cats));
  const addressed: Record<string, { readonly cats?: readonly number[] }>[] = [];
  const known = new Set([...Object.keys(set.technologies), ...Object.keys(fingerprints)]);
  for (const entries of layer.addressed ?? []) {
    const some = someOf(entries, (name, { cats }) => known.has(name) || isOfSet(cats));
    for (const name of Object.keys(some)) known.add(name);
    addressed.push(some);
  }
  const categories = new Set(Object.values(set.categories).map(({ name }) => name));
  const { ownHost } = layer;
  const kept = new Set([...known].filter((name) => layer.otherNames?.[name] === undefined));
  return {
    ...layer,
    fingerprints,
    addressed,
    globals: someOf(layer.globals, (name) => known.has(name)),
    otherNames: someOf(layer.otherNames ?? {}, (name, one) => known.has(name) && known.has(one)),
    ...(ownHost === undefined
      ? {}
      : {
          ownHost: {
            ...ownHost,
            technologies: ownHost.technologies.filter((name) => kept.has(name)),
            categories: ownHost.categories.filter((name) => categories.has(name)),
          },
        }),
  };
}

/** Slowness of expressions as it was measured; of those that the built-in set does not have, at worst. */
export function measuredOrWorst(): Slowness {
  const measured = slownessBySource(readSlowPatterns());
  const known = knownSources();
  return { get: (source) => measured.get(source) ?? (known.has(source) ? undefined : worstSlowness(source)) };
}

/** Expressions of the built-in set. */
function knownSources(): ReadonlySet<string> {
  const sections = readSections(builtInFingerprints());
  const sources = readTexts(sections, 'patterns.sources');
  const searches = readTexts(sections, 'searches');
  const all = new Set(
    Array.from({ length: countTexts(sections, 'patterns.sources') }, (_, at) => sources(at)),
  );
  for (let at = 0; at < countTexts(sections, 'searches'); at++) {
    const { conditions } = JSON.parse(searches(at)) as {
      readonly conditions: readonly {
        readonly exists?: ConditionPattern;
        readonly text?: ConditionPattern;
        readonly attributes?: Readonly<Record<string, ConditionPattern>>;
      }[];
    };
    for (const { exists, text, attributes = {} } of conditions)
      for (const pattern of [exists, text, ...Object.values(attributes)])
        if (pattern !== undefined) all.add(pattern.source);
  }
  return all;
}
