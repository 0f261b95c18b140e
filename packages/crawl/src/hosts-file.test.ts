import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHostsFile } from './name-servers.ts';

async function hostsFile(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'crawl-hosts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'hosts');
  await writeFile(path, text);
  return path;
}

test('names have all their addresses, with any spaces, comments and line ends', async () => {
  const path = await hostsFile(
    [
      '# 192.0.2.9 commented.test',
      '192.0.2.1\ta.test  A2.test # 192.0.2.8 b.test',
      '  2001:db8::1 a.test\r',
      '192.0.2.1 a.test',
      'nonsense c.test',
      '',
    ].join('\n'),
  );
  const hosts = openHostsFile(() => 0, path);
  const four = { address: '192.0.2.1', family: 4 };
  expect(await hosts.addressesOf('a.test')).toEqual([four, { address: '2001:db8::1', family: 6 }]);
  expect(await hosts.addressesOf('a2.test')).toEqual([four]);
  for (const name of ['b.test', 'c.test', 'commented.test', 'constructor'])
    expect(await hosts.addressesOf(name)).toEqual([]);
});

test('a changed or removed file is noticed after ten seconds', async () => {
  let now = 0;
  const path = await hostsFile('192.0.2.1 a.test');
  const hosts = openHostsFile(() => now, path);
  const found = async (): Promise<readonly string[]> =>
    (await hosts.addressesOf('a.test')).map(({ address }) => address);
  expect(await found()).toEqual(['192.0.2.1']);
  await writeFile(path, '192.0.2.2 a.test');
  await utimes(path, 1, 1);
  expect(await found()).toEqual(['192.0.2.1']);
  now += 10_001;
  expect(await found()).toEqual(['192.0.2.2']);
  await rm(path);
  now += 10_001;
  expect(await found()).toEqual([]);
});
