// Script of the thread that checks a public set as it was sent: thousands of patterns and selectors, in which a server answers.
import { parentPort, workerData } from 'node:worker_threads';
import { setFilesIn } from '../own/set-files.ts';
import { keptPublicSet } from './public-set.ts';
import type { CheckTask, CheckedReport } from './checked-given.ts';

const { name, text } = workerData as CheckTask;
const checked = keptPublicSet(setFilesIn(name, Buffer.from(text).toString('utf8')));
parentPort?.postMessage(checked satisfies CheckedReport, []);
