import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll } from 'vitest';
import { describeAccess } from '../test/access-matrix.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-access-'));
describeAccess('sqlite', () => openSqliteStorage({ dataDir, readers: 1 }));
afterAll(() => rm(dataDir, { recursive: true }));
