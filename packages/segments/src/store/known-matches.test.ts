import { expect, it } from 'vitest';
import { put } from '../../test/logs.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { soughtTerm } from '../../test/workbench.ts';
import { SegmentBuilder } from '../build/build-segment.ts';
import { nodeDisk, type Disk } from '../disk.ts';
import { inlineWorkers } from './build-workers.ts';
import { KnownMatches } from './known-matches.ts';
import { SegmentsReader, type Terms } from './reader.ts';
import { SegmentStore } from './store.ts';

const MAX_ENTRIES = 1 << 20;

/** An index that reads a file only when it is searched. */
class Index {
  readonly #folder = temporaryFolder();
  readonly #store: SegmentStore;
  #last = 0;
  reads = 0;

  constructor() {
    this.#store = SegmentStore.open(nodeDisk, this.#folder, 0, {
      logBytes: 1 << 20,
      segmentBytes: 1 << 20,
      restMs: 0,
      workers: inlineWorkers(nodeDisk, new SegmentBuilder({ positionBytes: 1 << 12 })),
      onProblem: (error) => {
        throw error;
      },
    });
  }

  reader(): SegmentsReader {
    const disk: Disk = {
      ...nodeDisk,
      read: (...call) => {
        this.reads++;
        return nodeDisk.read(...call);
      },
    };
    const reader = new SegmentsReader(disk, this.#folder, { cacheBytes: 0 });
    this.refresh(reader);
    return reader;
  }

  refresh(reader: SegmentsReader): void {
    if (!reader.refresh(this.#last)) throw new Error('the files are ahead of what was committed');
    this.reads = 0;
  }

  write(replaces: number | null, ...parts: string[]): number {
    this.#store.append([put(++this.#last, parts, replaces)]);
    this.#store.sync();
    this.#store.commit();
    return this.#last;
  }

  async build(): Promise<void> {
    this.#store.seal();
    await this.#store.idle();
  }
}

function terms(all: readonly string[], none: readonly string[] = []): Terms {
  return { all: all.map((text) => soughtTerm(text)), none: none.map((text) => soughtTerm(text)) };
}

async function smallIndex(): Promise<Index> {
  const index = new Index();
  index.write(null, 'apples and pears');
  index.write(null, 'apples and plums');
  index.write(null, 'pears and plums');
  index.write(null, 'pears and apples, no plums');
  await index.build();
  return index;
}

it('derives the matches of several terms from those of each alone, and reads nothing', async () => {
  const index = await smallIndex();
  const reader = index.reader();
  const known = new KnownMatches(reader, MAX_ENTRIES);
  const find = (query: Terms): number[] => [...known.search(query, () => {}).ids];
  for (const term of ['apples', 'pears', 'plums']) find(terms([term]));
  expect(index.reads).toBeGreaterThan(0);
  index.reads = 0;
  expect(find(terms(['apples', 'pears']))).toEqual([1, 4]);
  expect(find(terms(['apples', 'pears', 'plums']))).toEqual([4]);
  expect(find(terms(['apples'], ['plums']))).toEqual([1]);
  expect(find(terms(['apples', 'pears'], ['plums']))).toEqual([1]);
  expect(index.reads).toBe(0);
  reader.close();
});

it('searches for terms one of which is unknown', async () => {
  const index = await smallIndex();
  const reader = index.reader();
  const known = new KnownMatches(reader, MAX_ENTRIES);
  const find = (query: Terms): number[] => [...known.search(query, () => {}).ids];
  find(terms(['apples']));
  expect(find(terms(['apples', 'pears']))).toEqual([1, 4]);
  expect(find(terms(['apples'], ['plums']))).toEqual([1]);
  expect(find(terms(['plums', 'apples'], ['no']))).toEqual([2]);
  reader.close();
});

it('goes on from the oldest of the stored answers, whichever term it belongs to', async () => {
  const index = await smallIndex();
  const reader = index.reader();
  for (const order of [
    ['apples', 'plums'],
    ['plums', 'apples'],
  ]) {
    const known = new KnownMatches(reader, MAX_ENTRIES);
    const find = (query: Terms): number[] => [...known.search(query, () => {}).ids];
    index.refresh(reader);
    const [older = '', newer = ''] = order;
    find(terms([older]));
    const replaced = index.write(null, 'apples alone');
    index.write(replaced, 'apples and plums again');
    const added = index.write(null, 'apples alone again');
    index.refresh(reader);
    find(terms([newer]));
    const more = index.write(null, 'plums, and apples');
    await index.build();
    index.refresh(reader);
    const expected = [...reader.search(terms(['apples'], ['plums']), () => {}).ids];
    expect(expected).toContain(added);
    expect(find(terms(['apples'], ['plums']))).toEqual(expected);
    expect(find(terms(['apples', 'plums']))).toContain(more);
    expect(find(terms(['apples', 'plums']))).toEqual([
      ...reader.search(terms(['apples', 'plums']), () => {}).ids,
    ]);
  }
  reader.close();
});

it('stores no more than it may', async () => {
  const index = await smallIndex();
  const reader = index.reader();
  const known = new KnownMatches(reader, 2_500);
  const isLookedFor = (term: string): boolean => {
    let calls = 0;
    known.search(terms([term]), () => void calls++);
    return calls > 0;
  };
  expect(['apples', 'pears'].map(isLookedFor)).toEqual([true, true]);
  expect(['apples', 'pears'].map(isLookedFor)).toEqual([false, false]);
  expect(['plums', 'apples'].map(isLookedFor)).toEqual([true, true]);
  reader.close();
});
