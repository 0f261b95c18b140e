// Searches for versions in a data folder.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { describeFoundVersions } from '../../../../test/conformance/found-versions.ts';
import { verifyTextIndex } from '../../maintenance/verify.ts';
import { openDomainIndex } from '../domain-index.ts';

/** How often random searches are compared with a plain scan; found-versions.slow.test.ts does so more often. */
const RUNS = 40;

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

describeFoundVersions(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
  folders.push(dataDir);
  return {
    open: (keepVersions) => openDomainIndex({ dataDir, readers: 1, keepVersions }),
    check: () => verifyTextIndex(dataDir, () => {}),
  };
}, RUNS);
