import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { killWhileWriting } from '../../test/kill-storage.ts';
import { verifyTextIndex } from './maintenance/verify.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('has every acknowledged document after its processes were killed in the middle of writing, again and again', async () => {
  for (let round = 0; round < 6; round++) await killWhileWriting(dataDir, round);
  // The counts of domains that are not stored, too.
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
});
