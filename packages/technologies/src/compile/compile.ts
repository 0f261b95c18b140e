// Compiles fingerprints into a set that is ready to run. Everything that takes time, or needs a parser of
// regular expressions or wappalyzer-core's reading of a pattern, happens here, once per set.
// patterns.ts: every pattern, as wappalyzer-core reads it; shape.ts, literals.ts: the literals near every match
// of a pattern; selectors.ts, searches.ts: the same for conditions on elements; literal-index.ts: the index
// that finds these literals in one pass; @sitegrep/sections: the piece of memory that holds all of it.
import { packLists, packSections, packTexts, type Section } from '@sitegrep/sections';
import type { CoreTechnology } from 'wappalyzer-core';
import { type SetHead, SLOWNESS, type TechnologyRecord, TEXT_GROUPS, UNBOUNDED } from '../compiled-set.ts';
import type { Fingerprints } from '../fingerprints.ts';
import { packLiteralIndex } from '../literal-index.ts';
import { ownHostMarks } from './own-host-marks.ts';
import {
  type Anchor,
  anchorOf,
  costBy,
  type FieldFrequencies,
  type Frequencies,
  groupByLiteral,
} from '../literals.ts';
import { FIELDS, isTextField, listPatterns, loadCore, type LoadedCore, type Pattern } from '../patterns.ts';
import { listSearches, type Slowness } from '../searches.ts';
import { FOLDER_LITERALS } from '../wordpress-folders.ts';

type Named = Readonly<Record<string, Section>>;

/**
 * Compiles a set.
 *
 * @param frequencies frequencies of literals; they only affect speed
 * @param slowness of expressions by their source (slow-patterns.ts); it decides how they are run
 * @param thirdParties technologies by the hosts that they are loaded from (third-party-hosts.ts)
 */
export function compileFingerprints(
  fingerprints: Fingerprints,
  frequencies: FieldFrequencies,
  slowness: Slowness = new Map(),
  thirdParties: Readonly<Record<string, readonly string[]>> = {},
): Uint8Array {
  const core = loadCore(fingerprints);
  const technologies = [...core.open, ...new Set(core.gates.flatMap((gate) => gate.technologies))];
  const patterns = listPatterns(technologies);
  const anchors = patterns.map(({ field, regex }) =>
    anchorOf(regex, costBy(frequencies[isTextField(field) ? field : 'values'] ?? {})),
  );
  const isOfOwnHost = ownHostMarks(fingerprints);
  const searches = listSearches(technologies, frequencies, slowness, isOfOwnHost, fingerprints.countsHintsOf);
  const isOpen = ({ technology }: Pattern): boolean => technology < core.open.length;
  const groups = Object.entries(TEXT_GROUPS).map(([group, { fields, of }]) =>
    packTargets(group, frequencies.grams?.page ?? {}, [
      ...patterns.flatMap((pattern, index) => {
        const within =
          fields.some((field) => field === pattern.field) &&
          (of === 'all' || (of === 'open') === isOpen(pattern));
        return within ? [{ target: index, anyOf: anchors[index]?.anyOf ?? null }] : [];
      }),
      ...searches.flatMap(({ anyOf, record }, index) =>
        group === (record.literalsIn === 'text' ? 'text' : 'page')
          ? [{ target: patterns.length + index, anyOf }]
          : [],
      ),
      ...(group === 'page' ? [{ target: patterns.length + searches.length, anyOf: FOLDER_LITERALS }] : []),
    ]),
  );
  return packSections(headOf(fingerprints, core, technologies), {
    ...packTexts(
      'technologies',
      technologies.map((technology) => JSON.stringify(recordOf(technology))),
    ),
    ...packPatterns(patterns, anchors, slowness),
    'patterns.ownHosts': Uint8Array.from(patterns, ({ technology, field, regex }) => {
      const of = technologies[technology];
      return field === 'scriptSrc' && of !== undefined && isOfOwnHost(of, regex.source) ? 1 : 0;
    }),
    ...Object.assign({}, ...groups),
    ...packValues(patterns, anchors, frequencies.grams?.values ?? {}),
    ...packTexts(
      'searches',
      searches.map(({ record }) => JSON.stringify(record)),
    ),
    ...packTexts('thirdParties', [JSON.stringify(thirdParties)]),
  });
}

