import { globSync, readFileSync } from 'node:fs';
import { dirname, matchesGlob } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = new URL('../../', import.meta.url).pathname;
const dockerfile = readFileSync(`${root}Dockerfile`, 'utf8');
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].map(([, sources = '']) =>
  sources.split(' ').filter((source) => !source.startsWith('--')),
);
const [manifests = [], ...sources] = copied;
const workspaces = globSync(
  manifest.workspaces.map((pattern) => `${pattern}/package.json`),
  { cwd: root },
);

test('the linter finds no mistake in the Dockerfile', () => {
  expect(validate(dockerfile)).toEqual([]);
  expect(validate('FROM node:26\nCOPPY a b')).not.toEqual([]);
});

test('every workspace is installed, and its sources are copied', () => {
  expect(workspaces.length).toBeGreaterThan(10);
  for (const workspace of workspaces) {
    expect(manifests.some((pattern) => matchesGlob(workspace, pattern))).toBe(true);
    expect(sources.flat()).toContainEqual(
      expect.toSatisfy((source: string) => dirname(workspace).startsWith(source)),
    );
  }
});

test('fixtures and tests stay out of the image', () => {
  const ignored = readFileSync(`${root}.dockerignore`, 'utf8').split('\n');
  const folders = globSync(['apps/*/test', 'packages/*/test'], { cwd: root });
  const tests = globSync(['apps/*/src/**/*.test.ts', 'packages/*/src/**/*.test.ts'], { cwd: root });
  expect([folders.length > 5, tests.length > 100]).toEqual([true, true]);
  for (const path of [...folders, ...tests]) {
    const matching = ignored.filter((pattern) => pattern !== '*' && matchesGlob(path, pattern));
    expect([path, matching.length > 0]).toEqual([path, true]);
  }
});

test('it runs on the Node version that it is tested with', () => {
  const versions = [...dockerfile.matchAll(/^FROM node:(\S+)-slim/gm)].map(([, version]) => version);
  const tested = manifest.devDependencies.node.slice(1);
  expect(versions).toEqual([tested, tested, tested]);
});

test('it runs as an unnamed user without privileges, and receives signals', () => {
  expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  expect(dockerfile).toMatch(/^ENTRYPOINT \["sitegrep"\]$/m);
});

test('the metrics, which need no key, stay inside the container unless a setting opens them', () => {
  expect(dockerfile).not.toMatch(/SITEGREP_METRICS_HOST=/);
  expect(dockerfile).toMatch(/^EXPOSE 8080$/m);
});
