import { join } from 'node:path';
import { expect } from 'vitest';
import { SegmentBuilder } from '../src/build/build-segment.ts';
import { nodeDisk, type Disk } from '../src/disk.ts';
import { inlineWorkers } from '../src/store/build-workers.ts';
import { verifyIndex } from '../src/store/inspect-index.ts';
import { SegmentsReader } from '../src/store/reader.ts';
import { SegmentStore, type StoreOptions } from '../src/store/store.ts';
import { FaultyDisk } from './faulty-disk.ts';
import type { Survivors } from './power-loss.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { soughtTerm } from './workbench.ts';

/** Acknowledged operations: the caller's own commit, which is durable at once here. */
class Caller {
  committed = 0;
  readonly documents = new Map<number, string>();
}

const DOCUMENTS = 12;

const builder = new SegmentBuilder({ positionBytes: 1 << 12 });

/**
 * Puts, replaces and removes documents, a log for every other one, builds, merges, and opens the store anew in
 * between.
 */
async function scenario(disk: Disk, folder: string, caller: Caller, problems: unknown[]): Promise<void> {
  const options: StoreOptions = {
    logBytes: 60,
    segmentBytes: 100_000,
    restMs: 0,
    workers: inlineWorkers(disk, builder),
    onProblem: (error) => problems.push(error),
  };
  let store = SegmentStore.open(disk, folder, caller.committed, options);
  for (let number = 0; number < DOCUMENTS; number++) {
    const replaced = number % 3 === 2 ? ([...caller.documents.keys()][0] ?? null) : null;
    const text = `document ${number} of the scenario`;
    const sequence = caller.committed + 1;
    store.append([
      { kind: 'put', sequence, replaces: replaced, owner: 1, parts: [Buffer.from(text)], zones: [] },
    ]);
    store.sync();
    caller.committed = sequence;
    if (replaced !== null) caller.documents.delete(replaced);
    caller.documents.set(sequence, text);
    store.commit();
    if (number % 4 === 3) await store.settled();
    if (number === 6) {
      await store.close();
      store = SegmentStore.open(disk, folder, caller.committed, options);
    }
  }
  await store.mergeAll();
  await store.close();
}

/** Tries again, once: what failed for lack of space, or of files, may succeed the next time. */
async function twice<T>(work: () => T | Promise<T>, failed: unknown[]): Promise<T> {
  try {
    return await work();
  } catch (error) {
    failed.push(error);
    return work();
  }
}

/** Runs the same on a disk where one call fails: what is refused is given up, everything else goes on. */
async function refusedScenario(disk: Disk, folder: string, caller: Caller, failed: unknown[]): Promise<void> {
  const options: StoreOptions = {
    logBytes: 60,
    segmentBytes: 100_000,
    restMs: 0,
    workers: inlineWorkers(disk, builder),
    onProblem: (error) => failed.push(error),
  };
  const store = await twice(() => SegmentStore.open(disk, folder, caller.committed, options), failed);
  for (let number = 0; number < DOCUMENTS; number++) {
    const replaced = number % 3 === 2 ? ([...caller.documents.keys()][0] ?? null) : null;
    const text = `document ${number} of the scenario`;
    const sequence = caller.committed + 1;
    try {
      store.append([
        { kind: 'put', sequence, replaces: replaced, owner: 1, parts: [Buffer.from(text)], zones: [] },
      ]);
      store.sync();
    } catch (error) {
      failed.push(error);
      store.rollback();
      continue;
    }
    caller.committed = sequence;
    if (replaced !== null) caller.documents.delete(replaced);
    caller.documents.set(sequence, text);
    store.commit();
    if (number % 4 === 3) await twice(() => store.settled(), failed);
  }
  await twice(() => store.mergeAll(), failed);
  await store.close();
}

/** Opens what a crash or a failure left, and compares it with what was acknowledged. */
async function expectComplete(folder: string, { committed, documents }: Caller): Promise<void> {
  // The checks after the crash are not about another one.
  const disk: Disk = { ...nodeDisk, sync: () => {}, syncFolder: () => {} };
  const workers = inlineWorkers(disk, builder);
  const onProblem = (error: unknown): never => {
    throw error;
  };
  const store = SegmentStore.open(disk, folder, committed, {
    logBytes: 60,
    segmentBytes: 100_000,
    restMs: 0,
    workers,
    onProblem,
  });
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes: 0 });
  const answers = (term: string): readonly number[] => {
    expect(reader.refresh(committed)).toBe(true);
    return [...reader.search({ all: [soughtTerm(term)], none: [] }, () => {}).ids];
  };
  const expected = (term: string): readonly number[] =>
    [...documents].filter(([, text]) => text.includes(term)).map(([id]) => id);
  for (const term of ['document', 't 1', 'document 7 of', 'x']) expect(answers(term)).toEqual(expected(term));
  await store.mergeAll();
  for (const term of ['scenario', '11', 'document 3 of']) expect(answers(term)).toEqual(expected(term));
  reader.close();
  await store.close();
  verifyIndex(nodeDisk, folder, committed, () => {});
}

/** Cuts the power at every `step`th change of the disk, and checks that everything that was acknowledged is there. @returns how many losses */
export async function checkPowerLosses(step: number): Promise<number> {
  const whole = temporaryFolder();
  const quiet = new FaultyDisk(whole);
  const problems: unknown[] = [];
  await scenario(quiet, join(whole, 'index'), new Caller(), problems);
  expect(problems).toEqual([]);
  expect(quiet.changes).toBeGreaterThan(150);
  let losses = 0;
  for (let moment = 1; moment <= quiet.changes; moment += step) {
    const stored: readonly Survivors[] = ['nothing', { some: 'subset', seed: moment }];
    for (const choice of moment % 10 === 0 ? ['everything' as const, ...stored] : stored) {
      const root = temporaryFolder();
      const folder = join(root, 'index');
      const disk = new FaultyDisk(root, { powerLossAfter: moment });
      const caller = new Caller();
      await expect(scenario(disk, folder, caller, [])).rejects.toThrow('the power is lost');
      disk.crash(choice);
      await expectComplete(folder, caller);
      losses++;
    }
  }
  return losses;
}

/** Kinds of calls that may fail. */
export const CALLS = ['write', 'sync', 'rename', 'open', 'remove', 'syncFolder'] as const;

/** Lets every `step`th call of a kind fail, and checks that everything that was acknowledged is there. @returns the number of the last call */
export async function checkFailures(call: (typeof CALLS)[number], step: number): Promise<number> {
  let nth = 1;
  for (let isDone = false; !isDone; nth += step) {
    const root = temporaryFolder();
    const disk = new FaultyDisk(root, { failures: [{ call, nth, code: 'ENOSPC' }] });
    const caller = new Caller();
    const failed: unknown[] = [];
    await refusedScenario(disk, root, caller, failed);
    await expectComplete(root, caller);
    for (const error of failed) expect(error).toMatchObject({ code: 'ENOSPC' });
    // No call was left to fail.
    isDone = failed.length === 0;
  }
  return nth - step;
}
