import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeSampleWarc } from '../../../../test/support/sample-sites.ts';
import { openTemporaryIndex } from '../../../../test/support/temporary-index.ts';
import { run, type Ended } from '../../test/command.ts';

const SITES = 30;

const folder = await mkdtemp(join(tmpdir(), 'sitegrep-bench-'));
const index = await openTemporaryIndex('elasticsearch');
afterAll(async () => {
  await index.remove();
  await rm(folder, { recursive: true });
});

const sitegrep = (...args: readonly string[]): Promise<Ended> => run(args, index.settings);

test('measures searches and puts, and leaves no index behind', async () => {
  expect(await sitegrep('bench', 'cluster')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/has no documents yet/),
  });
  const warc = join(folder, 'sites.warc.gz');
  await writeSampleWarc(warc, SITES);
  expect((await sitegrep('import', warc)).code).toBe(0);
  const ended = await sitegrep(
    'bench',
    'cluster',
    '--term',
    '<html',
    'nowhere',
    '--rounds',
    '3',
    '--puts',
    '5',
    '--json',
  );
  expect(ended.stderr).toBe('');
  const result = JSON.parse(ended.stdout) as Measured;
  expect(result).toMatchObject({
    documents: SITES,
    shards: 1,
    searches: [
      { name: '<html', total: SITES },
      { name: 'nowhere', total: 0 },
    ],
    puts: { documents: 5 },
  });
  expect(result.puts.writtenBytes).toBeGreaterThan(0);
  expect(result.puts.mergedBytes).toBeGreaterThan(0);
  const { SITEGREP_ELASTICSEARCH_NODES: node = '', SITEGREP_ELASTICSEARCH_INDEX_PREFIX: prefix = '' } =
    index.settings;
  const left = await fetch(`${node}/_cat/indices/${prefix}-bench-*?h=index`);
  expect(await left.text()).toBe('');
});

interface Measured {
  readonly puts: { readonly writtenBytes: number; readonly mergedBytes: number };
}
