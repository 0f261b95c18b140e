import { type Facet, type FacetCounts, timeStepOf } from '@sitegrep/search';
import { RECORD_REASONS, reversedHost, shownLabel } from '@sitegrep/site';
import { facetKey, topValues } from '../../../facets/top-values.ts';
import { QueryTooBroad } from '../../../query-too-broad.ts';
import type { FacetCounter, SourcesToCount } from '../facets.ts';
import { ByteCounts } from '../labels/byte-counts.ts';
import type { DomainRow, RowReader } from '../rows.ts';
import type { Matches } from '../sites.ts';
import { type Bits, countBits, hasBit, noBits, setBit, visitBits } from './bits.ts';
import type { ChangeFinder, ChangeSet } from './change-finder.ts';
import { listKind } from './change-rows.ts';
import { positionsOf, visitListsWith } from './label-bits.ts';
import type { Segment } from './segments.ts';

interface ChangeFacetParts {
  readonly facets: FacetCounter;
  readonly finder: Pick<ChangeFinder, 'domainsOf'>;
  readonly rows: RowReader;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Counts records of changes by what they are, and their domains by what these are now, each once. */
export interface ChangeFacetCounter {
  /** @throws QueryTooBroad as `FacetCounter` says */
  count(facets: readonly Facet[], set: ChangeSet, sources: SourcesToCount): readonly FacetCounts[];
}

type ChangeFacet = Extract<Facet, { readonly kind: 'changed' | 'times' | 'causes' }>;
type LabelFacet = Extract<ChangeFacet, { readonly kind: 'changed' }>;

/** Memory for the different labels of a facet, in bytes. */
const MAX_BYTES = 256 << 20;
const DAY = 86_400;
/** Days that 32 bits of seconds have. */
const MAX_DAYS = Math.ceil(2 ** 32 / DAY);

export function openChangeFacets(parts: ChangeFacetParts): ChangeFacetCounter {
  const { facets: counter, finder, rows, checkpoint } = parts;
  /** Facets of sets that the finder keeps: they are asked for again by each page of a walk. */
  const kept = new WeakMap<ChangeSet, Map<string, FacetCounts>>();

  function ownCounts(facet: ChangeFacet, set: ChangeSet): FacetCounts {
    switch (facet.kind) {
      case 'changed':
        return labels(facet, set);
      case 'times':
        return topValues(
          byStep(set, (day) => timeStepOf(facet.step, day * DAY)),
          facet,
          0,
        );
      case 'causes':
        return topValues(byReason(set), facet, 0);
    }
  }

  function labels(facet: LabelFacet, set: ChangeSet): FacetCounts {
    const counts = new ByteCounts();
    let [labelled, counted] = [0, 0];
    for (const [segment, bits] of partsOf(set)) {
      checkpoint();
      labelled += countLabels(facet, segment, bits, counts);
      counted += countBits(bits);
      if (counts.bytes > MAX_BYTES) throw new QueryTooBroad(set.total, counted);
    }
    const shown = new Map<string, number>();
    for (const { key, count } of counts.highest(facet.offset + facet.limit)) {
      const label = Buffer.from(key, 'latin1').toString();
      const value = facetKey(facet.of === 'host' ? reversedHost(label) : shownLabel(facet.of, label));
      shown.set(value, (shown.get(value) ?? 0) + count);
    }
    return {
      ...topValues(shown, facet, set.total - labelled),
      distinct: counts.size,
      listed: counts.withAtLeast(facet.min),
    };
  }

  function byStep(set: ChangeSet, stepOf: (day: number) => string): ReadonlyMap<string, number> {
    const byDay = new Uint32Array(MAX_DAYS);
    for (const [segment, bits] of partsOf(set)) {
      checkpoint();
      const times = segment.times();
      visitBits(bits, (at) => {
        const day = Math.floor((times[at] ?? 0) / DAY);
        byDay[day] = (byDay[day] ?? 0) + 1;
      });
    }
    const counts = new Map<string, number>();
    for (const [day, count] of byDay.entries()) {
      if (count === 0) continue;
      const step = facetKey(stepOf(day));
      counts.set(step, (counts.get(step) ?? 0) + count);
    }
    return counts;
  }

  function byReason(set: ChangeSet): ReadonlyMap<string, number> {
    const counts = new Uint32Array(RECORD_REASONS.length);
    for (const [segment, bits] of partsOf(set)) {
      checkpoint();
      const reasons = segment.reasons();
      visitBits(bits, (at) => {
        const reason = reasons[at] ?? 0;
        counts[reason] = (counts[reason] ?? 0) + 1;
      });
    }
    return new Map(
      RECORD_REASONS.flatMap((name, reason): readonly [string, number][] => {
        const count = counts[reason] ?? 0;
        return count === 0 ? [] : [[name, count]];
      }),
    );
  }

  return {
    count(wanted, set, sources) {
      let revisions: Matches | null = null;
      const known = kept.get(set) ?? new Map<string, FacetCounts>();
      kept.set(set, known);
      const ofDomains = (facet: Facet): FacetCounts => {
        revisions ??= finder.domainsOf(set);
        const documents = { revisions, pages: (row: DomainRow) => rows.summary(row).pages };
        const [counts] = counter.count([facet], documents, sources);
        if (counts === undefined) throw new TypeError('a facet has no counts');
        return counts;
      };
      return wanted.map((facet) => {
        if (!isOfChanges(facet)) return ofDomains(facet);
        const key = JSON.stringify(facet);
        const counts = known.get(key) ?? ownCounts(facet, set);
        if (known.size < MAX_KEPT && counts.values.length <= MAX_VALUES) known.set(key, counts);
        return counts;
      });
    },
  };
}

/** Maximum facets of a set that are kept, and maximum values of one. */
const MAX_KEPT = 20;
const MAX_VALUES = 1_000;

function isOfChanges(facet: Facet): facet is ChangeFacet {
  return facet.kind === 'changed' || facet.kind === 'times' || facet.kind === 'causes';
}

function* partsOf({ of, bits }: ChangeSet): Generator<readonly [Segment, Bits]> {
  for (const [index, segment] of of.segments.entries()) {
    const own = bits[index] ?? null;
    if (own !== null) yield [segment, own];
  }
}

const NUL = 0;
const NO_PREFIX = Buffer.alloc(0);

/**
 * Counts some records of a segment by their labels, hosts by their names alone.
 *
 * @returns how many of them have any
 */
function countLabels({ side, of }: LabelFacet, segment: Segment, among: Bits, counts: ByteCounts): number {
  const labelled = noBits(segment.items);
  /** Labels of one host stand together, and it counts once for each record: the last host that each record was counted for. */
  const countedFor = new Uint32Array(of === 'host' ? segment.items : 0);
  let [hosts, last]: [number, Buffer] = [0, NO_PREFIX];
  visitListsWith(segment, listKind(side, of), NO_PREFIX, (chunk, list) => {
    const { bytes } = chunk;
    let end = list.labelEnd;
    if (of === 'host') {
      end = bytes.lastIndexOf(NUL, list.labelEnd - 1);
      const host = bytes.subarray(list.labelStart, end);
      if (hosts === 0 || !last.equals(host)) hosts++;
      last = host;
    }
    const ids = positionsOf(chunk, list);
    let count = 0;
    for (let index = 0; index < list.documents; index++) {
      const id = ids[index] ?? 0;
      if (!hasBit(among, id)) continue;
      if (of === 'host') {
        if (countedFor[id] === hosts) continue;
        countedFor[id] = hosts;
      }
      count++;
      setBit(labelled, id);
    }
    if (count > 0) counts.add(bytes, list.labelStart, end, count);
  });
  return countBits(labelled);
}
