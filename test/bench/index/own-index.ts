import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  MAX_SEGMENT_BYTES,
  nodeDisk,
  SegmentsReader,
  type Operation,
  type SegmentStore,
} from '@sitegrep/segments';
import { CACHE_BYTES, type OpenEngine } from './engine.ts';
import type { TextDocument } from './texts.ts';

export type StoreOptions = Parameters<typeof SegmentStore.open>[3];

/** Merge policy as the storage sets it. */
export const POLICY = {
  logBytes: 16 << 20,
  segmentBytes: MAX_SEGMENT_BYTES,
  restMs: 10_000,
} as const satisfies Partial<StoreOptions>;

/** Merges nothing: no two segments fit into one. */
export const NO_MERGES = { ...POLICY, segmentBytes: 0 } as const;

/** A log overshoots its size by a batch; of all of it half as many positions as bytes are sorted, 4 bytes each. */
export const POSITION_BYTES = 96 << 20;

/** A document's id is its number and one. */
export function putOf({ number, pages }: TextDocument): Operation {
  return { kind: 'put', sequence: number + 1, replaces: null, owner: number, parts: pages, zones: [] };
}

/** Opens an index with so many documents, all of them committed. */
export function openOwn(folder: string, documents: number): OpenEngine & { readonly memoryBytes: number } {
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes: CACHE_BYTES });
  const refresh = (): void => {
    if (!reader.refresh(documents)) throw new Error(`${folder} has other documents`);
  };
  refresh();
  return {
    search(term) {
      refresh();
      return reader.search({ all: [{ bytes: Buffer.from(term), zone: null }], none: [] }, () => {}).ids;
    },
    documentsOf: (ids) => Array.from(ids, (id) => id - 1),
    memoryBytes: reader.memoryBytes,
    reopen() {
      reader.close();
      refresh();
    },
    close: () => reader.close(),
  };
}

/** The same index in another folder, in files of its own: links would share the page cache. */
export function copyIndex(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) copyFileSync(join(from, name), join(to, name));
}
