// One run of bench:render, in a process of its own: renders the pages of the task that its parent sends, and tells how many
// documents came and how long it took, from before the system was opened until it was closed.
import { once } from 'node:events';
import { type RunTask, SYSTEMS } from './systems.ts';

const [{ system, urls, chromium }] = (await once(process, 'message')) as [RunTask];
const startedAt = performance.now();
const documents = await SYSTEMS[system](urls, chromium);
const seconds = (performance.now() - startedAt) / 1_000;
process.send?.({ documents, seconds }, () => process.exit(0));
