// The thread that runs PGlite: WASM that blocks while it works, so it must not share the event loop. Queries are
// answered one after the other, in the order they come; transactions are kept apart by the pool (pool.ts).
import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { openDatabase } from './database.ts';
import type { QueryResult, Reply, Request, ThreadError, ThreadOptions } from './messages.ts';

if (parentPort === null) throw new Error('thread-main.ts runs in a worker thread only');
const port = parentPort;
const { dataDir }: ThreadOptions = workerData;
const say = (reply: Reply): void => port.postMessage(reply);

try {
  const database = await openDatabase(dataDir);
  database.onNotification((channel, payload) => say({ kind: 'notification', channel, payload }));
  port.on('message', (request: Request) => void answer(database, request));
  say({ kind: 'ready' });
} catch (error) {
  say({ kind: 'unusable', error: plain(error) });
}

async function answer(database: PGlite, request: Request): Promise<void> {
  try {
    say({ kind: 'result', id: request.id, result: await carryOut(database, request) });
    if (request.kind === 'close') port.close();
  } catch (error) {
    say({ kind: 'error', id: request.id, error: plain(error) });
  }
}

async function carryOut(database: PGlite, request: Request): Promise<QueryResult> {
  switch (request.kind) {
    case 'query':
      return query(database, request.text, request.params);
    case 'tidy':
      await database.exec('VACUUM (ANALYZE)');
      await database.exec('CHECKPOINT');
      break;
    case 'close':
      await database.close();
      break;
  }
  return { rows: [], rowCount: 0 };
}

/** As pg does: without parameters a text may hold several statements, and the last one's rows are the answer. */
async function query(database: PGlite, text: string, params: readonly unknown[]): Promise<QueryResult> {
  const results = params.length > 0 ? [await database.query(text, [...params])] : await database.exec(text);
  const last = results.at(-1);
  return { rows: last?.rows ?? [], rowCount: last?.rowCount ?? last?.affectedRows ?? 0 };
}

function plain(error: unknown): ThreadError {
  if (!(error instanceof Error)) return { message: String(error), code: undefined, detail: undefined };
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return {
    message: error.message,
    code: 'code' in error ? text(error.code) : undefined,
    detail: 'detail' in error ? text(error.detail) : undefined,
  };
}
