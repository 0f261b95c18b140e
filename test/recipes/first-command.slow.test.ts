import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyWorkingTree } from './working-copy.ts';

test('a command runs in a clone in which nothing was built yet', () => {
  using copy = copyWorkingTree();
  const ran = copy.run('node', join(copy.folder, 'apps/cli/bin/sitegrep.js'), 'search', '--help');
  expect(ran).toEqual({ isWell: true, output: expect.stringContaining('Usage: sitegrep search') });
}, 120_000);
