import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFailed } from 'vitest';
import { SegmentBuilder } from '../src/build/build-segment.ts';
import { nodeDisk } from '../src/disk.ts';
import { inlineWorkers, type BuildWorkers } from '../src/store/build-workers.ts';
import { verifyIndex } from '../src/store/inspect-index.ts';
import { filesOf, FIRST_MANIFEST, MANIFEST_NAME, readManifest } from '../src/store/manifest.ts';
import { SegmentsReader } from '../src/store/reader.ts';
import { SegmentStore } from '../src/store/store.ts';
import { ChangeScript, partsOf } from './change-script.ts';
import { readCommitted, SIZES } from './killed-caller.ts';
import { runAndKill, traceOf, type Interrupted, type Moment } from './killed-process.ts';
import { seededRandom } from './seeded-random.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { queryOf, scan, zonesOf } from './workbench.ts';

const TERMS = [
  'a',
  'é',
  '="',
  'ab',
  'aaa',
  'aé',
  'jquery',
  'href=script',
  '<div class="',
  '       ',
  '">ab',
  'absent',
];

/** Kills after which it is given up to meet the moments that matter. */
const MAX_KILLS = 400;

/**
 * Kills a process that changes documents so many times, at random moments, and checks after each that everything that
 * was acknowledged is there, and nothing else. Each kill takes about half a second. It goes on until the kills came often
 * enough at moments that are rare on a fast disk.
 *
 * @returns what was under way at the kills
 */
export async function killAndCheck(
  kills: number,
  isEnough: (interrupted: readonly Interrupted[]) => boolean,
): Promise<readonly Interrupted[]> {
  const seed = randomInt(1, 2 ** 31);
  onTestFailed(() => {
    process.stderr.write(`the seed was ${seed}\n`);
  });
  const random = seededRandom(seed);
  const folder = temporaryFolder();
  const index = join(folder, 'index');
  // The first kill may come before the store has made it.
  nodeDisk.makeFolder(index);
  const script = new ChangeScript(seed);
  const interrupted: Interrupted[] = [];
  while (interrupted.length < kills || (!isEnough(interrupted) && interrupted.length < MAX_KILLS)) {
    const run = await runAndKill(folder, seed, momentOf(random));
    expect(run.problems).toEqual([]);
    const committed = readCommitted(folder);
    // Operations that were not acknowledged may be there, but only complete batches.
    const before = script.last;
    expect([run.acknowledged ?? before, run.begun ?? before]).toContain(committed);
    script.advanceTo(committed);
    expect(script.last).toBe(committed);
    interrupted.push(traceOf(index, committed, run));

    expectAnswers(index, script, seed);
    // Every other time, the next process meets the folder as the kill left it.
    if (random(2) === 0) continue;
    await (await openedStore(index, committed, idleWorkers)).close();
    expect([...nodeDisk.list(index)].sort()).toEqual(
      [MANIFEST_NAME, ...filesOf(readManifest(nodeDisk, index) ?? FIRST_MANIFEST)].sort(),
    );
    expectAnswers(index, script, seed);
  }

  const store = await openedStore(
    index,
    script.last,
    inlineWorkers(nodeDisk, new SegmentBuilder({ positionBytes: 1 << 20 })),
  );
  await store.mergeAll();
  await store.close();
  expectAnswers(index, script, seed);
  expect(store.manifest.segments.map(({ documents }) => documents)).toEqual([script.live.length]);
  return interrupted;
}

/**
 * Moments at which a process is killed: the nth of a kind, and up to so many milliseconds later. The first build and
 * the first merge wait for their threads to start.
 */
const MOMENTS = [
  { kind: 'open', nth: [1, 1], ms: 10 },
  { kind: 'append', nth: [1, 40], ms: 2 },
  { kind: 'committed', nth: [1, 40], ms: 5 },
  { kind: 'write', nth: [1, 60], ms: 0 },
  { kind: 'build', nth: [2, 5], ms: 8 },
  { kind: 'merge', nth: [2, 3], ms: 8 },
  { kind: 'merge', nth: [1, 2], ms: 60 },
] as const;

function momentOf(random: (below: number) => number): Moment {
  const {
    kind,
    nth: [least, most],
    ms,
  } = MOMENTS[random(MOMENTS.length)] ?? MOMENTS[0];
  return { kind, nth: least + random(most - least + 1), thenMs: (random(1_000) * ms) / 1_000 };
}

/** Checks that every search finds what a plain scan of the live documents finds, and no file is damaged. */
function expectAnswers(index: string, script: ChangeScript, seed: number): void {
  const documents = script.live.map((id) => {
    const parts = partsOf(seed, id).map((part) => Buffer.from(part));
    return { id, parts, zones: zonesOf(parts) };
  });
  const reader = new SegmentsReader(nodeDisk, index, { cacheBytes: 1 << 20 });
  try {
    expect(reader.refresh(script.last)).toBe(true);
    const own = [script.live[0], script.live.at(-1), script.last, Math.floor(script.last / 2)];
    for (const term of [...TERMS, ...own.map((id) => `#${id};`)]) {
      for (const [none, zone] of [
        [[], null],
        [['aaaa'], null],
        [[], 0],
        [['a'], 1],
      ] as const) {
        const { terms, excluded } = queryOf([term], none, zone);
        const { ids } = reader.search({ all: terms, none: excluded }, () => {});
        expect({ term, zone, ids: [...ids] }).toEqual({
          term,
          zone,
          ids: scan(documents, { terms, excluded }),
        });
      }
    }
  } finally {
    reader.close();
  }
  verifyIndex(nodeDisk, index, script.last, () => {});
}

/** Workers that build and merge nothing. */
const idleWorkers: BuildWorkers = {
  build: () => Promise.reject(new Error('not now')),
  merge: () => Promise.reject(new Error('not now')),
  close: async () => {},
};

async function openedStore(index: string, committed: number, workers: BuildWorkers): Promise<SegmentStore> {
  const store = SegmentStore.open(nodeDisk, index, committed, { ...SIZES, workers, onProblem: () => {} });
  await store.idle();
  return store;
}
