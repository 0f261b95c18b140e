import { expect, test } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { FIRST_MANIFEST, type Manifest, type SegmentEntry } from './manifest.ts';
import { nextMerge, nextMergeAtRest, type Patience } from './merge-policy.ts';

const MIB = 2 ** 20;
const POLICY = { logBytes: 16 * MIB, segmentBytes: 2 ** 31 };

/** Segments as the policy has them merged, and how much text that took. */
class Merged {
  segments: readonly SegmentEntry[] = [];
  /** Maximum that there were once merges had ended. */
  most = 0;
  copiedBytes = 0;

  add(textBytes: number, patience: Patience): void {
    this.segments = [...this.segments, segment(this.segments.length + 1, textBytes)];
    this.merge(patience);
    this.most = Math.max(this.most, this.segments.length);
  }

  merge(patience: Patience): void {
    this.#mergeAll((manifest) => nextMerge(manifest, POLICY, patience));
  }

  rest(): void {
    this.#mergeAll((manifest) => nextMergeAtRest(manifest, POLICY) ?? nextMerge(manifest, POLICY, 'none'));
  }

  #mergeAll(next: (manifest: Manifest) => readonly SegmentEntry[] | null): void {
    for (;;) {
      const chosen = next({ ...FIRST_MANIFEST, segments: this.segments });
      if (chosen === null) return;
      const at = this.segments.findIndex((entry) => entry === chosen[0]);
      if (chosen.some((entry, index) => entry !== this.segments[at + index]))
        throw new Error('segments that are not neighbours');
      const bytes = chosen.reduce((sum, { textBytes }) => sum + textBytes, 0);
      this.copiedBytes += bytes;
      this.segments = this.segments.toSpliced(at, chosen.length, segment(chosen[0]?.number ?? 0, bytes));
    }
  }
}

function segment(number: number, textBytes: number): SegmentEntry {
  return {
    number,
    bytes: textBytes,
    checksum: 0,
    documents: 1,
    firstId: 1,
    lastId: 1,
    textBytes,
    dead: null,
  };
}

test('while logs keep coming, texts are merged only on every second level, or on every third', () => {
  const LOGS = 1_024;
  const [eager, patient, unsearched] = [new Merged(), new Merged(), new Merged()];
  for (let log = 0; log < LOGS; log++) {
    eager.add(POLICY.logBytes, 'none');
    patient.add(POLICY.logBytes, 'while searched');
    unsearched.add(POLICY.logBytes, 'until searched');
  }
  // 16, 64, 256, 1,024 MiB; and 16, 128, 1,024 MiB.
  const gigabytes = LOGS / 64;
  expect(eager.copiedBytes).toBe(3 * LOGS * POLICY.logBytes);
  expect(patient.copiedBytes).toBe(2 * LOGS * POLICY.logBytes);
  expect(eager.segments).toHaveLength(gigabytes);
  expect(patient.segments).toHaveLength(gigabytes);
  expect(eager.most - gigabytes).toBeLessThan(3 * 3);
  expect(patient.most - gigabytes).toBeLessThan(2 * 7);
  // 16, 512, 2,048 MiB, since four of 512 are as large as a segment may be: smaller ones have been copied once.
  expect(unsearched.copiedBytes).toBeLessThan(2 * LOGS * POLICY.logBytes);
  expect(unsearched.most - gigabytes).toBeLessThan(36);
});

test('segments that nobody searched are merged with the next log after a search', () => {
  const merged = new Merged();
  for (let log = 0; log < 31; log++) merged.add(POLICY.logBytes, 'until searched');
  expect([merged.segments.length, merged.copiedBytes]).toEqual([31, 0]);
  merged.add(POLICY.logBytes, 'while searched');
  expect(merged.segments.length).toBeLessThan(8);
  expect(merged.copiedBytes).toBe(32 * POLICY.logBytes);
});

test('segments that wait for more are merged in the end as if they had not waited', () => {
  const merged = new Merged();
  for (let log = 0; log < 7; log++) merged.add(POLICY.logBytes, 'while searched');
  expect(merged.segments).toHaveLength(7);
  merged.merge('none');
  expect(merged.segments.map(({ textBytes }) => textBytes / POLICY.logBytes)).toEqual([7]);
});

test('segments stay few, whatever the sizes of logs, and whenever writing rests', () => {
  const random = seededRandom(17);
  for (let round = 0; round < 20; round++) {
    const merged = new Merged();
    for (let log = 0; log < 400; log++) {
      merged.add((1 + random(20)) * MIB, random(20) > 0 ? 'while searched' : 'none');
      const small = merged.segments.filter(({ textBytes }) => textBytes < 512 * MIB);
      expect(small.length).toBeLessThan(30);
    }
    merged.merge('none');
    expect(merged.segments.filter(({ textBytes }) => textBytes < 512 * MIB).length).toBeLessThan(20);
  }
});

test('at rest, each segment is much larger than all later ones, or they would be too large together', () => {
  const random = seededRandom(5);
  for (let round = 0; round < 50; round++) {
    const merged = new Merged();
    for (let log = random(300); log >= 0; log--) {
      merged.add((1 + random(20)) * MIB, random(4) > 0 ? 'while searched' : 'none');
      if (random(30) === 0) merged.rest();
    }
    merged.rest();
    const sizes = merged.segments.map(({ textBytes }) => textBytes);
    const wrong = sizes.filter((size, at) => {
      const all = sizes.slice(at + 1).reduce((sum, bytes) => sum + bytes, 0);
      return size <= 2 * all && size + all <= POLICY.segmentBytes;
    });
    expect(wrong).toEqual([]);
  }
});

test('an import at once becomes one segment at rest, and texts are copied a few times if writing rests after each log', () => {
  const [once, often] = [new Merged(), new Merged()];
  const LOGS = 120;
  for (let log = 0; log < LOGS; log++) {
    once.add(POLICY.logBytes, 'while searched');
    often.add(POLICY.logBytes, 'while searched');
    often.rest();
  }
  once.rest();
  expect(once.segments).toHaveLength(1);
  expect(once.copiedBytes).toBeLessThan(3 * LOGS * POLICY.logBytes);
  // Each merge makes the oldest text in it half as much again, and 1.5 to the power of 12 is 129.
  expect(often.copiedBytes).toBeLessThan(12 * LOGS * POLICY.logBytes);
  expect(often.most).toBeLessThan(8);
});
