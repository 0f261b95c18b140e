// The segments of versions, compared with a scan of the sources of versions.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { foldCase } from '@sitegrep/fold';
import { nodeDisk, SegmentsReader } from '@sitegrep/segments';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp, restore } from '../../../../test/backups.ts';
import { compareSteps, versionStep } from '../../../../test/conformance/version-model.ts';
import {
  DOMAIN,
  HOUR,
  numbered,
  pageOf,
  putOf,
  START,
  URLS,
  visited,
} from '../../../../test/conformance/versioned-pages.ts';
import type { DomainIndex } from '../../../domains.ts';
import { StorageCorrupt } from '../../../errors.ts';
import { rebuildTextIndex } from '../../maintenance/rebuild.ts';
import { describeTextIndex, mergeTextIndex } from '../../maintenance/text-index.ts';
import { verifyTextIndex } from '../../maintenance/verify.ts';
import { openSqliteStorage } from '../../storage.ts';
import { openDomainIndex } from '../domain-index.ts';
import { stateReader } from '../state.ts';
import { pagesOfIds } from '../text-ids.ts';
import { seenRows } from './seen-rows.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const BUILD_BYTES = 1 << 20;

function opened(keepVersions: number): Promise<DomainIndex> {
  return openDomainIndex({ dataDir, readers: 1, keepVersions, buildBytes: BUILD_BYTES });
}

/** Texts of which the sources of the model have some. */
const TERMS = ['apples and', 'the shop is', 'nobody knows', 'line 7 of', 'absent', 'https://a.test/b'];

type Times = readonly [url: string, firstSeen: number, lastSeen: number | null];

const byText = (a: Times, b: Times): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Versions with a text of a scope, by the segments of a folder that no process writes. */
function indexed(folder: string, term: string, scope: 'body' | 'rendered' | 'url'): readonly Times[] {
  const db = new DatabaseSync(join(folder, 'domains.sqlite'), { readOnly: true });
  const reader = new SegmentsReader(nodeDisk, join(folder, 'segments-past'), { cacheBytes: 1 << 20 });
  try {
    expect(reader.refresh(stateReader(db)().pastSequence)).toBe(true);
    const terms = { all: [{ bytes: Buffer.from(term), zone: null }], none: [] };
    const rows = seenRows(db);
    return Array.from(pagesOfIds(reader.search(terms, () => {}).ids, scope), (number): Times => {
      const row = rows.numbered(number);
      if (row === null) throw new Error(`there is no row of number ${number}`);
      return [row.url, row.firstSeen, row.lastSeen];
    }).sort(byText);
  } finally {
    reader.close();
    db.close();
  }
}

/** Those that a scan finds. */
async function scanned(index: DomainIndex, term: string, scope: 'body' | 'url'): Promise<readonly Times[]> {
  const found: Times[] = [];
  for (const url of URLS) {
    const listed = (await index.versions(DOMAIN, url))?.versions ?? [];
    const ids = listed.filter(({ lastSeen }) => lastSeen !== null).map(({ id }) => id);
    for (const { utf8, firstSeen, lastSeen } of (await index.versionSources(DOMAIN, url, ids))?.sources ??
      []) {
      const text = scope === 'body' ? Buffer.from(utf8).toString() : url;
      if (foldCase(text).includes(term)) found.push([url, firstSeen, lastSeen]);
    }
  }
  return found.sort(byText);
}

