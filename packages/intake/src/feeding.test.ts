import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { describeFeeding } from '../test/feeder-suite.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

describeFeeding(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-feeding-'));
  folders.push(dataDir);
  return { kind: 'sqlite', dataDir };
});
