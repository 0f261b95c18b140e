import { clientNoting } from '../api/client.ts';
import { type OperationName, TRIED, type Tried, type Values } from './operations.ts';

/** Calls an operation, once. @throws SitegrepError */
export async function tryOperation(name: OperationName, values: Values, signal: AbortSignal): Promise<Tried> {
  let headers = new Headers();
  const client = clientNoting((response) => {
    ({ headers } = response);
  });
  const start = performance.now();
  const answer = await TRIED[name].call(client, values, signal);
  return {
    answer,
    provider: headers.get('x-sitegrep-provider'),
    age: Number(headers.get('age') ?? 0),
    ms: performance.now() - start,
  };
}
