import { globSync, readFileSync } from 'node:fs';
import { dirname, matchesGlob } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { OPTIONAL } from '../../scripts/bundle-command.ts';
import renderer from '../../apps/renderer/package.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };

const root = new URL('../../', import.meta.url).pathname;
const dockerfile = readFileSync(`${root}Dockerfile`, 'utf8');
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].map(([, sources = '']) =>
  sources.split(' ').filter((source) => !source.startsWith('--')),
);
const [manifests = [], ...sources] = copied;
/** The lines of a stage, and of those that it begins with. */
const stage = (name: string): string => {
  const [, base = '', lines = ''] =
    new RegExp(`^FROM (\\S+) AS ${name}\\n((?:(?!FROM ).*\\n)*)`, 'm').exec(dockerfile) ?? [];
  return base.includes('@') ? lines : stage(base) + lines;
};
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
  const tested = manifest.dependencies.node.slice(1);
  expect(versions).toEqual([tested, tested]);
});

test.each([
  ['sitegrep', '65532', 'up'],
  ['renderer', '65533', 'renderer'],
])(
  'the image %s runs as an unnamed user of its own without privileges, and receives signals',
  (name, user, command) => {
    const lines = stage(name);
    expect([...lines.matchAll(/^USER (.*)$/gm)].map(([, one]) => one)).toEqual([`${user}:${user}`]);
    expect(lines).toMatch(/^ENTRYPOINT \["sitegrep"\]$/m);
    expect(lines).toMatch(new RegExp(`^CMD \\["${command}"\\]$`, 'm'));
  },
);

test('the image that is built by itself has no browser, nor what drives one; that of the renderer has both', () => {
  expect(dockerfile.lastIndexOf('\nFROM ')).toBe(dockerfile.indexOf('\nFROM runtime AS sitegrep\n'));
  const [light, heavy] = ['sitegrep', 'renderer'].map(stage);
  expect(light).not.toContain('apt-get');
  expect(light).toContain('COPY --from=package /package ./\n');
  expect(light).not.toContain('node_modules');
  expect(heavy).toMatch(/^ +chromium fonts-/m);
  expect(heavy).toContain('COPY --from=renderer-dependencies /app/node_modules ./node_modules\n');
  expect(stage('renderer-dependencies')).toContain('--workspace=apps/renderer');
  const drivers = Object.keys(renderer.optionalDependencies);
  expect(drivers.toSorted()).toEqual(OPTIONAL);
  expect(drivers).toEqual(expect.arrayContaining(['@crawlee/playwright', 'playwright-core']));
  // Only apps/renderer needs them, or npm would not leave them out.
  for (const workspace of workspaces.filter((path) => !path.startsWith('apps/renderer/'))) {
    const read = JSON.parse(readFileSync(root + workspace, 'utf8')) as { readonly dependencies?: object };
    expect(Object.keys(read.dependencies ?? {}).filter((name) => drivers.includes(name))).toEqual([]);
  }
});

test('the metrics, which need no key, stay inside the container unless a setting opens them', () => {
  expect(dockerfile).not.toMatch(/SITEGREP_METRICS_HOST=/);
  expect(dockerfile).toMatch(/^EXPOSE 8080$/m);
});