async function rebuild(): Promise<void> {
  await rebuildTextIndex({
    dataDir,
    buildBytes: BUILD_BYTES,
    fullText: true,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
}

it('has the versions that a scan finds, also after a rebuild, a merge and a restore', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(versionStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      const index = await opened(1_000);
      await compareSteps(index, steps);
      const expected: Record<string, unknown> = {};
      for (const term of TERMS)
        for (const scope of ['body', 'url'] as const)
          expected[`${scope}: ${term}`] = await scanned(index, term, scope);
      await index.close();
      const found = (folder: string): Readonly<Record<string, unknown>> =>
        Object.fromEntries(
          TERMS.flatMap((term) =>
            (['body', 'url'] as const).map((scope) => [`${scope}: ${term}`, indexed(folder, term, scope)]),
          ),
        );
      expect(found(dataDir)).toEqual(expected);
      await verifyTextIndex(dataDir, () => {});
      await rebuild();
      expect(found(dataDir)).toEqual(expected);
      await mergeTextIndex(dataDir, BUILD_BYTES);
      expect(found(dataDir)).toEqual(expected);
      await verifyTextIndex(dataDir, () => {});
    }),
    { numRuns: 3 },
  );
  await (await openSqliteStorage({ dataDir, readers: 1 })).close();
  const target = await mkdtemp(join(tmpdir(), 'sitegrep-'));
  const restored = await mkdtemp(join(tmpdir(), 'sitegrep-'));
  await backUp(dataDir, target);
  await restore(target, restored);
  for (const term of TERMS) expect(indexed(restored, term, 'body')).toEqual(indexed(dataDir, term, 'body'));
  await verifyTextIndex(restored, () => {});
  await rm(target, { recursive: true });
  await rm(restored, { recursive: true });
}, 120_000);

it('has what scripts wrote, and drops the versions of a domain with the domain', async () => {
  const index = await opened(10);
  const written = ['<i>by scripts: one</i>', undefined, '<i>by scripts: three</i>'];
  for (const [day, source] of numbered(3).entries()) {
    const at = START + day * 24 * HOUR;
    await index.put([putOf([pageOf(URLS[0], source, at, written[day])], at, { removed: 'others' })]);
  }
  await index.close();
  const first: Times = [URLS[0], START, START];
  expect(indexed(dataDir, 'by scripts', 'rendered')).toEqual([first]);
  expect(indexed(dataDir, '<p>', 'body')).toEqual([first, [URLS[0], START + 24 * HOUR, START + 24 * HOUR]]);
  const again = await opened(10);
  await again.delete(DOMAIN);
  await again.close();
  expect(indexed(dataDir, '<p>', 'body')).toEqual([]);
  await mergeTextIndex(dataDir, BUILD_BYTES);
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toMatchObject({
    pastSegments: { documents: 0, textBytes: 0 },
  });
});

it('has no folder where no version is kept', async () => {
  const index = await opened(0);
  await visited(index, numbered(3));
  await index.close();
  await mergeTextIndex(dataDir, BUILD_BYTES);
  await rebuild();
  expect(existsSync(join(dataDir, 'segments-past'))).toBe(false);
  expect((await describeTextIndex(dataDir))?.segments).toHaveLength(1);
});

describe('damage that the check finds', () => {
  it.each([
    ['a lost row of a version', 'DELETE FROM seen WHERE number = (SELECT max(number) FROM seen)'],
    ['another time', 'UPDATE seen SET last_seen = last_seen + 1'],
    ['a row too many', "INSERT INTO seen VALUES (999999, 999999, 1, 'x', 1, 2, 1, 3)"],
  ])('%s', async (_, statement) => {
    const index = await opened(10);
    await visited(index, numbered(4));
    await index.close();
    const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
    db.exec(statement);
    db.close();
    await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(StorageCorrupt);
    if (statement.startsWith('INSERT')) return;
    await rebuild();
    await expect(verifyTextIndex(dataDir, () => {})).resolves.toMatchObject({ rows: { versions: 3 } });
  });

  it('a flipped bit of a segment, and files that are gone', async () => {
    const index = await opened(10);
    await visited(index, numbered(4));
    await index.close();
    await mergeTextIndex(dataDir, BUILD_BYTES);
    const folder = join(dataDir, 'segments-past');
    const path = join(folder, readdirSync(folder).find((name) => name.endsWith('.segment')) ?? '');
    const whole = readFileSync(path);
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(500) ^ 1, 500);
    writeFileSync(path, damaged);
    await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(StorageCorrupt);
    await rm(folder, { recursive: true });
    await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(StorageCorrupt);
    await rebuild();
    await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
  });
});
