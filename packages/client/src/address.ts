import { type OperationId, OPERATIONS } from './operations.ts';

/** What of a request is in its address. */
export interface Addressed {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
}

/** @throws TypeError if a part of the path can't be meant so */
export function addressOf(baseUrl: URL, id: OperationId, { path = {}, query }: Addressed): URL {
  const relative = OPERATIONS[id].path.slice(1).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    // Dots alone would lead to another path.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${id}: ${name} is ${JSON.stringify(value)}; give one that exists`);
    }
    return encodeURIComponent(value);
  });
  const url = new URL(relative, baseUrl);
  for (const [name, value] of valuesOf(query)) url.searchParams.set(name, value);
  return url;
}

/** Fields that have a value, as text. */
export function valuesOf(record: object = {}): readonly (readonly [name: string, value: string])[] {
  return Object.entries(record).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}
