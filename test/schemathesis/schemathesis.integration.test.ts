import { expect, test } from 'vitest';
import { runSchemathesis } from './run.ts';

test('generated requests to every operation get answers that the OpenAPI document has', async () => {
  const run = await runSchemathesis({
    examples: 3,
    seed: 1,
    phases: ['coverage', 'fuzzing'],
  });
  expect(run).toMatchObject({ ok: true, output: expect.any(String) });
  const generated = [...run.output.matchAll(/(\d+) generated/g)].map((match) => Number(match[1]));
  expect(generated).toHaveLength(2);
  expect(Math.min(...generated)).toBeGreaterThan(50);
}, 900_000);
