// A thread that lowers its own priority, and reports it.
import { getPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { lowerOwnPriority } from '../src/store/build-workers.ts';

lowerOwnPriority();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(getPriority(0));
