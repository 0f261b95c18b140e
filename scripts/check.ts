// What must hold of the texts of the repository, as many checks at once as there are processors: npm run check [-- NAME…].
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { installPackages } from './install-packages.ts';

const ROOT = join(import.meta.dirname, '..');

/** The commands of each check, one after the other. The longest check stands first, so that none is left to run alone. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  lint: ['oxlint --type-aware --deny-warnings'],
  format: ['prettier --check --log-level warn .'],
  imports: ['depcruise --config .dependency-cruiser.cjs --no-progress apps packages test infra'],
  unused: ['knip'],
  docs: ['node scripts/generate-docs.ts --check', 'node scripts/check-docs.ts'],
  types: ['tsc', 'tsc -p apps/console'],
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => CHECKS[name] === undefined);
if (unknown.length > 0) {
  console.error(
    `There is no check ${unknown.join(', ')}. The checks are: ${Object.keys(CHECKS).join(', ')}.`,
  );
  process.exit(2);
}

const programs = [await installPackages(join(import.meta.dirname, 'checks')), join(ROOT, 'node_modules')];
const path = [...programs.map((modules) => join(modules, '.bin')), process.env['PATH']].join(delimiter);

/** Runs a command. @returns its output, and whether it succeeded */
async function run(command: string): Promise<{ readonly output: string; readonly isGood: boolean }> {
  const child = spawn(`${command} 2>&1`, { cwd: ROOT, env: { ...process.env, PATH: path }, shell: true });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { output, isGood: code === 0 };
}

const waiting = named.length > 0 ? named : Object.keys(CHECKS);
const failed: string[] = [];
/** Takes checks until none is waiting. */
async function takeChecks(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const began = performance.now();
    for (const command of CHECKS[name] ?? []) {
      const { output, isGood } = await run(command);
      if (output.trim() !== '') process.stdout.write(`${name}: ${command}\n${output}`);
      if (isGood) continue;
      failed.push(name);
      break;
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${name}: ${failed.includes(name) ? 'FAILED' : 'good'} after ${seconds} s`);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, takeChecks));
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}. One alone: npm run check -- ${failed[0]}`);
  process.exitCode = 1;
}
