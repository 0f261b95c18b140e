import { DocIdSlice } from '../codec/doc-ids.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import type { DocumentList } from '../segment/lists.ts';
import type { DocumentLists } from './document-lists.ts';
import { DROPPED, type Source } from './live-runs.ts';

/** For segments of which any documents are gone: takes lists apart. */
export class DocumentMover implements DocumentLists {
  readonly list: DocIdSlice;
  readonly #cache: GranuleCache;
  #list = new Uint32Array(0);

  constructor(cache: GranuleCache, documents: number) {
    this.#cache = cache;
    this.list = new DocIdSlice(new Uint32Array(documents), 0, 0);
  }

  get count(): number {
    return this.list.count;
  }

  begin(): void {
    this.clear();
  }

  clear(): void {
    this.list.to = 0;
  }

  addPair(source: Source): void {
    this.#add(source, source.group.pair);
  }

  addTrigram(source: Source, third: number): void {
    this.#add(source, source.group.documentsOf(third));
  }

  addSymbol(source: Source, symbol: number): void {
    this.#add(source, source.segment.symbol(symbol));
  }

  #add({ segment, runs }: Source, list: DocumentList): void {
    if (list.count === 0) return;
    if (this.#list.length < list.count) this.#list = new Uint32Array(segment.ids.length);
    segment.readDocuments(this.#cache, list, this.#list);
    const { docIds } = runs;
    const { docIds: moved } = this.list;
    let { count } = this;
    for (let at = 0; at < list.count; at++) {
      const docId = docIds[this.#list[at] ?? 0] ?? DROPPED;
      if (docId !== DROPPED) moved[count++] = docId;
    }
    this.list.to = count;
  }
}
