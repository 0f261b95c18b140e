import { expect, test } from 'vitest';
import { faultsOf } from './check-docs.ts';

const exists = (path: string): boolean => ['docs/search.md', 'packages/site', 'README.md'].includes(path);

test('a page in the words of the glossary whose links and paths lead somewhere has no fault', () => {
  const page =
    '[search](search.md#order), [home](../README.md), [web](https://example.org/x.md), [here](#here)\n`packages/site`';
  expect(faultsOf('docs/limits.md', page, exists)).toEqual([]);
});

test('replaced words, dead links and paths that are gone are named with their line', () => {
  const page = 'A Triple is\n[gone](gone.md) and `packages/gone/src/index.ts`, `packages/site`';
  expect(faultsOf('docs/limits.md', page, exists)).toEqual([
    'docs/limits.md:1: "triple": say trigram',
    'docs/limits.md:2: docs/gone.md does not exist',
    'docs/limits.md:2: packages/gone/src/index.ts does not exist',
  ]);
});

test('sentences in forms that are hard to read are named', () => {
  const page = 'What is no page is skipped. There is no page.\nIt works. Who wants all should export.';
  expect(faultsOf('README.md', page, exists)).toEqual([
    'README.md:1: "is no p": write "is not a …", or "there is no …"',
    'README.md:2: ". Who wants all should": name the subject: "A client that …"',
  ]);
});

test('a package of ours is installed from its file', () => {
  const page = [
    'npm install @sitegrep/client',
    'npm i -D sitegrep',
    '[sitegrep](https://www.npmjs.com/package/sitegrep)',
    'npm install ~/sitegrep/sitegrep-client-0.1.0.tgz',
    'npm install ~-/sitegrep-0.1.0.tgz && npx sitegrep demo',
  ];
  expect(faultsOf('README.md', page.join('\n'), exists)).toEqual([
    'README.md:1: "npm install @sitegrep/client": install the packed file',
    'README.md:2: "npm i -D sitegrep": install the packed file',
    'README.md:3: "npmjs.com/package/sitegrep": install the packed file',
  ]);
});

test('what looks like a path without being one is left alone', () => {
  const page = '`test("x")`, `packages/*/test`, `docs` and `node_modules/x`';
  expect(faultsOf('README.md', page, exists)).toEqual([]);
});
