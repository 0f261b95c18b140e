import { Utf8Offsets } from '@sitegrep/fold';
import { type ScopeRanges, scopeRanges, type SourceScope } from './source-scopes.ts';

/** Zones of the index by scope: segments store these numbers. */
const ZONES = {
  title: 0,
  comment: 1,
  inline: 2,
  script: 3,
  link: 4,
  meta: 5,
  text: 6,
} as const satisfies Readonly<Record<SourceScope, number>>;

/** All scopes that are zones of the index. */
export const ZONE_SCOPES: ReadonlySet<SourceScope> = new Set(Object.keys(ZONES) as readonly SourceScope[]);

/** Ranges of a page by zone: start and end of each in turns, in bytes of the folded UTF-8 of its source. */
type Zones = readonly Uint32Array[];

/** Zone of the index that has the ranges of a scope. */
export function zoneOf(scope: SourceScope): number {
  return ZONES[scope];
}

/** The zones of a page. @param source well-formed */
export function zonesOf(source: string): Zones {
  return unpackZones(packedZones(source, scopeRanges(source, ZONE_SCOPES)));
}

/**
 * The zones of a page in one array, in memory that threads share: how many offsets each zone has, then the offsets.
 *
 * @param source well-formed
 * @param ranges of all scopes that are zones
 */
export function packedZones(source: string, ranges: ScopeRanges): Uint32Array {
  const zones: Uint32Array[] = [];
  const offsets = new Utf8Offsets(source);
  for (const scope of ZONE_SCOPES) zones[ZONES[scope]] = offsets.ofAll(ranges[scope] ?? new Uint32Array());
  const length = zones.reduce((sum, zone) => sum + zone.length, zones.length);
  const packed = new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
  let at = zones.length;
  for (const [zone, own] of zones.entries()) {
    packed[zone] = own.length;
    packed.set(own, at);
    at += own.length;
  }
  return packed;
}

/** @param packed as `packedZones` gives it */
export function unpackZones(packed: Uint32Array): Zones {
  let at = ZONE_SCOPES.size;
  return Array.from(packed.subarray(0, at), (length) => packed.subarray(at, (at += length)));
}
