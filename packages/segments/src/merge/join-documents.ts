import type { GranuleCache } from '../segment/granule-cache.ts';
import type { DocumentLists } from './document-lists.ts';
import type { JoinBuffers } from './join-buffers.ts';
import { JoinedLists } from './joined-lists.ts';
import type { Source } from './live-runs.ts';

/** For segments of which every document is alive. */
export class DocumentJoiner implements DocumentLists {
  readonly list: JoinedLists;
  readonly #cache: GranuleCache;
  readonly #room: JoinBuffers;
  /** Behind what was brought. */
  #end: number;

  constructor(cache: GranuleCache, room: JoinBuffers) {
    this.list = new JoinedLists(room);
    this.#cache = cache;
    this.#room = room;
    this.#end = room.groups;
  }

  get count(): number {
    return this.list.count;
  }

  begin(): void {
    this.clear();
    this.#end = this.#room.groups;
  }

  clear(): void {
    this.list.clear();
  }

  addPair(source: Source): void {
    const { segment, group } = source;
    this.#end = group.bring(this.#cache, segment.file, this.#end);
    this.#add(source, group.addressOf(group.pair.at), group.pair.count);
  }

  addTrigram(source: Source, third: number): void {
    const { group } = source;
    const count = group.documents[third] ?? 0;
    if (count > 0) this.#add(source, group.addressOf(group.documentsAt[third] ?? 0), count);
  }

  addSymbol(source: Source, symbol: number): void {
    const { segment } = source;
    const { count, at, bytes } = segment.symbol(symbol);
    this.#cache.copy(segment.file, at, bytes, this.#cache.bytes, this.#end);
    this.#add(source, this.#end, count);
    this.#end += bytes;
  }

  #add({ segment: { ids }, runs }: Source, address: number, count: number): void {
    this.list.add(address, count, ids.length, runs.first ?? 0);
  }
}
