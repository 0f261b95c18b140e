import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Load, LoadFigures } from './load.ts';

/** Runs clients in a process of their own. @throws if one is answered other than 200 */
export async function runLoad(load: Load): Promise<LoadFigures> {
  const child = fork(new URL('./load.ts', import.meta.url));
  child.send(load);
  const exited = once(child, 'exit');
  const [figures] = (await told(child, 'the clients')) as [LoadFigures];
  await exited;
  return figures;
}

/** All bytes of a request with a JSON body. @param url of the server */
export function postRequest(
  path: string,
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): string {
  const text = JSON.stringify(body);
  const all = {
    host: new URL(url).host,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${head.join('')}\r\n${text}`;
}

/** The next message of a child. @throws if it ends without one */
export function told(child: ChildProcess, name: string): Promise<unknown[]> {
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`${name} ended with ${String(code)}`);
  });
  return Promise.race([once(child, 'message'), ended]);
}
