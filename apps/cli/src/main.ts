#!/usr/bin/env node
// The `sitegrep` command. program.ts builds the tree of commands, commands/ has a file for each, instance.ts opens what they need.
import { EXIT } from './failure.ts';
import { beginLean } from './lean-process.ts';
import { runProgram } from './program.ts';

const args = process.argv.slice(2);
/** Commands that start many threads and may run for weeks. */
const LONG = new Set(['up', 'worker', 'crawl', 'import', 'demo']);
if (LONG.has(args[0] ?? '')) beginLean();

// The reader of the output, such as `head`, has closed it: nothing more can be printed, and what was acknowledged is stored.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.done);
});

await runProgram(args);
