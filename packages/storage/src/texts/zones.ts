import { Utf8Offsets } from '@sitegrep/fold';
import { scopeRanges } from '@sitegrep/html';
import type { RangeScope } from '@sitegrep/search';

/** Zones of the index by scope: segments store these numbers. */
const ZONES = {
  title: 0,
  comment: 1,
  inline: 2,
  script: 3,
  link: 4,
  meta: 5,
  text: 6,
} as const satisfies Readonly<Record<RangeScope, number>>;

const SCOPES = new Set(Object.keys(ZONES) as readonly RangeScope[]);

/** Zone of the index that has the ranges of a scope. */
export function zoneOf(scope: RangeScope): number {
  return ZONES[scope];
}

/**
 * Ranges of a page by zone: start and end of each in turns, in bytes of the folded UTF-8 of its source.
 *
 * @param source well-formed
 */
export function zonesOf(source: string): readonly Uint32Array[] {
  const ranges = scopeRanges(source, SCOPES);
  const offsets = new Utf8Offsets(source);
  const zones: Uint32Array[] = [];
  for (const scope of SCOPES) zones[ZONES[scope]] = offsets.ofAll(ranges[scope] ?? new Uint32Array());
  return zones;
}