function headOf(
  { source, categories, readsInlineAddresses = false, ownHost, addOnCategories }: Fingerprints,
  { open, gates }: LoadedCore,
  technologies: readonly CoreTechnology[],
): SetHead {
  const numbers = new Map(technologies.map((technology, index) => [technology, index]));
  const byName = new Map(technologies.map(({ name }, index) => [name, index]));
  const named = new Set(
    technologies.flatMap(({ implies, excludes }) => [...implies, ...excludes].map(({ name }) => name)),
  );
  return {
    source,
    categories,
    readsInlineAddresses,
    deliveryHosts: ownHost?.deliveryHosts.patterns ?? [],
    addOnCategories:
      addOnCategories === undefined
        ? null
        : Object.entries(categories).flatMap(([id, { name }]) =>
            addOnCategories.includes(name) ? [Number(id)] : [],
          ),
    open: open.length,
    gates: gates.map(({ opensOn, technologies: gated }) => ({
      opensOn,
      technologies: gated.map((technology) => numbers.get(technology) ?? 0),
    })),
    gatedText: technologies.flatMap(({ text }, index) =>
      index >= open.length && text.length > 0 ? [index] : [],
    ),
    named: Object.fromEntries([...named].map((name) => [name, byName.get(name) ?? 0])),
  };
}

function recordOf({ name, categories, implies, excludes }: CoreTechnology): TechnologyRecord {
  return { name, categories, implies, excludes };
}

function packPatterns(
  patterns: readonly Pattern[],
  anchors: readonly (Anchor | null)[],
  slowness: Slowness,
): Named {
  const width = (characters: number): number => (Number.isFinite(characters) ? characters : UNBOUNDED);
  const ofAnchor = (read: (anchor: Anchor) => number): Uint32Array =>
    Uint32Array.from(anchors, (anchor) => (anchor === null ? 0 : width(read(anchor))));
  return {
    'patterns.technologies': Uint16Array.from(patterns, ({ technology }) => technology),
    'patterns.fields': Uint8Array.from(patterns, ({ field }) => FIELDS.indexOf(field)),
    'patterns.confidences': Uint8Array.from(patterns, ({ confidence }) => confidence),
    'patterns.slowness': Uint8Array.from(
      patterns,
      ({ regex }) => slowness.get(regex.source) ?? SLOWNESS.none,
    ),
    'patterns.from': ofAnchor(({ from }) => from),
    'patterns.to': ofAnchor(({ to }) => to),
    'patterns.width': ofAnchor((anchor) => anchor.width),
    ...packTexts(
      'patterns.sources',
      patterns.map(({ regex }) => regex.source),
    ),
    ...packTexts(
      'patterns.versions',
      patterns.map(({ version }) => version),
    ),
  };
}

/**
 * Packs an index of literals, the targets of each literal, and the targets without literals, which are always
 * tried.
 */
function packTargets(
  name: string,
  grams: Frequencies,
  entries: readonly { readonly target: number; readonly anyOf: readonly string[] | null }[],
): Named {
  const { literals, targets } = groupByLiteral(
    entries.flatMap(({ target, anyOf }) => (anyOf === null ? [] : [{ target, anyOf }])),
  );
  return {
    ...packLiteralIndex(name, literals, grams),
    ...packLists(`${name}.targets`, targets),
    [`${name}.always`]: Uint32Array.from(
      entries.filter(({ anyOf }) => anyOf === null),
      ({ target }) => target,
    ),
  };
}

/** Maximum names of short values: their numbers have 16 bits. */
const MAX_VALUE_NAMES = 65_536;

/** Packs the patterns of short values: as those of a text, and by the name of the value. */
function packValues(
  patterns: readonly Pattern[],
  anchors: readonly (Anchor | null)[],
  grams: Frequencies,
): Named {
  const names = new Map<string, number>();
  const always: number[][] = [];
  const keys = Uint16Array.from(patterns, ({ field, key }, index) => {
    if (isTextField(field)) return 0;
    const name = `${field} ${key}`;
    const known = names.get(name) ?? names.size;
    names.set(name, known);
    const tried = (always[known] ??= []);
    if (anchors[index] === null) tried.push(index);
    return known;
  });
  if (names.size > MAX_VALUE_NAMES)
    throw new RangeError(`${names.size} names of headers, cookies, variables and the like are too many`);
  const entries = patterns.flatMap(({ field }, target) => {
    const anchor = anchors[target] ?? null;
    return isTextField(field) || anchor === null ? [] : [{ target, anyOf: anchor.anyOf }];
  });
  return {
    'patterns.keys': keys,
    ...packTexts('values.names', [...names.keys()]),
    'values.count': Uint32Array.of(names.size),
    ...packLists('values.always', always),
    ...packTargets('values', grams, entries),
  };
}
