import type { Cursor } from './position-cursor.ts';

/** A cursor over what a term has at an offset, in half positions from that of a hit. */
export interface OffsetCursor {
  readonly cursor: Cursor;
  readonly offset: number;
}

/** The position itself if all cursors agree that a hit may begin there, else one behind it before which they don't. */
export function agreedFrom(cursors: readonly OffsetCursor[], position: number): number {
  for (const { cursor, offset } of cursors) {
    const there = cursor.seek(position + offset) - offset;
    if (there !== position) return there;
  }
  return position;
}
