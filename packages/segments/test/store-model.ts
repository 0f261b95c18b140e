// A store with a reader beside it, a model to which the same is done, and a plain scan of the model to compare with.
import { SegmentBuilder } from '../src/build/build-segment.ts';
import { nodeDisk, type Disk } from '../src/disk.ts';
import { inlineWorkers } from '../src/store/build-workers.ts';
import { KnownMatches } from '../src/store/known-matches.ts';
import type { Operation } from '../src/store/log-format.ts';
import { SegmentsReader, type Terms } from '../src/store/reader.ts';
import { SegmentStore, type StoreOptions } from '../src/store/store.ts';
import { ownerOf, queryOf, scan, zonesOf, type Document } from './workbench.ts';

/** A step; numbers choose among what there is. */
export type Step =
  | { readonly kind: 'put'; readonly parts: readonly string[]; readonly replaced: number | null }
  | { readonly kind: 'remove'; readonly removed: number }
  | { readonly kind: 'roll back'; readonly parts: readonly string[] }
  | { readonly kind: 'seal' }
  | { readonly kind: 'settle' }
  | { readonly kind: 'merge all' }
  | { readonly kind: 'rest' }
  | { readonly kind: 'reopen'; readonly leftOver: readonly string[] | null }
  | { readonly kind: 'new reader' };

const KNOWN_BYTES = 40_000;

const builder = new SegmentBuilder({ positionBytes: 1 << 16 });

export class StoreModel {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #options: StoreOptions;
  readonly #documents = new Map<number, Document>();
  readonly problems: unknown[] = [];
  #store: SegmentStore;
  #reader: SegmentsReader;
  /** Goes on from earlier answers; stores some tens of them. */
  #known: KnownMatches;
  #committed = 0;

  constructor(
    folder: string,
    sizes: { readonly logBytes: number; readonly segmentBytes: number; readonly restMs: number },
  ) {
    // No step here is about a loss of power.
    this.#disk = { ...nodeDisk, sync: () => {}, syncFolder: () => {} };
    this.#folder = folder;
    this.#options = {
      ...sizes,
      workers: inlineWorkers(this.#disk, builder),
      onProblem: (error) => this.problems.push(error),
    };
    this.#store = SegmentStore.open(this.#disk, folder, 0, this.#options);
    this.#reader = this.#newReader();
    this.#known = new KnownMatches(this.#reader, KNOWN_BYTES);
  }

  get store(): SegmentStore {
    return this.#store;
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'put':
        return this.#commit(this.#put(step.parts, step.replaced));
      case 'remove': {
        const removes = this.#chosen(step.removed);
        if (removes === null) return;
        return this.#commit({ kind: 'remove', sequence: this.#committed + 1, removes });
      }
      case 'roll back':
        this.#store.append([this.#put(step.parts, 0)]);
        this.#store.rollback();
        return;
      case 'seal':
        this.#store.seal();
        return;
      case 'settle':
        await this.#store.settled();
        return;
      case 'merge all':
        await this.#store.mergeAll();
        return;
      case 'rest':
        await this.#store.idle();
        return;
      case 'reopen':
        if (step.leftOver !== null) this.#store.append([this.#put(step.leftOver, 0)]);
        await this.#store.close();
        this.#store = SegmentStore.open(this.#disk, this.#folder, this.#committed, this.#options);
        return;
      case 'new reader':
        this.#reader.close();
        this.#reader = this.#newReader();
        this.#known = new KnownMatches(this.#reader, KNOWN_BYTES);
    }
  }

  /** Ids by the index, and by a scan. */
  answers(terms: {
    readonly all: readonly string[];
    readonly none: readonly string[];
    readonly zone: number | null;
  }): {
    readonly index: readonly number[];
    readonly scan: readonly number[];
  } {
    if (!this.#reader.refresh(this.#committed)) throw new Error('the files are ahead of what was committed');
    const { terms: all, excluded: none } = queryOf(terms.all, terms.none, terms.zone);
    const query: Terms = { all, none };
    const scanned = scan([...this.#documents.values()], { terms: all, excluded: none });
    const { ids } = this.#reader.search(query, () => {});
    const continued = this.#known.search(query, () => {});
    if (continued.ids.join() !== ids.join())
      throw new Error(`${JSON.stringify(terms)}: ${continued.ids.join()} continued, ${ids.join()} anew`);
    const owners = this.#reader.ownersOf(ids);
    if (owners.join() !== [...ids].map(ownerOf).join())
      throw new Error(`${JSON.stringify(terms)}: ${owners.join()} are not the owners of ${ids.join()}`);
    const odd = { has: (owner: number): boolean => owner % 2_000 !== 0 };
    const ofOdd = this.#reader.search(query, () => {}, null, odd).ids;
    if (ofOdd.join() !== [...ids].filter((id) => odd.has(ownerOf(id))).join())
      throw new Error(`${JSON.stringify(terms)}: ${ofOdd.join()} among some owners`);
    return { index: [...ids], scan: scanned };
  }

  async close(): Promise<void> {
    this.#reader.close();
    await this.#store.close();
  }

  #commit(operation: Operation): void {
    this.#store.append([operation]);
    this.#store.sync();
    this.#committed = operation.sequence;
    this.#store.commit();
    if (operation.kind === 'remove') this.#documents.delete(operation.removes);
    else {
      if (operation.replaces !== null) this.#documents.delete(operation.replaces);
      this.#documents.set(operation.sequence, { id: operation.sequence, ...operation });
    }
  }

  #put(texts: readonly string[], replaced: number | null): Operation {
    const replaces = replaced === null ? null : this.#chosen(replaced);
    const sequence = this.#committed + 1;
    const parts = texts.map((text) => Buffer.from(text));
    return { kind: 'put', sequence, replaces, owner: ownerOf(sequence), parts, zones: zonesOf(parts) };
  }

  #chosen(number: number): number | null {
    return [...this.#documents.keys()][number % Math.max(1, this.#documents.size)] ?? null;
  }

  #newReader(): SegmentsReader {
    return new SegmentsReader(this.#disk, this.#folder, { cacheBytes: 0 });
  }
}
