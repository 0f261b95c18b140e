// One of the threads that check a data folder together.
import { workerData } from 'node:worker_threads';
import { serve } from '../serve.ts';
import { openVerifier, requireWanted, type VerifyThreadData } from './verifier.ts';

const { file, unwanted } = workerData as VerifyThreadData;
serve(file, () => openVerifier(file, () => requireWanted(unwanted)));
