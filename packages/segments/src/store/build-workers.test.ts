import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { put } from '../../test/logs.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { nodeDisk } from '../disk.ts';
import { threadedWorkers, type BuildWorkers } from './build-workers.ts';
import { LogWriter } from './log-writer.ts';
import { fileName } from './manifest.ts';

let folder: string;
let workers: BuildWorkers;
beforeEach(() => {
  folder = temporaryFolder();
  workers = threadedWorkers({ positionBytes: 1 << 12, load: new Int32Array(new SharedArrayBuffer(4)) });
});
afterEach(() => workers.close());

/** A log of two documents. */
function writeLog(number: number, after: number): string {
  const path = join(folder, fileName(number, 'log'));
  const log = LogWriter.create(nodeDisk, path, after);
  log.append([put(after + 1, ['one document']), put(after + 2, ['another document'])]);
  log.sync();
  log.close();
  return path;
}

describe('build threads', () => {
  it('builds and merges', async () => {
    writeLog(1, 0);
    writeLog(2, 2);
    const first = await workers.build({ folder, log: 1, last: 2, output: 3 });
    const second = await workers.build({ folder, log: 2, last: 4, output: 4 });
    const inputs = [first, second].map(({ segment }) => {
      if (segment === null) throw new Error('nothing was built');
      return { entry: segment, dead: new Float64Array([2]) };
    });
    const merged = await workers.merge({ folder, inputs, output: 5 });
    expect(merged).toMatchObject({ number: 5, documents: 3, firstId: 1, lastId: 4, dead: null });
  });

  it('report the code of an error of the disk, and go on', async () => {
    writeLog(1, 0);
    nodeDisk.makeFolder(join(folder, fileName(2, 'segment')));
    const refused = workers.build({ folder, log: 1, last: 2, output: 2 });
    await expect(refused).rejects.toMatchObject({ code: 'EEXIST', path: join(folder, '000002.segment') });
    await expect(workers.build({ folder, log: 1, last: 2, output: 3 })).resolves.toMatchObject({
      segment: { number: 3, documents: 2 },
    });
  });

  it('name a file that is damaged', async () => {
    const path = writeLog(1, 0);
    truncateSync(path, 100);
    const refused = workers.build({ folder, log: 1, last: 2, output: 2 });
    await expect(refused).rejects.toMatchObject({
      name: 'SegmentsCorrupt',
      message: expect.stringContaining(`${path} is damaged: `) as string,
    });
  });
});
