/* Calls of the operations on saved searches, for the tests of their routes. */
import { wholeSite } from '@sitegrep/storage';
import { type Answer, ask, documentOf, type Served } from './served-api.ts';

interface SearchCalls {
  readonly call: (method: string, path: string, key: string, body?: unknown) => Promise<Answer>;
  readonly put: (id: string, body: unknown, key: string) => Promise<Answer>;
  /** Puts a domain with a page of this source. */
  readonly store: (domain: string, source: string) => Promise<void>;
}

export function searchCalls(api: () => Served): SearchCalls {
  const call: SearchCalls['call'] = (method, path, key, body) =>
    ask(`${api().url}/searches${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    call,
    put: (id, body, key) => call('PUT', `/${id}`, key, body),
    async store(domain, source) {
      await api().storage.domains.put([wholeSite(documentOf(domain, source))]);
    },
  };
}

/** The data of an answer. @throws Error if it is an error */
export function dataOf({ status, body }: Answer): Record<string, unknown> {
  if (status !== 200 || typeof body !== 'object' || body === null || !('data' in body))
    throw new Error(`${status} ${JSON.stringify(body)}`);
  const { data } = body;
  if (typeof data !== 'object' || data === null) throw new Error(JSON.stringify(body));
  return { ...data };
}

/** The items of a page of a list. @throws Error if it is none */
export function itemsOf(answer: Answer): readonly Record<string, unknown>[] {
  const { items } = dataOf(answer);
  if (!Array.isArray(items)) throw new Error(JSON.stringify(answer.body));
  return items;
}
