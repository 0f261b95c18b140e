// One of the threads that check a data folder together.
import { workerData } from 'node:worker_threads';
import { serve } from '../serve.ts';
import { openVerifier } from './verifier.ts';

const file = workerData as string;
serve(file, () => openVerifier(file));
