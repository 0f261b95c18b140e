#!/usr/bin/env node
// The `sitegrep` command: program.ts has its tree, one file a subcommand under commands/; instance.ts opens what they stand on.
import { EXIT, reportFailure } from './failure.ts';
import { beginLean } from './lean-process.ts';
import { openProgram } from './program.ts';

const named = process.argv[2] ?? '';
/** Commands with threads for everything, which may run for weeks. */
const LONG = new Set(['up', 'worker', 'crawl', 'import', 'demo']);
if (LONG.has(named)) beginLean();

// Who reads, e.g. `head`, has enough: what was acknowledged stays, and there is no one left to tell more.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.done);
});

try {
  await (await openProgram(named)).parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}
