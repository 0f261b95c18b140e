import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bundleCommand, ROOT, type CommandBundle } from '../../../scripts/bundle-command.ts';

let chunks: CommandBundle['chunks'];
beforeAll(async () => {
  ({ chunks } = await bundleCommand((path) => path));
});

/** Paths of the modules that a command loads before it does anything, from the root of the repository. */
function loadedBy(command: string): readonly string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const has = (path: string) => (chunk: (typeof chunks)[number]) =>
    chunk.moduleIds.includes(join(ROOT, 'apps/cli/src', path));
  const waiting = [chunks.find(has('main.ts')), chunks.find(has(`commands/${command}.ts`))];
  const loaded = new Set<(typeof chunks)[number]>();
  for (const chunk of waiting) {
    if (chunk === undefined) throw new Error(`no module has ${command}, or what it imports`);
    if (loaded.has(chunk)) continue;
    loaded.add(chunk);
    // Others are built in, or installed beside the command.
    waiting.push(...chunk.imports.flatMap((name) => byName.get(name) ?? []));
  }
  return [...loaded]
    .flatMap(({ modules }) => Object.entries(modules))
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([id]) => id.replace(ROOT, ''));
}

/** Modules that only a process needs which opens the index, crawls or serves. */
const HEAVY =
  /^packages\/(?:analysis|crawl|facts|html|jobs|metrics|openapi|segments|storage|technologies|warc)\/|^apps\/(?:api|worker|renderer)\/|^node_modules\/(?:@elastic|ajv|fastify|hyparquet|ioredis|parse5|pino|undici|yaml)\b/;
const SCHEMAS = /^node_modules\/typebox\//;

test.each([
  'audit',
  'changes',
  'completion',
  'crawl',
  'crawls',
  'domains/index',
  'import',
  'keys',
  'lists',
  'login',
  'lookup',
  'open',
  'schedules',
  'screenshot',
  'search',
  'searches',
  'source',
  'technologies',
  'trends',
])('%s loads few modules: neither the storage, nor the crawler, nor schemas', (command) => {
  const loaded = loadedBy(command);
  expect(loaded).toContain(`apps/cli/src/commands/${command}.ts`);
  expect(loaded.filter((path) => HEAVY.test(path) || SCHEMAS.test(path))).toEqual([]);
  expect(loaded.length).toBeLessThan(145);
});

test('what opens the index itself loads all that, so that the tests above can tell', () => {
  const loaded = loadedBy('up');
  for (const path of ['packages/storage/', 'packages/crawl/', 'apps/api/', 'node_modules/fastify/'])
    expect(loaded.some((one) => one.startsWith(path))).toBe(true);
  expect(loaded.some((path) => SCHEMAS.test(path))).toBe(true);
});
