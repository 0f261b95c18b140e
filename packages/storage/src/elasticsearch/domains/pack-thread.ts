// The thread that packs documents, one after the other.
import { parentPort } from 'node:worker_threads';
import type { DomainDocument } from '@sitegrep/site';
import { failureOf } from '../../thread/failure.ts';
import type { Reply, Request } from '../../thread/thread.ts';
import { packDocument } from './pack.ts';

const port = parentPort;
if (port === null) throw new Error('this module runs in a worker thread only');

port.on('message', (request: Request | null) => {
  if (request === null) {
    port.close();
    return;
  }
  const { id, argument } = request;
  try {
    // The asking side is typed by the same call.
    const value = packDocument(argument as DomainDocument);
    port.postMessage({ id, kind: 'done', value } satisfies Reply, [value.buffer]);
  } catch (error) {
    const failure = failureOf(error instanceof Error ? error : new Error(String(error)));
    port.postMessage({ id, kind: 'failed', failure } satisfies Reply);
  }
});
