// The `sitegrep` command, after bin/sitegrep.js has found a Node.js for it. program.ts builds the tree of commands,
// commands/ has a file for each, instance.ts opens what they need.
import { setFlagsFromString } from 'node:v8';
import { EXIT } from './failure.ts';
import { keepPrivate } from './file-modes.ts';
import { runProgram } from './program.ts';

// The reader of the output, such as `head`, has closed it: nothing more can be printed, and what was acknowledged is stored.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.done);
});

// The option that bounds the heap of this thread would bound those of all others instead of their own limits.
setFlagsFromString('--max-old-space-size=0');
keepPrivate();
await runProgram(process.argv.slice(2));
