import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BUILT, builtBefore, builtMain, CHECKED, stateOf } from './built.js';

let root: string;
let executable: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitegrep-built-'));
  executable = join(root, 'apps', 'cli', 'bin', 'sitegrep.js');
  await put('apps/cli/src/main.ts', 'first');
  for (const path of CHECKED) await put(path, '');
  // Builds by counting how often it was asked to.
  await put(
    BUILT.builder,
    `import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
     process.chdir(${JSON.stringify(root)});
     const source = readFileSync('apps/cli/src/main.ts', 'utf8');
     if (source === 'broken') throw new Error('it is broken');
     appendFileSync('builds', '.');
     mkdirSync('build/command/of-' + source, { recursive: true });
     writeFileSync('build/command/of-' + source + '/main.js', '');
     const { mtimeMs, size } = statSync('apps/cli/src/main.ts');
     const record = { folder: 'of-' + source, sources: ['apps/cli/src/main.ts'], states: [mtimeMs + ' ' + size] };
     writeFileSync('${BUILT.record}', JSON.stringify(record));`,
  );
});
afterEach(() => rm(root, { recursive: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

const main = (): string | null => builtMain(executable, process.execPath);
const builds = async (): Promise<number> => (await readFile(join(root, 'builds'), 'utf8')).length;

test('it is built once for each state of the sources', async () => {
  expect(builtBefore(root)).toBeNull();
  expect([main(), main()]).toEqual(Array(2).fill(join(root, BUILT.folder, 'of-first', 'main.js')));
  expect(await builds()).toBe(1);
  await put('apps/cli/src/main.ts', 'second');
  expect(builtBefore(root)).toBeNull();
  expect([main(), main()]).toEqual(Array(2).fill(join(root, BUILT.folder, 'of-second', 'main.js')));
  expect(await builds()).toBe(2);
});

test('a source with another time, one that is gone and a build that is gone make it build again', async () => {
  main();
  await utimes(join(root, 'apps/cli/src/main.ts'), 1, 1);
  expect(builtBefore(root)).toBeNull();
  main();
  await rm(join(root, BUILT.folder, 'of-first'), { recursive: true });
  expect(builtBefore(root)).toBeNull();
  expect(main()).not.toBeNull();
  expect(await builds()).toBe(3);
  const before = stateOf(root, 'apps/cli/src/main.ts');
  await rm(join(root, 'apps/cli/src/main.ts'));
  expect(stateOf(root, 'apps/cli/src/main.ts')).not.toBe(before);
  expect(builtBefore(root)).toBeNull();
});

test('sources that cannot be built give no command, and neither does the build of earlier ones', async () => {
  main();
  await put('apps/cli/src/main.ts', 'broken');
  expect(main()).toBeNull();
});

test('a package has its command, and builds none', async () => {
  await put('command/main.js', '');
  expect(main()).toBe(join(root, 'command', 'main.js'));
  expect(builtBefore(root)).toBeNull();
});
