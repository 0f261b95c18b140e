import type { ChangeChoice } from '@sitegrep/search';
import {
  compareStart,
  type LabelChunk,
  type LabelList,
  readDocIds,
  visitLists,
} from '../labels/label-chunk.ts';
import { bothBits, type Bits, noBits, setBit } from './bits.ts';
import { listKind, type Side } from './change-rows.ts';
import type { Segment } from './segments.ts';

/** A list of records with the chunk that it is in. */
interface FoundList {
  readonly chunk: LabelChunk;
  readonly list: LabelList;
}

/** Those of some records of a segment that have a label which is chosen; null: there is none. */
export function labelledBits(
  segment: Segment,
  side: Side,
  choices: readonly ChangeChoice[],
  among: Bits,
): Bits | null {
  const marks = noBits(segment.items);
  let isEmpty = true;
  for (const choice of choices) {
    for (const { chunk, list } of chosenLists(segment, listKind(side, choice.kind), choice)) {
      isEmpty = false;
      const ids = positionsOf(chunk, list);
      for (let index = 0; index < list.documents; index++) setBit(marks, ids[index] ?? 0);
    }
  }
  return isEmpty ? null : bothBits(marks, among);
}

/** Visits the labels that are chosen with the positions of the records that have each, which are others at the next call. */
export function visitLabelled(
  segment: Segment,
  side: Side,
  choice: ChangeChoice,
  visit: (label: string, positions: Uint32Array, count: number) => void,
): void {
  for (const found of chosenLists(segment, listKind(side, choice.kind), choice)) {
    visit(labelOf(found), positionsOf(found.chunk, found.list), found.list.documents);
  }
}

/** Memory that all calls share, of as many positions as the longest list: a search reads thousands of lists. */
let positions = new Uint32Array(1_024);

/** The positions of the records of a list, and others after them; those of another list at the next call. */
export function positionsOf(chunk: LabelChunk, list: LabelList): Uint32Array {
  if (positions.length < list.documents) positions = new Uint32Array(2 * list.documents);
  readDocIds(chunk, list, positions);
  return positions;
}

function chosenLists(segment: Segment, kind: number, choice: ChangeChoice): readonly FoundList[] {
  if ('all' in choice) return listsWith(segment, kind, '');
  if ('labels' in choice) return choice.labels.flatMap((label) => listOf(segment, kind, label));
  const found = listsWith(segment, kind, choice.prefix);
  const wanted = new Set(choice.among(found.map(labelOf)));
  return found.filter((one) => wanted.has(labelOf(one)));
}

function labelOf({ chunk, list }: FoundList): string {
  return chunk.bytes.toString('utf8', list.labelStart, list.labelEnd);
}

function listOf(segment: Segment, kind: number, label: string): readonly FoundList[] {
  const bytes = Buffer.from(label);
  for (const chunk of segment.chunks(kind, bytes)) {
    let found: FoundList | null = null;
    const goesOn = visitLists(chunk, (list) => {
      const order = compareStart(chunk.bytes, list, bytes);
      if (order < 0) return true;
      // The label itself comes before all that begin with it.
      if (order === 0 && list.labelEnd - list.labelStart === bytes.length)
        found = { chunk, list: { ...list } };
      return false;
    });
    if (found !== null) return [found];
    if (!goesOn) break;
  }
  return [];
}

/** The lists of the labels of a kind that begin with a text, in order. */
function listsWith(segment: Segment, kind: number, prefix: string): readonly FoundList[] {
  const found: FoundList[] = [];
  visitListsWith(segment, kind, Buffer.from(prefix), (chunk, list) => {
    found.push({ chunk, list: { ...list } });
  });
  return found;
}

/** Visits the lists of the labels of a kind that begin with a text, in order. The list is another one at the next call. */
export function visitListsWith(
  segment: Segment,
  kind: number,
  prefix: Buffer,
  visit: (chunk: LabelChunk, list: LabelList) => void,
): void {
  for (const chunk of segment.chunks(kind, prefix)) {
    const goesOn = visitLists(chunk, (list) => {
      const order = prefix.length === 0 ? 0 : compareStart(chunk.bytes, list, prefix);
      if (order === 0) visit(chunk, list);
      return order <= 0;
    });
    if (!goesOn) return;
  }
}
