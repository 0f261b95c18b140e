// The one thread that writes domains.sqlite, and the segments beside it.
import { workerData } from 'node:worker_threads';
import { serve } from '../serve.ts';
import { openWriter } from './writer.ts';
import type { DomainThreadData } from './options.ts';

const data = workerData as DomainThreadData;
serve(data.file, () => openWriter(data));
