import { askChild } from '../harness/child.ts';
import type { Load, LoadFigures } from './load.ts';

/** Runs clients in a process of their own. @throws if one is answered other than 200 */
export async function runLoad(load: Load): Promise<LoadFigures> {
  return (await askChild(new URL('./load.ts', import.meta.url), load)) as LoadFigures;
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
