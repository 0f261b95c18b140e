// npm run test:schemathesis -- [--examples N] [--seed N]: all operations with thousands of generated cases.
import { parseArgs } from 'node:util';
import { runSchemathesis } from './run.ts';

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});

const { ok, output } = await runSchemathesis({
  examples: Number(values.examples),
  seed: Number(values.seed),
  phases: ['examples', 'coverage', 'fuzzing', 'stateful'],
});
console.log(output);
if (!ok) process.exitCode = 1;
