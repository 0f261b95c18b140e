import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const read = (path: string): string => readFileSync(root + path, 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

/** Names that may stand for other bytes tomorrow, of all lines that a pattern finds. */
function unpinned(paths: readonly string[], line: RegExp, pinned: RegExp): readonly string[] {
  const found = paths.flatMap((path) => [...read(path).matchAll(line)].map(([, name = '']) => name));
  expect(found.length).toBeGreaterThan(0);
  return found.filter((name) => !pinned.test(name));
}

/** Images that are named by their versions, because their registries were not at hand: their operator puts in digests. */
const BY_VERSION = [
  'quay.io/prometheuscommunity/elasticsearch-exporter:v1.11.0',
  'oliver006/redis_exporter:v1.88.0-alpine',
];

const DIGEST = /^[a-z./]+:[\w.-]+@sha256:[0-9a-f]{64}$/;

test('the images are built from images with digests', () => {
  const stages = new Set([...read('Dockerfile').matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name));
  const others = unpinned(['Dockerfile'], /^(?:FROM|# syntax=) ?(\S+)/gm, DIGEST);
  expect(others.filter((name) => name !== 'scratch' && !stages.has(name))).toEqual([]);
});

test('images of Compose and of Kubernetes have digests, but for the exporters and the one that the operator builds', () => {
  const own = /^sitegrep(?:-renderer)?(?::\d+\.\d+\.\d+)?$/;
  const files = globSync(['docker-compose*.yml', 'infra/kubernetes/**/*.yaml'], { cwd: root });
  expect(files).toEqual(expect.arrayContaining(['docker-compose.yml', 'docker-compose.cluster.yml']));
  const others = unpinned(files, /^\s*-?\s*image: (\S+)/gm, DIGEST).filter((name) => !own.test(name));
  expect(new Set(others)).toEqual(new Set(BY_VERSION));
});

test('actions of the workflows are commits', () => {
  expect(unpinned(workflows, /uses: (\S+)/g, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)).toEqual([]);
});

test('what the workflows download is a commit, or has a checksum that is looked at before it is unpacked', () => {
  for (const path of workflows) {
    const text = read(path).replaceAll(/\\\n\s*/g, '');
    const downloads = [...text.matchAll(/^.*https:\/\/github\.com\/\S+\/releases\/download\/\S+.*$/gm)];
    expect(downloads.length).toBe([...text.matchAll(/^.*sha256sum --check --strict$/gm)].length);
    for (const { 0: line, index } of downloads)
      expect([line, text.slice(index).search(/sha256sum --check/)]).toEqual([
        line,
        expect.toSatisfy((at: number) => at > 0 && at < text.slice(index).indexOf('tar ')),
      ]);
    for (const [, name = ''] of text.matchAll(/githubusercontent\.com\/[^/]+\/[^/]+\/\$?([^/]+)\//g))
      expect(new RegExp(`${name}: ([0-9a-f]{40})$`, 'm').test(text)).toBe(true);
  }
});

test('workflows start no image but the one that they build', () => {
  for (const path of workflows)
    for (const [, args = ''] of read(path)
      .replaceAll(/\\\n\s*/g, '')
      .matchAll(/docker run (.*)/g))
      expect(args).toMatch(/ sitegrep:\d/);
});
