import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

/**
 * Opens the stream after an event and yields the bytes of its body. A consumer that stops reading closes the
 * connection at once.
 */
export type OpenStream = (lastId: string) => AsyncIterable<Uint8Array>;

function headersOf(key: string, lastId: string): Readonly<Record<string, string>> {
  return { 'X-API-Key': key, ...(lastId === '' ? {} : { 'Last-Event-ID': lastId }) };
}

/** Opens a socket per stream. */
export function bySocket(url: () => string, key: string): OpenStream {
  return async function* (lastId) {
    const outgoing = request(url(), { agent: false, headers: headersOf(key, lastId) }).end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`the stream is answered ${response.statusCode}`);
    try {
      yield* response;
    } catch (error) {
      // The server was killed: the connection broke, or was reset.
      if (!(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error;
    } finally {
      outgoing.destroy();
    }
  };
}

/** Runs curl, as in the documentation. */
export function byCurl(url: () => string, key: string): OpenStream {
  return async function* (lastId) {
    const headers = Object.entries(headersOf(key, lastId)).flatMap(([name, value]) => [
      '-H',
      `${name}: ${value}`,
    ]);
    const curl = spawn('curl', ['-sSfN', ...headers, url()], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(curl, 'exit');
    try {
      yield* curl.stdout;
    } finally {
      curl.kill('SIGKILL');
      await ended;
    }
  };
}
