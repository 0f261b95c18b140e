// One of the threads that search and read domains.sqlite, and the segments beside it.
import { workerData } from 'node:worker_threads';
import { serve } from '../serve.ts';
import { openReader } from './reader.ts';
import type { ReaderThreadData } from './options.ts';

const data = workerData as ReaderThreadData;
serve(data.file, () => openReader(data));
