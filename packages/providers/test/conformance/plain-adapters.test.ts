import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPERATION_NAMES } from '../../src/operations.ts';
import { plainVideoInfo, plainVideoSerp, plainWebSerp } from './plain-adapters.ts';
import { describeProvider } from './suite.ts';

describeProvider(plainWebSerp);
describeProvider(plainVideoInfo);
describeProvider(plainVideoSerp);

test('the adapters of each operation have a test', () => {
  const files = readdirSync(join(import.meta.dirname, '..')).filter((name) => name.endsWith('.test.ts'));
  expect(new Set(files)).toEqual(new Set(OPERATION_NAMES.map((operation) => `${operation}.test.ts`)));
});
