// What the dictionary has of a pair: where the lists of it and of its triples are. `GroupSizes` wrote it.
import { impliedOrdinalsBytes, isBitmap } from '../codec/ordinals.ts';
import type { VarintReader } from '../codec/varint.ts';
import type { DocumentList, Triple } from './lists.ts';
import { BLOCK_LIST, SKIP_BYTES } from './format.ts';
import { isOnlyDocument } from './group-sizes.ts';

/** An entry, of which nothing was read yet. */
export interface Entry {
  readonly reader: VarintReader;
  /** What to add to a place of the reader for the place in the file. */
  readonly offset: number;
  /** Where the lists begin in the file. */
  readonly lists: number;
}

/** Documents of the pair. */
export function readPair({ reader, lists }: Entry): DocumentList {
  const count = reader.next();
  const bytes = reader.next();
  return { count, at: lists + reader.next(), bytes };
}

/**
 * Triples whose third byte is in a range, ascending.
 *
 * @param documents of the segment
 */
export function readTriples(
  { reader, offset, lists }: Entry,
  documents: number,
  first: number,
  last: number,
): readonly Triple[] {
  const found: Triple[] = [];
  reader.next();
  let at = lists + reader.next();
  let positionsAt = lists;
  at += reader.next();
  let third = -1;
  for (let left = reader.next(); left > 0; left--) {
    third += reader.next() + 1;
    if (third > last) break;
    const count = reader.next();
    const isOnly = isOnlyDocument(count, documents);
    const onlyAt = reader.at + offset;
    const size = impliedOrdinalsBytes(count, documents) ?? reader.next();
    const bytes = isOnly ? 0 : size;
    const onlyBytes = reader.at + offset - onlyAt;
    const quadBytes = isBitmap(count, documents) ? reader.next() : 0;
    const positions = reader.next();
    const positionAt = reader.at + offset;
    const positionSize = positions === 0 ? 0 : reader.next();
    const positionBytes = positions === 1 ? 0 : positionSize;
    const blocks = positions < BLOCK_LIST ? 0 : reader.next();
    const skipsAt = blocks === 0 ? at : SKIP_BYTES * Math.ceil(at / SKIP_BYTES);
    const documentsAt = skipsAt + SKIP_BYTES * blocks;
    if (third >= first) {
      found.push({
        third,
        documents: isOnly ? { count, at: onlyAt, bytes: onlyBytes } : { count, at: documentsAt, bytes },
        quads: quadBytes === 0 ? null : { at: documentsAt + bytes, bytes: quadBytes },
        positions:
          positions === 1
            ? { count: positions, at: positionAt, bytes: reader.at + offset - positionAt, blocks, skipsAt }
            : { count: positions, at: positionsAt, bytes: positionBytes, blocks, skipsAt },
      });
    }
    at = documentsAt + bytes + quadBytes;
    positionsAt += positionBytes;
  }
  return found;
}
