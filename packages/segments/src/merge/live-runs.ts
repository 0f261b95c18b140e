import type { Segment } from '../segment/segment.ts';
import type { GroupColumns } from './group-columns.ts';

/** No document id: the document is dead. */
export const DROPPED = -1;

/**
 * What becomes of a segment's documents when they are written behind others: a live one gets the next document id, and its text
 * moves close to that of the live one before it. So neighbours that are all alive, a run, move by the same shift.
 */
export interface LiveRuns {
  /** New document id of each document, or `DROPPED`. */
  readonly docIds: Int32Array;
  /** If all documents are alive, the new document id of the first one, which the others follow; else null. */
  readonly first: number | null;
  /** Half positions at which each run begins and ends, and how far it moves. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly shifts: Float64Array;
}

/** A segment that is merged. */
export interface Source {
  readonly segment: Segment;
  readonly runs: LiveRuns;
  readonly group: GroupColumns;
}

/** The documents of the merged segment so far. */
export interface MergedDocuments {
  readonly ids: number[];
  /** Half positions; one more than there are ids. */
  readonly starts: number[];
}

/** @param merged is added to */
export function liveRuns(
  segment: Segment,
  isLive: (id: number) => boolean,
  merged: MergedDocuments,
): LiveRuns {
  const docIds = new Int32Array(segment.ids.length).fill(DROPPED);
  const first = merged.ids.length;
  const [starts, ends, shifts]: [number[], number[], number[]] = [[], [], []];
  for (const [docId, id] of segment.ids.entries()) {
    if (!isLive(id)) continue;
    const start = segment.starts[docId] ?? 0;
    const end = segment.starts[docId + 1] ?? 0;
    const newStart = merged.starts.at(-1) ?? 0;
    docIds[docId] = merged.ids.length;
    merged.ids.push(id);
    merged.starts.push(newStart + end - start);
    if (ends.at(-1) === start) ends[ends.length - 1] = end;
    else {
      starts.push(start);
      ends.push(end);
      shifts.push(newStart - start);
    }
  }
  return {
    docIds,
    first: merged.ids.length - first === docIds.length ? first : null,
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    shifts: Float64Array.from(shifts),
  };
}
