import type { Cursor, StartPosition } from '@sitegrep/search';
import type { SortValue } from '@sitegrep/site';
import { StorageUnavailable } from '../../errors.ts';
import type { Kept, Walk } from '../../walk.ts';
import type { HeldPoint, PointInTime } from './stored-pages.ts';

/** Items that a search found, in order, and whether there are more after them. */
export interface FoundInOrder<Item> {
  /** Number of all that match. */
  readonly total: number;
  readonly items: readonly Item[];
  readonly isCut: boolean;
}

/** Some of the items of a search, and the position after them. */
interface Part<Item> {
  readonly total: number;
  readonly offset: number;
  readonly items: readonly Item[];
  readonly next: Cursor | null;
}

interface Position<Item> {
  readonly held: HeldPoint;
  /** Number of items before these. */
  readonly offset: number;
  readonly valuesOf: (item: Item) => readonly SortValue[];
}

/** Items further on that a walk keeps, and the state of the index in which they were found. */
class Ahead<Item> implements Kept {
  readonly #found: FoundInOrder<Item>;
  readonly #position: Position<Item>;
  #taken = 0;
  /** Position of the next part, as text; null: there is none. */
  #at: string | null = null;

  constructor(found: FoundInOrder<Item>, position: Position<Item>) {
    this.#found = found;
    this.#position = position;
  }

  get point(): PointInTime {
    return this.#position.held.point;
  }

  isAt(from: StartPosition): boolean {
    return (
      from.kind === 'after' && this.#taken < this.#found.items.length && this.#at === textOf(from.cursor)
    );
  }

  take(limit: number): Part<Item> {
    const { total, items, isCut } = this.#found;
    const { offset: before, valuesOf } = this.#position;
    const offset = before + this.#taken;
    const some = items.slice(this.#taken, this.#taken + limit);
    this.#taken += some.length;
    const last = some.at(-1);
    const isEnd = last === undefined || (this.#taken === items.length && !isCut);
    const next = isEnd ? null : { values: [...valuesOf(last)], offset: offset + some.length };
    this.#at = next === null ? null : textOf(next);
    return { total, offset, items: some, next };
  }

  get isEmpty(): boolean {
    return this.#taken === this.#found.items.length;
  }

  release(): Promise<void> {
    return this.#position.held.release();
  }
}

function textOf(cursor: Cursor): string {
  return JSON.stringify([cursor.offset, cursor.values]);
}

export interface WalkedSearch<Item, Page> {
  readonly from: StartPosition;
  readonly limit: number;
  readonly valuesOf: (item: Item) => readonly SortValue[];
  hold(): Promise<HeldPoint>;
  /** Finds what comes after the position, more than `limit` if that costs little more. */
  find(point: PointInTime): Promise<FoundInOrder<Item>>;
  /** Reads what is shown of some items. */
  show(point: PointInTime, part: Part<Item>): Promise<Page>;
}

/** The next part of a walk: from what it keeps, or found anew. */
export async function nextPart<Item, Page>(walk: Walk, search: WalkedSearch<Item, Page>): Promise<Page> {
  // The searches of a walk are of one query, so what it keeps has items of this kind.
  const kept = walk.kept instanceof Ahead ? (walk.kept as Ahead<Item>) : null;
  if (kept?.isAt(search.from) === true) {
    try {
      return await partOf(walk, kept, search);
    } catch (error) {
      // The cluster may have dropped the state meanwhile: a walk may pause for longer than it is kept.
      if (!(error instanceof StorageUnavailable)) throw error;
    }
  }
  await walk.keep(null);
  const held = await search.hold();
  try {
    const offset = search.from.kind === 'offset' ? search.from.offset : search.from.cursor.offset;
    const ahead = new Ahead(await search.find(held.point), { held, offset, valuesOf: search.valuesOf });
    await walk.keep(ahead);
    return await partOf(walk, ahead, search);
  } catch (error) {
    if (walk.kept === null) await held.release();
    await walk.keep(null);
    throw error;
  }
}

async function partOf<Item, Page>(
  walk: Walk,
  ahead: Ahead<Item>,
  { limit, show }: Pick<WalkedSearch<Item, Page>, 'limit' | 'show'>,
): Promise<Page> {
  const page = await show(ahead.point, ahead.take(limit));
  if (ahead.isEmpty) await walk.keep(null);
  return page;
}
