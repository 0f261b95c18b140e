import { expect, test } from 'vitest';
import { progressLine } from './search-progress.ts';

test.each([
  [0, 0, 'searching …'],
  [0, 3_056, `${'░'.repeat(28)} 0 of 3,056 looked at, Ctrl-C ends it`],
  [1_200, 3_056, `${'█'.repeat(10)}${'░'.repeat(18)} 1,200 of 3,056 looked at, Ctrl-C ends it`],
  [3_056, 3_056, `${'█'.repeat(28)} 3,056 of 3,056 looked at, Ctrl-C ends it`],
])('%i of %i candidates', (done, candidates, line) => {
  expect(progressLine(done, candidates)).toBe(line);
});
