// Builds Helm for the tests of the chart and prints its path: npm run helm. CI does so before tests that watch the time, since
// compiling takes all cores for minutes.
import { cacheFolder } from './cache-folder.ts';
import { ensureGoProgram, HELM } from './go-program.ts';

console.log(await ensureGoProgram(cacheFolder(process.env, process.getuid?.()), HELM));
